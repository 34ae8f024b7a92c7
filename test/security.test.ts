import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources, root, walk, type SyntaxNode } from './source-tree.ts';

const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const named = [...text.matchAll(/\*"([^"]+)"\*/g)].map(([, title = '']) => title);

/** Every text in a test file that may be a title: of a test, a group, or a row of a table. */
const titles = new Set<string>();
for (const { path, body } of readSources('test')) {
  if (!path.endsWith('.test.ts')) continue;
  walk(body, (node: SyntaxNode) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') titles.add(node['value']);
  });
}

describe('docs/security.md', () => {
  test('names tests that are there', () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
  });

  test('names a test for each statement of its tables', () => {
    const rows = text.split('\n').filter((line) => /^\| (?!---|Statement|Gap)/.test(line));
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => !/\*"[^"]+"\*/.test(row))).toEqual([]);
  });
});
