/** Generates a typed client from an OpenAPI document in a temporary folder, and type-checks and runs `typed/main.ts` with it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The generator needs a TypeScript with the old programming interface, beside the project's own.
const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@20'];

const configuration = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    outDir: 'out',
  },
  files: ['main.ts'],
};

/**
 * Builds the package, generates the client, checks and runs the flows.
 *
 * @param {string} document path of the OpenAPI document
 * @param {string} scratch a folder that may be written to
 * @returns {string | null} what failed, with its output
 */
export function runTypedClient(document, scratch) {
  const folder = join(scratch, 'typed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  copyFileSync(join(root, 'test/contract/typed/main.ts'), join(folder, 'main.ts'));
  const generate = ['exec', '--', 'openapi-typescript', resolve(document), '-o', 'document.ts'];
  /** @type {readonly (readonly [string, string, readonly string[]])[]} */
  const steps = [
    ['the build', process.execPath, [join(root, 'build.mjs'), '--if-needed']],
    ['npm install', 'npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages]],
    ['the generation', 'npm', [...generate, '--default-non-nullable=false']],
    ['the type check', 'npm', ['exec', '--', 'tsc', '-p', '.']],
    ['the run', process.execPath, ['out/main.js']],
  ];
  for (const [name, command, given] of steps) {
    // The package is found by its name, as its users find it; an install would remove the link.
    if (name === 'the type check') symlinkSync(root, join(folder, 'node_modules/countersign'), 'junction');
    const { status, stdout, stderr } = spawnSync(command, given, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) return `the typed client: ${name} failed\n${stdout}${stderr}`;
  }
  return null;
}
