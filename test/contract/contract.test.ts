import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unsupportedOperations } from '../../sandbox/src/service/contracts/grid-unsupported.ts';
import { casesOf } from '../properties.ts';
import { report } from '../report.ts';
import type { ContractFacts } from './compare.ts';
import { drawRequests } from './drawn.ts';
import { exceptions, laterExceptions, refusals } from './exceptions.ts';
import { factsOfForm } from './forms.ts';
import { observe } from './observe.ts';

const specification = (): ContractFacts =>
  JSON.parse(readFileSync(new URL('facts/spec.json', import.meta.url), 'utf8')) as ContractFacts;

const forms = [
  { form: 'spec', draws: 50, excepted: exceptions.spec },
  { form: '2026-08', draws: 50, excepted: exceptions.grid },
  { form: '2026-09', draws: 10, excepted: laterExceptions },
  { form: '2026-10', draws: 10, excepted: laterExceptions },
] as const;

describe.each(forms)('the sandbox in the form $form', ({ form, draws, excepted }) => {
  const profile = form === 'spec' ? 'spec' : 'grid';
  const contract = form === 'spec' ? undefined : form;
  const facts = form === 'spec' ? specification() : factsOfForm(form);
  const listed = Object.values(excepted).flat();

  test('differs from the facts of its contract in nothing but the listed exceptions, each of which occurs', async () => {
    const { answers, requests, events, examples, differences } = await observe(profile, facts, contract);
    expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
    expect(listed.filter((difference) => !differences.includes(difference))).toEqual([]);
    for (const { total } of [answers, requests, events]) expect(total).toBeGreaterThan(50);
    expect(examples.total).toBe(Object.values(facts.operations).flatMap((one) => Object.keys(one.examples)).length);
  }, 60_000);

  test('refuses no valid drawn request and accepts no forbidden one, but for listed reasons', async () => {
    const drawn = await drawRequests(profile, facts, casesOf(draws), contract);
    const { valid, forbidden, refused, accepted, answers, events, differences } = drawn;
    report(
      `${form}: ${String(valid)} valid and ${String(forbidden)} forbidden requests, ${String(events.total)} webhooks`,
    );
    const reasons = Object.values(refusals[profile]);
    expect(refused.filter((refusal) => !reasons.some((reason) => reason.test(refusal)))).toEqual([]);
    expect(accepted).toEqual([]);
    expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
    for (const total of [valid, forbidden, answers.total, events.total])
      expect(total).toBeGreaterThan(casesOf(draws / 2));
  }, 3_600_000);
});

test('the changes lead from the document to each form', () => {
  const [august, september, october] = (['2026-08', '2026-09', '2026-10'] as const).map((month) => factsOfForm(month));
  expect(august?.types['Error404']).toMatchObject({ 'message!': 'string', reason: 'string' });
  expect(september?.types['Error404']).not.toHaveProperty('message!');
  expect(september?.types['Card']).toMatchObject({ 'customerId!': 'string', 'status!': '#CardStatus' });
  expect(september?.types['Card']).not.toHaveProperty('state!');
  expect(september?.types['CardTransactionStatus']).not.toContain('REFUNDED');
  expect(october?.types['CardStatus']).toContain('PENDING');
  expect(Object.keys(october?.operations['POST /quotes']?.answers ?? {})).toContain('200');
});

test('every other operation of the public document is one that the sandbox answers with 501', () => {
  const listed = unsupportedOperations.map(({ method, path, name }) => [`${method} ${path}`, name]);
  const { others } = factsOfForm('2026-08');
  expect(listed).toEqual(Object.entries(others).map(([key, name]) => [key.replace(/\{(\w+)\}/g, ':$1'), name]));
});
