import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSource, root, walk, type SyntaxNode } from './source-tree.ts';

const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const named = [...text.matchAll(/`(test\/[\w./-]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }));
const titles = new Map<string, ReadonlySet<string>>();

describe('docs/security.md', () => {
  test('names tests that are there', () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ file, title }) => !titlesOf(file).has(title))).toEqual([]);
  });

  test('names a test for each statement of its tables', () => {
    const rows = text.split('\n').filter((line) => /^\| (?!---|Statement|Gap)/.test(line));
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => !/`test\/[\w./-]+` "[^"]+"/.test(row))).toEqual([]);
  });

  test('has no name of a test that is written in another way', () => {
    const files = [...text.matchAll(/`test\/[\w./-]+\.test\.ts`/g)].length;
    expect(files - named.length).toBe(1);
  });
});

/** Every text in a test file that may be a title: of a test, a group, or a row of a table. */
function titlesOf(file: string): ReadonlySet<string> {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const found = new Set<string>();
  if (existsSync(join(root, file))) {
    walk(readSource(file).body, (node: SyntaxNode) => {
      if (node.type === 'Literal' && typeof node['value'] === 'string') found.add(node['value']);
    });
  }
  titles.set(file, found);
  return found;
}
