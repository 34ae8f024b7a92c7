import { describe, expect, test } from 'vitest';
import { isSigningKey, parseRecord, withoutSession, type StoredSession } from '../../src/session/record.ts';
import { accountId, makeKey, noon } from './fixtures.ts';

const { privateKey, publicKey } = await makeKey();
const extractable = (await makeKey({ extractable: true })).privateKey;

const session: StoredSession = {
  sessionId: 'Session:1',
  credentialId: 'AuthMethod:1',
  credentialType: 'EMAIL_OTP',
  nickname: 'sample.customer@example.com',
  compressedPublicKeyHex: `03${'0f'.repeat(32)}`,
  signingKey: privateKey,
  lifetimeMs: 900_000,
  startedAt: noon,
  seenAt: noon,
};
const record = { schema: 1, accountId, lastCredentialId: 'AuthMethod:1', session };

describe('an account record', () => {
  test('is read as it was written, without members it does not know', () => {
    expect(parseRecord({ ...record, extra: 1, session: { ...session, extra: 1 } }, accountId)).toEqual(record);
  });

  test('may hold no session, and say how the last one ended', () => {
    const ended = withoutSession(parseRecord(record, accountId), accountId, {
      sessionId: 'Session:1',
      reason: 'expired',
    });
    expect(ended).toEqual({
      schema: 1,
      accountId,
      lastCredentialId: 'AuthMethod:1',
      ended: { sessionId: 'Session:1', reason: 'expired' },
    });
    expect(parseRecord(ended, accountId)).toEqual(ended);
    expect(withoutSession(undefined, accountId, undefined)).toEqual({ schema: 1, accountId });
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'record'],
    ['an older schema', { ...record, schema: 0 }],
    ['a newer schema', { ...record, schema: 2 }],
    ['no schema', { ...record, schema: undefined }],
    ['another account', { ...record, accountId: 'InternalAccount:other' }],
    ['an unknown end', { ...record, ended: { sessionId: 'Session:0', reason: 'lost' } }],
    ['the end of no session', { ...record, ended: { reason: 'expired' } }],
    ['an end that is no object', { ...record, ended: 'expired' }],
    ['an empty credential', { ...record, lastCredentialId: '' }],
    ['a null session', { ...record, session: null }],
  ])('is dropped when it holds %s', (_, value) => {
    expect(parseRecord(value, accountId)).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>]>([
    ['a key that became a plain object', { signingKey: {} }],
    ['a key that became null', { signingKey: null }],
    ['a public key in place of the private one', { signingKey: publicKey }],
    ['a key that could be exported', { signingKey: extractable }],
    ['an uncompressed public key', { compressedPublicKeyHex: `04${'0f'.repeat(64)}` }],
    ['an odd public key', { compressedPublicKeyHex: `03${'0f'.repeat(32)}0` }],
    ['no session id', { sessionId: '' }],
    ['no credential', { credentialId: undefined }],
    ['no credential type', { credentialType: 1 }],
    ['no nickname', { nickname: null }],
    ['no lifetime', { lifetimeMs: undefined }],
    ['a lifetime of nothing', { lifetimeMs: 0 }],
    ['a lifetime of more than a day', { lifetimeMs: 86_400_001 }],
    ['an endless lifetime', { lifetimeMs: Infinity }],
    ['a lifetime that is not a number', { lifetimeMs: Number.NaN }],
    ['a start before time', { startedAt: -1 }],
    ['no time of being seen', { seenAt: '2026' }],
  ])('is dropped whole when its session has %s', (_, members) => {
    expect(parseRecord({ ...record, session: { ...session, ...members } }, accountId)).toBeUndefined();
  });
});

describe('a signing key', () => {
  test('is a private key that signs and refuses export', async () => {
    expect(isSigningKey(privateKey)).toBe(true);
    const agreement = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
    expect(isSigningKey(agreement.privateKey)).toBe(false);
  });
});
