import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources, root, walk, type SyntaxNode } from './source-tree.ts';

const read = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');
const titlesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\*"([^"]+)"\*/g)].map(([, title = '']) => title.replaceAll(/\s+/g, ' '));
const text = read('security.md');

/** Every text in a test file that may be a title: of a test, a group, or a row of a table. */
const titles = new Set<string>();
for (const { body, imports } of readSources('test')) {
  if (!imports.some(({ specifier }) => specifier === 'vitest')) continue;
  walk(body, (node: SyntaxNode) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') titles.add(node['value']);
  });
}

test.each([
  ['security.md', 100],
  ['content-security-policy.md', 4],
  ['enclave-keys.md', 4],
])('docs/%s names tests that are there', (name, least) => {
  const named = titlesIn(read(name));
  expect(named.length).toBeGreaterThan(least);
  expect(named.filter((title) => !titles.has(title))).toEqual([]);
});

describe('docs/security.md', () => {
  test('names a test for each statement of its tables, also for what an attacker can do', () => {
    const tables = text.split('\n\n').filter((part) => /^\|.*\| Shown by \|\n/.test(part));
    const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
    expect(tables.length).toBeGreaterThan(8);
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => !/\*"[^"]+"\*/.test(row))).toEqual([]);
  });
});
