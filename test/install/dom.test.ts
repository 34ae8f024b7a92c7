import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { manifest, run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { installForFile } from './installation.ts';

const libraries = ['react@19', 'react-dom@19', '@testing-library/react@16', '@testing-library/dom@10'];
const vitest = `vitest@${manifest.devDependencies['vitest'] ?? ''}`;
const installation = installForFile([vitest, 'jsdom@29', 'happy-dom@21', ...libraries]);

beforeAll(() => {
  cpSync(join(root, 'test/install/dom'), installation.folder, { recursive: true });
  for (const [, file = '', name = ''] of textOfDocument().matchAll(
    /```jsx?\n(\/\/ (vitest\.setup\.js|freeze\.test\.jsx)\n[^]*?)```/g,
  ))
    writeFileSync(join(installation.folder, name), file);
});

const textOfDocument = (): string => readFileSync(join(root, 'docs/testing.md'), 'utf8');

/** Runs the tests of the folder `dom` in the installed project: the exit code, and what was said. */
async function runIn(environment: string, setupFiles: readonly string[]): Promise<{ code: number; said: string }> {
  const config = { test: { environment, setupFiles } };
  writeFileSync(join(installation.folder, 'vitest.config.js'), `export default ${JSON.stringify(config)};`);
  const command = [installation.inModules('vitest', 'vitest.mjs'), 'run'];
  const { code, stdout, stderr } = await run(process.execPath, command, installation.folder);
  return { code, said: stripVTControlCharacters(`${stdout}\n${stderr}`) };
}

test.for([
  ['jsdom', 'set up as it says', ['./vitest.setup.js']],
  ['happy-dom', 'without a set-up', []],
] as const)(
  'the fake and the real wallet work in %s, and the component test of the document, %s',
  async ([name, , setupFiles]) => {
    const { code, said } = await runIn(name, setupFiles);
    expect(said).toMatch(/4 passed/);
    expect(code).toBe(0);
  },
);

test('jsdom without the set-up runs the fake wallet, and WebCrypto refuses its arrays', async () => {
  const { code, said } = await runIn('jsdom', []);
  expect(said).toMatch(/1 failed \| 3 passed/);
  expect(said).toContain('CryptoError');
  expect(code).toBe(1);
});
