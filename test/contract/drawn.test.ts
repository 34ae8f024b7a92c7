import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { casesOf } from '../properties.ts';
import { report } from '../report.ts';
import type { ContractFacts } from './compare.ts';
import { drawRequests } from './drawn.ts';
import { factsOfForm } from './forms.ts';
import { exceptions, refusals } from './exceptions.ts';

test.each(['spec', 'grid'] as const)(
  'of the requests drawn from the facts of %s no valid one is refused and no forbidden one accepted, but for listed reasons',
  async (profile) => {
    const text = readFileSync(new URL(`facts/${profile}.json`, import.meta.url), 'utf8');
    const facts = profile === 'grid' ? factsOfForm('2026-08') : (JSON.parse(text) as ContractFacts);
    const drawn = await drawRequests(profile, facts, casesOf(50), profile === 'grid' ? '2026-08' : undefined);
    const { valid, forbidden, refused, accepted, answers, events, differences } = drawn;
    report(
      `${profile}: ${String(valid)} valid and ${String(forbidden)} forbidden requests, ${String(events.total)} webhooks`,
    );
    const reasons = Object.values(refusals[profile]);
    expect(refused.filter((refusal) => !reasons.some((reason) => reason.test(refusal)))).toEqual([]);
    expect(accepted).toEqual([]);
    const listed = Object.values(exceptions[profile]).flat();
    expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
    for (const total of [valid, forbidden, answers.total, events.total]) expect(total).toBeGreaterThan(casesOf(25));
  },
  3_600_000,
);
