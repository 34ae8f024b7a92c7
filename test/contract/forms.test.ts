import { describe, expect, test } from 'vitest';
import { casesOf } from '../properties.ts';
import { drawRequests } from './drawn.ts';
import { laterExceptions, refusals } from './exceptions.ts';
import { factsOfForm } from './forms.ts';
import { observe } from './observe.ts';

const listed = Object.values(laterExceptions).flat();

describe.each(['2026-09', '2026-10'] as const)('the sandbox in the contract of %s', (month) => {
  const facts = factsOfForm(month);

  test('differs from the facts of that form in nothing but the listed exceptions, each of which occurs', async () => {
    const { answers, requests, events, differences } = await observe('grid', facts, month);
    expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
    expect(listed.filter((difference) => !differences.includes(difference))).toEqual([]);
    for (const { total } of [answers, requests, events]) expect(total).toBeGreaterThan(50);
  }, 60_000);

  test('refuses no valid drawn request and accepts no forbidden one, but for listed reasons', async () => {
    const { refused, accepted, differences } = await drawRequests('grid', facts, casesOf(10), month);
    const reasons = Object.values(refusals.grid);
    expect(refused.filter((refusal) => !reasons.some((reason) => reason.test(refusal)))).toEqual([]);
    expect(accepted).toEqual([]);
    expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
  }, 120_000);
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
