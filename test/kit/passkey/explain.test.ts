import { describe, expect, test } from 'vitest';
import { explain, type CeremonyKind } from '../../../src/kit/passkey/explain.ts';

const kinds = ['register', 'assert'] as const;
const inTime = (kind: CeremonyKind) => ({ kind, outOfTime: false });

/** The names that browsers reject with, and what the person hears: code and next step, one for both kinds or one for each. */
const ofBoth: Readonly<Record<string, readonly [code: string, nextStep: string]>> = {
  NotAllowedError: ['CANCELLED', 'retry'],
  AbortError: ['CANCELLED', 'retry'],
  TimeoutError: ['PASSKEY_TIMED_OUT', 'retry'],
  ConstraintError: ['VERIFICATION_UNAVAILABLE', 'unsupported'],
  NotSupportedError: ['VERIFICATION_UNAVAILABLE', 'unsupported'],
  SecurityError: ['DOMAIN_INVALID', 'configure'],
  UnknownError: ['AUTHENTICATOR_FAILED', 'retry'],
  NotReadableError: ['AUTHENTICATOR_FAILED', 'retry'],
  OperationError: ['PASSKEY_BUSY', 'retry'],
  DataError: ['CEREMONY_FAILED', 'retry'],
};
const table: readonly (readonly [name: string, kind: CeremonyKind, code: string, nextStep: string])[] = [
  ...Object.entries(ofBoth).flatMap(([name, told]) => kinds.map((kind) => [name, kind, ...told] as const)),
  ['InvalidStateError', 'register', 'ALREADY_REGISTERED', 'fix-input'],
  ['InvalidStateError', 'assert', 'PASSKEY_NOT_FOUND', 'retry'],
];

describe("a browser's failure", () => {
  test.for(table)(
    '%s of %s is %s, next step %s, also under the wrapping of a library',
    ([name, kind, code, nextStep]) => {
      const cause = new DOMException('The browser said so.', name);
      const error = explain(cause, inTime(kind));
      expect(error).toMatchObject({ name: 'PasskeyError', code, nextStep });
      expect(error.cause).toBe(cause);
      expect(error.message).not.toContain('The browser said so.');
      const wrapped = Object.assign(new Error('Wrapped.', { cause }), { name });
      expect(explain(wrapped, inTime(kind))).toMatchObject({ code, nextStep, cause });
    },
  );

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
