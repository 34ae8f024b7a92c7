import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { buildKit, entries } from './consumer.ts';

const oldest = ['chrome109', 'firefox115', 'safari16.4'];
const pages = entries.filter((entry) => !/\/(?:relay|sandbox|testing)/.test(entry));

/** What a page loads of the kit and its libraries, written for these engines. */
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
  });
  return outputFiles[0]?.text ?? '';
}

beforeAll(() => buildKit(), 120_000);

test('no file of a page needs to be made older for the oldest browsers that docs/requirements.md names', async () => {
  const asWritten = await bundle(['esnext']);
  expect(asWritten.length).toBeGreaterThan(100_000);
  expect(await bundle(oldest)).toBe(asWritten);
  expect(await bundle(['chrome80'])).not.toBe(asWritten);
  const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  for (const engine of oldest) expect(text).toContain(`| ${/[\d.]+$/.exec(engine)?.[0]} |`);
});
