import { describe, expect, test } from 'vitest';
import { explain, type CeremonyKind } from '../../../src/kit/passkey/explain.ts';

const kinds = ['register', 'assert'] as const;
const inTime = (kind: CeremonyKind) => ({ kind, outOfTime: false });

/** The names that browsers reject with, and what the person hears: code, next step, and whether more time would have helped. */
const table: readonly (readonly [name: string, kind: CeremonyKind, code: string, nextStep: string])[] = [
  ['NotAllowedError', 'register', 'CANCELLED', 'retry'],
  ['NotAllowedError', 'assert', 'CANCELLED', 'retry'],
  ['AbortError', 'register', 'CANCELLED', 'retry'],
  ['AbortError', 'assert', 'CANCELLED', 'retry'],
  ['TimeoutError', 'register', 'PASSKEY_TIMED_OUT', 'retry'],
  ['TimeoutError', 'assert', 'PASSKEY_TIMED_OUT', 'retry'],
  ['InvalidStateError', 'register', 'ALREADY_REGISTERED', 'fix-input'],
  ['InvalidStateError', 'assert', 'PASSKEY_NOT_FOUND', 'retry'],
  ['ConstraintError', 'register', 'VERIFICATION_UNAVAILABLE', 'unsupported'],
  ['ConstraintError', 'assert', 'VERIFICATION_UNAVAILABLE', 'unsupported'],
  ['NotSupportedError', 'register', 'VERIFICATION_UNAVAILABLE', 'unsupported'],
  ['NotSupportedError', 'assert', 'VERIFICATION_UNAVAILABLE', 'unsupported'],
  ['SecurityError', 'register', 'DOMAIN_INVALID', 'configure'],
  ['SecurityError', 'assert', 'DOMAIN_INVALID', 'configure'],
  ['UnknownError', 'register', 'AUTHENTICATOR_FAILED', 'retry'],
  ['UnknownError', 'assert', 'AUTHENTICATOR_FAILED', 'retry'],
  ['NotReadableError', 'register', 'AUTHENTICATOR_FAILED', 'retry'],
  ['NotReadableError', 'assert', 'AUTHENTICATOR_FAILED', 'retry'],
  ['OperationError', 'register', 'PASSKEY_BUSY', 'retry'],
  ['OperationError', 'assert', 'PASSKEY_BUSY', 'retry'],
  ['DataError', 'register', 'CEREMONY_FAILED', 'retry'],
  ['DataError', 'assert', 'CEREMONY_FAILED', 'retry'],
];

describe("a browser's failure", () => {
  test.for(table)('%s of %s is %s, next step %s', ([name, kind, code, nextStep]) => {
    const cause = new DOMException('The browser said so.', name);
    const error = explain(cause, inTime(kind));
    expect(error).toMatchObject({ name: 'PasskeyError', code, nextStep });
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain('The browser said so.');
  });

  test.for(table)('%s of %s is the same under the wrapping of a library', ([name, kind, code, nextStep]) => {
    const cause = new DOMException('The browser said so.', name);
    const wrapped = Object.assign(new Error('Wrapped.', { cause }), { name });
    const error = explain(wrapped, inTime(kind));
    expect(error).toMatchObject({ code, nextStep });
    expect(error.cause).toBe(cause);
  });

  test('is its own, and not a cause that every object inherits', () => {
    const shared = Object.getPrototypeOf({}) as { cause?: unknown };
    shared.cause = new DOMException('', 'InvalidStateError');
    const cause = new DOMException('', 'NotAllowedError');
    const error = explain(cause, inTime('assert'));
    delete shared.cause;
    expect([error.code, error.cause]).toEqual(['CANCELLED', cause]);
  });

  test.for(kinds)('tells the end of the time of %s by the clock alone', (kind) => {
    for (const name of ['NotAllowedError', 'AbortError']) {
      const error = explain(new DOMException('', name), { kind, outOfTime: true });
      expect([name, error.code]).toEqual([name, 'PASSKEY_TIMED_OUT']);
    }
  });

  test.for(kinds)('that has a name of its own in %s keeps it after the time is over', (kind) => {
    for (const [name, , code] of table.filter((row) => row[1] === kind && row[2] !== 'CANCELLED')) {
      expect([name, explain(new DOMException('', name), { kind, outOfTime: true }).code]).toEqual([name, code]);
    }
  });
});

describe('what an extension throws in the place of the browser', () => {
  test('is known by its name, and leaves its words behind', () => {
    const error = explain(Object.assign(new Error('code 123456'), { name: 'NotAllowedError' }), inTime('assert'));
    expect(error.code).toBe('CANCELLED');
    expect(error.cause).toMatchObject({ message: 'NotAllowedError' });
  });

  test('is known by its name where it comes from another realm', () => {
    expect(explain({ name: 'InvalidStateError', message: 'x' }, inTime('register')).code).toBe('ALREADY_REGISTERED');
  });

  test.for([undefined, null, 'a text', 7, {}, { name: 7 }, new Error('x')])('is a plain failure as %s', (thrown) => {
    expect(explain(thrown, inTime('assert'))).toMatchObject({ code: 'CEREMONY_FAILED', nextStep: 'retry' });
  });
});
