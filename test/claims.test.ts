import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-tree.ts';

test('each claim of an earlier test is held by a test that is there, or has a reason to be gone', () => {
  const rows = readFileSync(join(root, 'test/claims.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /));
  expect(rows.length).toBeGreaterThan(85);
  const missing = rows.filter(([, held = '']) => {
    const [, file, title] = /^`([\w./-]+\.ts)`: (.+)$/.exec(held) ?? [];
    if (file === undefined) return held.length < 20;
    return !readFileSync(join(root, 'test', file), 'utf8')
      .replaceAll("\\'", "'")
      .includes(title ?? '');
  });
  expect(missing).toEqual([]);
});
