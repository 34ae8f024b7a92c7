import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { buildKit, entries, manifest, manifests, run } from './consumer.ts';

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly unknown[];
  }[];
}

const libraries = ['ioredis', 'pino', 'prom-client'];
const oldest = ['chrome109', 'firefox115', 'safari16.4'];
const pages = entries.filter((entry) => !/^countersign(?:\/relay|-sandbox(?!\/devtools))/.test(entry));

/** Bundles the part of the kit and its libraries that a page loads, for these engines. */
async function bundle(target: readonly string[]): Promise<string> {
  const lines = pages.map((entry, index) => `import * as entry${index} from '${entry}'; keep(entry${index});`);
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: root },
    absWorkingDir: root,
    tsconfigRaw: {},
    bundle: true,
    format: 'esm',
    target: [...target],
    // All of these engines have them; esbuild doubts each property that a later Unicode might add.
    supported: { 'regexp-unicode-property-escapes': true },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

beforeAll(() => buildKit(), 120_000);

test('a build that is asked for if needed leaves in place what was built after the last change', async () => {
  const built = statSync(join(root, 'dist')).ino;
  const { code, stderr } = await run(process.execPath, [join(root, 'build.mjs'), '--if-needed'], root);
  expect([code, stderr]).toEqual([0, '']);
  expect(statSync(join(root, 'dist')).ino).toBe(built);
});

test('no file of a page needs to be made older for the oldest browsers that docs/requirements.md names', async () => {
  const asWritten = await bundle(['esnext']);
  expect(asWritten.length).toBeGreaterThan(100_000);
  expect(await bundle(oldest)).toBe(asWritten);
  expect(await bundle(['chrome80'])).not.toBe(asWritten);
  const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  for (const engine of oldest) expect(text).toContain(`| ${/[\d.]+$/.exec(engine)?.[0]} |`);
});

test('packages that touch keys, codes, signatures or passkeys are pinned to one version', () => {
  for (const name of ['@hpke/common', '@hpke/core', '@noble/curves', '@simplewebauthn/browser', 'idb-keyval'])
    expect([name, manifest.dependencies[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});

describe.for([
  { name: 'countersign', dist: 'dist', bundled: ['ui/elements', 'wallet-page'], own: [] },
  { name: 'countersign-sandbox', dist: 'sandbox/dist', bundled: ['.'], own: [] },
  { name: 'countersign-server', dist: 'server/dist', bundled: [], own: ['countersign'] },
] as const)('the bill of materials of $name', ({ name, dist, bundled, own }) => {
  const text = (): string => readFileSync(join(root, dist, 'sbom.json'), 'utf8');
  const read = (): Bill => JSON.parse(text()) as Bill;

  test('names each package that is installed with it or bundled in it, at its version, with a digest if it comes from a registry, and no peer', () => {
    const { components, metadata } = read();
    expect(metadata.component.name).toBe(name);
    const listed = components.map((one) => `${one.name} ${one.version}`);
    const pairs = bundled.flatMap((folder) => {
      const licences = readFileSync(join(root, dist, folder, 'LICENSES.txt'), 'utf8');
      return [...licences.matchAll(/^(\S+) (\d+\.\d+\.\d+) \(/gm)].map((found) => `${found[1]} ${found[2]}`);
    });
    const { dependencies, peerDependencies } = manifests[name];
    const installed = Object.keys(dependencies).map((one) => {
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', one, 'package.json'), 'utf8')) as Record<
        string,
        string
      >;
      return `${one} ${version}`;
    });
    expect(pairs.length + installed.length).toBeGreaterThan(3);
    expect(listed).toEqual(expect.arrayContaining([...pairs, ...installed]));
    expect(components.filter((one) => one.name in peerDependencies)).toEqual([]);
    expect(components.filter(({ hashes = [] }) => hashes.length === 0).map((one) => one.name)).toEqual(own);
  });

  test('says no time and no host, and is numbered by what it says', () => {
    expect(read().metadata.timestamp).toBeUndefined();
    expect(read().serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const hosts = [...text().matchAll(/https?:\/\/[^/"]+/g)].map(([host]) => host);
    // The addresses of the project, as package.json has them, and the schema's.
    expect(new Set(hosts)).toEqual(new Set(['http://cyclonedx.org', new URL(manifest.homepage).origin]));
  });
});

test('what a process alone needs is in the bill of countersign-server, and in none that a browser kit’s user gets', () => {
  const namesIn = (dist: string): string[] => {
    const { components } = JSON.parse(readFileSync(join(root, dist, 'sbom.json'), 'utf8')) as Bill;
    return components.map((one) => one.name).filter((one) => libraries.includes(one));
  };
  expect(namesIn('server/dist').sort()).toEqual(libraries);
  expect([...namesIn('dist'), ...namesIn('sandbox/dist')]).toEqual([]);
});
