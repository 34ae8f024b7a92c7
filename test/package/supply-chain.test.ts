import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { buildKit, manifest } from './consumer.ts';

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes: readonly unknown[];
  }[];
}

/** Packages that touch keys, codes, signatures or passkeys. */
const sensitive = ['@noble/curves', '@simplewebauthn/browser', 'hpke'];

beforeAll(() => buildKit(), 120_000);

describe('what a user installs', () => {
  test('pins the packages that touch secrets to one version', () => {
    for (const name of sensitive)
      expect([name, manifest.dependencies[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });
});

describe('the bill of materials', () => {
  const read = (): Bill => JSON.parse(readFileSync(join(root, 'dist', 'sbom.json'), 'utf8')) as Bill;

  test('names each package that is installed with the kit or bundled in it, at its version, with a digest', () => {
    const { components, metadata } = read();
    expect(metadata.component.name).toBe('countersign');
    const listed = components.map(({ name, version }) => `${name} ${version}`);
    const pairs = ['relay-process', 'sandbox'].flatMap((folder) => {
      const text = readFileSync(join(root, `dist/${folder}/LICENSES.txt`), 'utf8');
      return [...text.matchAll(/^(\S+) (\d+\.\d+\.\d+) \(/gm)].map(([, name, version]) => `${name} ${version}`);
    });
    expect(pairs.length).toBeGreaterThan(5);
    expect(listed).toEqual(expect.arrayContaining(pairs));
    for (const name of Object.keys(manifest.dependencies)) {
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as Record<
        string,
        string
      >;
      expect(listed).toContain(`${name} ${version}`);
    }
    expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
  });

  test('says no time and no host, and is numbered by what it says', () => {
    const text = readFileSync(join(root, 'dist', 'sbom.json'), 'utf8');
    expect(read().metadata.timestamp).toBeUndefined();
    expect(read().serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect([...text.matchAll(/https?:\/\/[^/"]+/g)].map(([host]) => host)).toEqual(['http://cyclonedx.org']);
  });
});
