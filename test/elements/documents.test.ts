import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, root } from '../source-tree.ts';

const page = readFileSync(join(root, 'docs/elements.md'), 'utf8');
const sources = readSources('src/elements');

test.for([
  ['events', /emit\('([a-z-]+)'/g],
  ['parts', /part="([a-z -]+)"/g],
  ['custom properties', /(--countersign-[a-z-]+)/g],
] as const)('docs/elements.md names all %s of the elements', ([, pattern]) => {
  const all = sources.flatMap(({ text }) => [...text.matchAll(pattern)].flatMap(([, found = '']) => found.split(' ')));
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((name) => !page.includes(`${name}\``))).toEqual([]);
});
