import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entries, manifest, run } from '../package/consumer.ts';
import { installForFile } from './installation.ts';

const nodeEntries = ['countersign/relay/node', 'countersign-sandbox/node'];
/** The oldest that docs/requirements.md names, one after `Uint8Array` became generic, and our own. */
const versions = ['5.0.4', '5.9.3', manifest.devDependencies['typescript'] ?? ''];
const resolutions = [
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'ESNext', moduleResolution: 'Bundler' },
];
const compilers = versions.map((version) => `typescript-${version}@npm:typescript@${version}`);
const installation = installForFile([...compilers, '@types/node@20', '@types/react@19']);

/** A page has the DOM and no Node, a server has Node and no DOM. */
const sides = {
  page: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
  server: { lib: ['ES2022'], types: ['node'] },
};

/** Writes a strict project that imports these entries and looks at every declaration, and returns the name of its tsconfig. */
function writeProject(
  side: keyof typeof sides,
  resolution: (typeof resolutions)[number],
  names: readonly string[],
): string {
  const name = `${side}-${resolution.moduleResolution.toLowerCase()}`;
  const imports = names.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
  writeFileSync(join(installation.folder, `${name}.ts`), imports.join(''));
  const compilerOptions = {
    ...sides[side],
    ...resolution,
    target: 'ES2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    // The compiler's own.
    skipDefaultLibCheck: true,
    noEmit: true,
  };
  const config = `tsconfig.${name}.json`;
  writeFileSync(join(installation.folder, config), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  return config;
}

describe.for(versions)('TypeScript %s', (version) => {
  const check = async (project: string): Promise<void> => {
    const compiler = installation.inModules(`typescript-${version}`, 'bin', 'tsc');
    const outcome = await run(process.execPath, [compiler, '-p', project], installation.folder);
    expect(outcome.code, outcome.stdout).toBe(0);
  };

  test.for(resolutions)('checks every declaration of a page under $moduleResolution', async (resolution) => {
    const pages = entries.filter((entry) => !nodeEntries.includes(entry));
    await check(writeProject('page', resolution, pages));
  });

  test.for(resolutions)('checks every declaration of a server under $moduleResolution', async (resolution) => {
    const servers = entries.filter((entry) => /^countersign(?:\/relay|-sandbox(?:\/node)?$)/.test(entry));
    await check(writeProject('server', resolution, servers));
  });
});
