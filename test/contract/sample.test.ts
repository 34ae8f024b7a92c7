import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differencesOf } from './check.ts';
import type { ContractFacts } from './compare.ts';
import { sampleOf } from './sample.ts';

test.each(['spec', 'grid'])(
  'what is drawn for a request of %s fits its fact, with the fewest fields and with all',
  (profile) => {
    const text = readFileSync(new URL(`facts/${profile}.json`, import.meta.url), 'utf8');
    const { operations, types } = JSON.parse(text) as ContractFacts;
    for (const { body } of Object.values(operations)) {
      for (const includes of [() => true, () => false]) {
        if (body !== null) expect(differencesOf(sampleOf(body, { types, includes }), body, types)).toEqual([]);
      }
    }
  },
);
