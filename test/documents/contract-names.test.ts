/** The names in which the forms of the contract differ stand once in the sources, and docs/protocol.md lists them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractNames } from '../../src/kit/contract-names.ts';
import { root } from '../source-tree.ts';

test('the protocol lists each pair of names in which the forms of the contract differ, and no other', () => {
  const text = readFileSync(join(root, 'docs/protocol.md'), 'utf8');
  const [, table = ''] = /^\| Fact \| 21 August 2026 \| since mid-September 2026 \|\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const listed = [...table.matchAll(/\| `(\S+)` \| `(\S+)` \|$/gm)].map(([, older, newer]) => [older, newer]);
  const [older, newer] = [contractNames['2026-08'], contractNames['2026-09']];
  expect(listed).toEqual(Object.values(older).map((name, place) => [name, Object.values(newer)[place]]));
});
