import { CryptoError, SessionError, TransportError, WalletError } from 'countersign';
import { describe, expect, test } from 'vitest';
import { explain } from '../../demo/page/problem.ts';
import { RequestError } from '../../demo/page/requests.ts';

const refused = (status: number, platformCode: string, retryAfter?: number): TransportError =>
  new TransportError('REFUSED', 'Refused.', {
    nextStep: 'fix-input',
    status,
    platformCode,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

describe('explain', () => {
  test('a wrong code leaves the person at the code, with words about the code', () => {
    const problem = explain(new WalletError('CODE_WRONG', 'x', { nextStep: 'fix-input' }), 'code');
    expect(problem).toMatchObject({ title: 'This code is not right, or has expired', action: 'none' });
    expect(problem.advice).toContain('ask for a new one');
  });

  test('too many wrong codes ask for a new one, and too many requests say how long to wait', () => {
    expect(explain(new WalletError('CODE_EXHAUSTED', 'x', { nextStep: 'restart' }), 'code').action).toBe('new-code');
    expect(explain(refused(429, 'RATE_LIMITED', 30)).advice).toContain('Wait 30 seconds first.');
  });

  test('a failed chunk, an ended session, a quote that ran out and a lack of money have words of their own', () => {
    const chunk = explain(new WalletError('CHUNK_UNAVAILABLE', 'x', { nextStep: 'retry' }));
    const session = explain(new SessionError('SESSION_EXPIRED'));
    const quote = explain(refused(409, 'QUOTE_EXPIRED'), 'pay');
    const funds = explain(new RequestError({ status: 400, code: 'INSUFFICIENT_FUNDS', message: 'x' }, null));
    expect([chunk.action, session.action, quote.action, funds.action]).toEqual([
      'retry',
      'sign-in',
      'new-quote',
      'fund',
    ]);
    expect(new Set([chunk, session, quote, funds].map(({ title }) => title)).size).toBe(4);
    expect(explain(new WalletError('QUOTE_EXPIRED', 'x', { nextStep: 'restart' })).title).toBe(quote.title);
  });

  test('a refused payload and an unknown enclave offer no way on', () => {
    expect(explain(new WalletError('PAYLOAD_MISMATCH', 'x', { nextStep: 'restart' })).action).toBe('none');
    expect(explain(new CryptoError('BUNDLE_KEY_NOT_PINNED', 'x')).action).toBe('none');
  });

  test('a lost answer to a payment is asked about again, one to a sign-in starts over', () => {
    const lost = new TransportError('OUTCOME_UNKNOWN', 'x', { nextStep: 'retry' });
    expect(explain(lost, 'pay').action).toBe('retry');
    expect(explain(lost, 'code').action).toBe('new-code');
  });

  test('the service’s field errors are kept for their fields', () => {
    const errors = [{ field: 'accountInfo.routingNumber', message: 'must have 9 digits' }];
    const error = new RequestError({ status: 400, code: 'INVALID_INPUT', message: 'x', details: { errors } }, null);
    expect(explain(error).fields).toEqual(errors);
  });

  test('what nobody foresaw still says what to do, and never repeats its message', () => {
    for (const error of [
      new Error('SECRET'),
      'SECRET',
      null,
      new RequestError({ status: 500, code: 'X', message: 'SECRET' }, null),
    ]) {
      const problem = explain(error);
      expect(JSON.stringify(problem)).not.toContain('SECRET');
      expect(problem.action).toBe('retry');
      expect(problem.advice).not.toBe('');
    }
  });
});
