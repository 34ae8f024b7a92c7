import { describe, expect, test } from 'vitest';
import { isSigningKey, readRecord, salvagedRecord, type StoredSession } from '../../src/session/record.ts';
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
const leaving = {
  sessionId: 'Session:0',
  compressedPublicKeyHex: session.compressedPublicKeyHex,
  signingKey: privateKey,
  endsAt: noon + 900_000,
  afterStamps: true,
};
const record = { schema: 2, accountId, lastCredentialId: 'AuthMethod:1', session, leaving: [leaving] };

describe('an account record', () => {
  test('is read as it was written', () => {
    expect(readRecord(record, accountId)).toEqual(record);
  });

  test('may hold no session, and say how the last one ended', () => {
    const ended = {
      schema: 2,
      accountId,
      lastSignOut: 'Session:1',
      ended: { sessionId: 'Session:1', reason: 'signed-out', at: noon },
      leaving: [],
    };
    expect(readRecord(ended, accountId)).toEqual(ended);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'record'],
    ['an older schema', { ...record, schema: 1 }],
    ['no schema', { ...record, schema: undefined }],
    ['another account', { ...record, accountId: 'InternalAccount:other' }],
    ['an unknown end', { ...record, ended: { sessionId: 'Session:0', reason: 'lost', at: noon } }],
    ['an end without a time', { ...record, ended: { sessionId: 'Session:0', reason: 'expired' } }],
    ['no list of sessions to revoke', { ...record, leaving: undefined }],
    ['an empty sign-out', { ...record, lastSignOut: '' }],
    ['an end that is no object', { ...record, ended: 'expired' }],
    ['an empty credential', { ...record, lastCredentialId: '' }],
    ['a null session', { ...record, session: null }],
  ])('is dropped when it holds %s', (_, value) => {
    expect(readRecord(value, accountId)).toBeUndefined();
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
    ['an id that is no text', { ids: { userId: 1 } }],
    ['an id that is too long', { ids: { walletId: 'x'.repeat(201) } }],
  ])('is dropped whole when its session has %s', (_, members) => {
    expect(readRecord({ ...record, session: { ...session, ...members } }, accountId)).toBeUndefined();
  });
});

describe('a session to revoke', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a key that became a plain object', { signingKey: {} }],
    ['no session id', { sessionId: '' }],
    ['an end that is not a time', { endsAt: Number.NaN }],
    ['no word on stamps', { afterStamps: 1 }],
  ])('with %s is left out, and the record is read', (_, members) => {
    expect(readRecord({ ...record, leaving: [leaving, { ...leaving, ...members }] }, accountId)).toEqual(record);
  });
});

describe('a record of a newer schema', () => {
  test.each([{ ...record, schema: 3 }, { schema: 99 }])('is told from one that is broken', (value) => {
    expect(readRecord(value, accountId)).toBe('newer');
  });
});

describe('what takes the place of a broken record', () => {
  test('says that a session was lost where there was one', () => {
    const empty = { schema: 2, accountId, leaving: [] };
    expect(salvagedRecord({ ...record, schema: 1 }, accountId, noon)).toEqual({
      ...empty,
      ended: { reason: 'storage-lost', at: noon },
    });
    expect(salvagedRecord('garbage', accountId, noon)).toEqual(empty);
    expect(salvagedRecord({ schema: 1 }, accountId, noon)).toEqual(empty);
  });
});

describe('a signing key', () => {
  test('is a private key that signs and refuses export', async () => {
    expect(isSigningKey(privateKey)).toBe(true);
    const agreement = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
    expect(isSigningKey(agreement.privateKey)).toBe(false);
  });
});
