import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ContractFacts } from './compare.ts';
import { exceptions } from './exceptions.ts';
import { factsOfForm } from './forms.ts';
import { observe } from './observe.ts';
import { unsupportedOperations } from '../../sandbox/src/service/contracts/grid-unsupported.ts';

const read = (profile: string): ContractFacts =>
  JSON.parse(readFileSync(new URL(`facts/${profile}.json`, import.meta.url), 'utf8')) as ContractFacts;
const factsOf = (profile: 'spec' | 'grid'): ContractFacts =>
  profile === 'grid' ? factsOfForm('2026-08') : read(profile);
// The default is another one day.
const contract = { spec: undefined, grid: '2026-08' } as const;

describe.each(['spec', 'grid'] as const)('the sandbox in profile %s', (profile) => {
  test('differs from the facts of its contract in nothing but the listed exceptions, each of which occurs', async () => {
    const facts = factsOf(profile);
    const { answers, requests, events, examples, differences } = await observe(profile, facts, contract[profile]);
    const listed = Object.values(exceptions[profile]).flat();
    expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
    expect(listed.filter((difference) => !differences.includes(difference))).toEqual([]);
    for (const { total } of [answers, requests, events]) expect(total).toBeGreaterThan(50);
    expect(examples.total).toBe(Object.values(facts.operations).flatMap((one) => Object.keys(one.examples)).length);
  }, 60_000);
});

test('every other operation of the public document is one that the sandbox answers with 501', () => {
  const listed = unsupportedOperations.map(({ method, path, name }) => [`${method} ${path}`, name]);
  const others = Object.entries(factsOf('grid').others).map(([key, name]) => [key.replace(/\{(\w+)\}/g, ':$1'), name]);
  expect(listed).toEqual(others);
});
