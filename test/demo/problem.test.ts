import { TransportError, WalletError } from 'countersign';
import { expect, test } from 'vitest';
import { explain } from '../../demo/page/problem.ts';
import { RequestError } from '../../demo/page/requests.ts';

const refused = (code: string, retryAfter: number | null = null, status = 400): RequestError =>
  new RequestError({ status, code, message: 'SECRET' }, retryAfter);

test('a lack of money leads to adding some, a request without an answer to trying again, a lost payment to looking', () => {
  const lost = new TransportError('OUTCOME_UNKNOWN', 'x', { nextStep: 'retry' });
  const errors = [refused('INSUFFICIENT_FUNDS'), refused('NETWORK_FAILED', null, 0), lost];
  expect(errors.map((error) => explain(error).action)).toEqual(['fund', 'retry', 'look']);
});

test('too many requests have to wait before the same press, and say so', () => {
  expect(explain(refused('RATE_LIMITED', 30, 429))).toMatchObject({ action: 'retry', waitSeconds: 30 });
  expect(explain(refused('RATE_LIMITED', 30, 429)).advice).toContain('30 seconds');
});

test('a refused payload offers no other press', () => {
  expect(explain(new WalletError('PAYLOAD_MISMATCH', 'x', { nextStep: 'restart' })).action).toBe('support');
});

test('the service’s field errors are kept for their fields', () => {
  const errors = [{ field: 'accountInfo.routingNumber', message: 'must have 9 digits' }];
  const error = new RequestError({ status: 400, code: 'INVALID_INPUT', message: 'x', details: { errors } }, null);
  expect(explain(error).fields).toEqual(errors);
});

test('what nobody foresaw still says what to do, and never repeats its message', () => {
  for (const error of [new Error('SECRET'), 'SECRET', null, undefined, refused('NEW_CODE')]) {
    const { title, advice } = explain(error);
    expect(title).not.toBe('');
    expect(`${title} ${advice}`).not.toContain('SECRET');
  }
});
