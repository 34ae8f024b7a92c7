import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { buildKit } from '../package/consumer.ts';
import { root } from '../source-tree.ts';

beforeAll(() => buildKit(), 120_000);

test('the declarations of the sandbox need no DOM library', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const settings = '--ignoreConfig --noEmit --lib ES2022 --types node --module NodeNext --skipLibCheck false'.split(
    ' ',
  );
  const entries = ['dist/sandbox/index.d.ts', 'dist/sandbox/node.d.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, ...settings, ...entries], { cwd: root });
  expect(stdout).toBe('');
}, 60_000);
