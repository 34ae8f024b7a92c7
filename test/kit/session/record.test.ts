import { describe, expect, test } from 'vitest';
import {
  ended,
  isSigningKey,
  readRecord,
  type AccountRecord,
  type StoredSession,
} from '../../../src/kit/session/record.ts';
import { makeKey, noon } from './fixtures.ts';

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
};
const ids = { organizationId: 'organization', userId: 'user' };
const record: AccountRecord = { epoch: 'one', session, lastCredentialId: 'AuthMethod:1', ids };

describe('a record', () => {
  test.each<[string, unknown]>([
    ['a session', record],
    ['no session, and how the last one ended', { epoch: 'one', ended: 'signed-out', lastCredentialId: 'AuthMethod:1' }],
    ['a sign-in that has begun', { epoch: 'one' }],
    [
      'the longest text and life',
      { ...record, session: { ...session, lifetimeMs: 86_400_000, startedAt: 0 }, ids: { userId: 'x'.repeat(400) } },
    ],
  ])('is read as it was written with %s, and inherits nothing', (_, value) => {
    const read = readRecord(value);
    expect(read).toEqual(value);
    for (const part of [read, read?.ids ?? read]) expect(Object.getPrototypeOf(part)).toBeNull();
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'record'],
    ['no epoch', { ...record, epoch: undefined }],
    ['an inherited epoch', Object.create({ epoch: 'one' })],
    ['an unknown end', { epoch: 'one', ended: 'lost' }],
    ['an empty credential', { ...record, lastCredentialId: '' }],
    ['a null session', { ...record, session: null }],
    ['an id that is no text', { ...record, ids: { ...ids, userId: 1 } }],
    ['an id that is too long', { ...record, ids: { walletId: 'x'.repeat(401) } }],
  ])('is none when it holds %s', (_, value) => {
    expect(readRecord(value)).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>]>([
    ['a key that became a plain object', { signingKey: {} }],
    ['a key that became null', { signingKey: null }],
    ['a public key in place of the private one', { signingKey: publicKey }],
    ['a key that could be exported', { signingKey: extractable }],
    ['an uncompressed public key', { compressedPublicKeyHex: `04${'0f'.repeat(64)}` }],
    ['more than a public key', { compressedPublicKeyHex: `0${session.compressedPublicKeyHex}` }],
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
    ['a start that is not a number', { startedAt: '0' }],
    ['a start before time', { startedAt: -1 }],
  ])('is none when its session has %s', (_, members) => {
    expect(readRecord({ ...record, session: { ...session, ...members } })).toBeUndefined();
  });
});

describe('an end', () => {
  test('is that of its session alone, in the same epoch', () => {
    const { session: _, ...rest } = record;
    expect(ended('Session:1', 'expired')(record)).toEqual({ ...rest, ended: 'expired' });
    expect(ended('Session:2', 'revoked')(record)).toBeUndefined();
    for (const other of [undefined, { epoch: 'one' }]) expect(ended('Session:1', 'revoked')(other)).toBeUndefined();
  });
});

test('a signing key is a private key that signs and refuses export', async () => {
  expect(isSigningKey(privateKey)).toBe(true);
  const agreement = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  expect(isSigningKey(agreement.privateKey)).toBe(false);
  expect(isSigningKey(await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']))).toBe(false);
});
