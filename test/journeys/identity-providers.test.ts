import {
  createMemoryStore,
  type ApprovalQuestion,
  type CreateWalletOptions,
  type OAuthAttempt,
  type Wallet,
  type WalletEvent,
} from 'countersign';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeBase64url, encodeUtf8 } from '../../src/kit/encoding/index.ts';
import { deferred } from '../kit/session/fixtures.ts';
import { atRest, countCryptoCalls } from '../rest.ts';
import { link, tokenOf } from './identities.ts';
import { createTabStore } from './tabs.ts';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';

type Profile = 'spec' | 'grid';
beforeAll(countCryptoCalls);

const linked = new Map<Profile, Promise<{ readonly snapshot: string; readonly credentialId: string }>>();

/** A bench whose account has an identity, and a browser in which nobody has signed in yet. The first of a profile adds the identity. */
async function createLinked(options: Partial<CreateWalletOptions> = {}, profile: Profile = 'spec') {
  const bench = await createTestBench({ profile });
  const known = linked.get(profile) ?? linkOnce(bench);
  linked.set(profile, known);
  const { snapshot, credentialId } = await known;
  await bench.sandbox.restore(snapshot);
  return { bench, credentialId, wallet: bench.newWallet({ refreshBefore: false, ...options }) };
}

async function linkOnce(bench: TestBench) {
  const owner = await signedIn(bench);
  const credentialId = await link(bench, owner);
  owner.close();
  return { snapshot: await bench.sandbox.snapshot(), credentialId };
}

const sessions = async (bench: TestBench): Promise<number> =>
  (await bench.platform('GET', `/auth/sessions?accountId=${bench.accountId}`)).body.data.length;

/** Answers to the sign-ins that were sent with a token; a code is answered by 202 first. */
const verifications = async (bench: TestBench): Promise<readonly (number | null)[]> =>
  (await bench.requests())
    .filter(({ path, leg, status }) => path.endsWith('/verify') && leg === 1 && status !== 202)
    .map(({ status }) => status);

/** Lets requests of one kind wait. */
function holding(bench: TestBench, which: RegExp) {
  const [reached, opened] = [deferred<void>(), deferred<void>()];
  const fetch: NonNullable<CreateWalletOptions['fetch']> = async (url, init) => {
    if (which.test(url)) {
      reached.resolve();
      await opened.promise;
    }
    return bench.pageFetch(url, init);
  };
  return { reached: reached.promise, open: () => opened.resolve(), fetch };
}

test('a sign-in with a token that the service is still at is sent again, the same, until it has its session', async () => {
  const { bench, wallet } = await createLinked();
  await bench.fault({ path: '/auth/credentials/*/verify', leg: 1, status: 200, body: { status: 'PROCESSING' } });
  const attempt = await wallet.oauth.begin();
  const signingIn = attempt.verify(await tokenOf(bench, attempt));
  await atRest();
  expect(await verifications(bench)).toEqual([200]);
  bench.clock.advance(1_000);
  await expect(signingIn).resolves.toMatchObject({ credentialType: 'OAUTH' });
  expect(await verifications(bench)).toEqual([200, 200]);
});

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  test('an identity is added, signs in with a key of this browser, pays, and is removed', async () => {
    const bench = await createTestBench({ profile });
    const owner = await signedIn(bench);
    const adding = await owner.oauth.begin();
    const added = await owner.credentials.addOAuth(adding, await tokenOf(bench, adding, { email: 'me@example.com' }));
    expect(added).toMatchObject({ type: 'OAUTH', nickname: 'me@example.com', accountId: bench.accountId });

    const wallet = bench.newWallet();
    const attempt = await wallet.oauth.begin({ audience: 'countersign-demo' });
    expect(attempt.nonce).toMatch(/^[0-9a-f]{64}$/);
    const session = await attempt.verify(await tokenOf(bench, attempt));
    expect(session).toMatchObject({ credentialId: added.id, credentialType: 'OAUTH', nickname: 'me@example.com' });
    await wallet.quote.execute(await bench.quote(1_000_000));
    expect((await bench.requests()).findLast(({ path }) => path.endsWith('/execute'))?.signedBy).toBe(
      session.compressedPublicKeyHex,
    );

    await expect(wallet.credentials.remove(added.id, { type: 'OAUTH' })).rejects.toMatchObject({
      code: 'CREDENTIAL_IN_USE',
    });
    await owner.credentials.remove(added.id, { type: 'OAUTH' });
    expect((await owner.credentials.list()).map(({ type }) => type)).toEqual(['EMAIL_OTP']);
    await expect(wallet.session.refresh()).rejects.toMatchObject({ nextStep: 'reauthenticate' });
    const late = await bench.newWallet().oauth.begin();
    await expect(late.verify(await tokenOf(bench, late))).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
  });

  test('a token that was stolen opens no session with a key of the thief', async () => {
    const { bench, wallet, credentialId } = await createLinked({}, profile);
    const idToken = await tokenOf(bench, await wallet.oauth.begin());
    const before = await sessions(bench);
    // By the kit, and past it.
    const thief = await bench.newWallet().oauth.begin();
    await expect(thief.verify(idToken)).rejects.toMatchObject({ code: 'ID_TOKEN_MISMATCH' });
    const clientPublicKey = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
    const body = { type: 'OAUTH', oidcToken: idToken, clientPublicKey };
    expect(await bench.page('POST', `/auth/credentials/${credentialId}/verify`, body)).toMatchObject({ status: 401 });
    expect(await sessions(bench)).toBe(before);
  });
});

const expired = { code: 'ID_TOKEN_EXPIRED', nextStep: 'restart' };
const invalid = { code: 'ID_TOKEN_INVALID', nextStep: 'restart' };
const mismatch = { code: 'ID_TOKEN_MISMATCH', nextStep: 'restart' };
const bytesOf = (claims: object | string): string =>
  encodeBase64url(encodeUtf8(typeof claims === 'string' ? claims : JSON.stringify(claims)));
const head = bytesOf({ alg: 'ES256' });

describe('a token that can not open a session is refused before it is sent:', () => {
  let bench: TestBench;
  let owner: Wallet;
  beforeAll(async () => {
    ({ bench } = await createLinked());
    owner = await signedIn(bench);
  });

  test.each<[string, object, (attempt: OAuthAttempt) => Promise<string> | string]>([
    ['for another attempt', mismatch, () => tokenOf(bench, { nonce: '0'.repeat(64) })],
    ['without a nonce', mismatch, () => `${head}.${bytesOf({ sub: 'a' })}.c2ln`],
    ['for another application', mismatch, (attempt) => tokenOf(bench, attempt, { audience: 'other' })],
    ['a minute old', expired, (attempt) => tokenOf(bench, attempt, { ageMs: 60_000 })],
    ['past its end', expired, ({ nonce }) => `${head}.${bytesOf({ nonce, aud: 'countersign-demo', exp: 1 })}.c2ln`],
    ['that is an access token', invalid, () => 'ya29.a0AfH6SMBx'],
    ['that is empty', invalid, () => ''],
    ['without a signature', invalid, ({ nonce }) => `${head}.${bytesOf({ nonce })}.`],
    ['with the algorithm none', invalid, ({ nonce }) => `${bytesOf({ alg: 'none' })}.${bytesOf({ nonce })}.c2ln`],
    ['with two nonces', invalid, ({ nonce }) => `${head}.${bytesOf(`{"nonce":"","nonce":"${nonce}"}`)}.c2ln`],
    ['of more than 8 KiB', invalid, ({ nonce }) => `${head}.${bytesOf({ nonce, name: 'x'.repeat(8_192) })}.c2ln`],
  ])('one %s', async (_, refusal, make) => {
    const events: WalletEvent[] = [];
    const wallet = bench.newWallet({ onEvent: (event) => void events.push(event) });
    const attempt = await wallet.oauth.begin({ audience: 'countersign-demo' });
    const before = await sessions(bench);
    const idToken = await make(attempt);
    const error: unknown = await attempt.verify(idToken).catch((refused: unknown) => refused);
    expect(error).toMatchObject({ name: 'WalletError', ...refusal });
    expect(await verifications(bench)).toEqual([]);
    expect([await sessions(bench), wallet.state().status]).toEqual([before, 'signed-out']);
    const said = JSON.stringify([error, String(error), events, await bench.requests()]);
    if (idToken !== '') expect(said).not.toContain(idToken);
    // Nor is it signed for.
    const adding = await owner.oauth.begin({ audience: 'countersign-demo' });
    const signed = (await bench.requests()).filter(({ leg }) => leg === 2).length;
    await expect(owner.credentials.addOAuth(adding, await make(adding))).rejects.toMatchObject(refusal);
    expect((await bench.requests()).filter(({ leg }) => leg === 2)).toHaveLength(signed);
  });

  test('and one that is no text, or an attempt of somebody else, is the mistake of a program', async () => {
    const wallet = bench.newWallet();
    const attempt = await wallet.oauth.begin();
    await expect(attempt.verify(undefined as never)).rejects.toThrow(new TypeError('idToken must be a string'));
    const forged = { ...attempt };
    await expect(owner.credentials.addOAuth(forged, await tokenOf(bench, attempt))).rejects.toThrow('attempt must be');
    for (const wrong of [
      { audience: 1 },
      { continue: {} },
      { continue: null },
      { credentialId: 'none' },
      { nonce: '' },
    ])
      await expect(wallet.oauth.begin(wrong as never)).rejects.toThrow(/credentialId|oauth\.begin/);
  });

  test("by the service's time: a device whose clock is wrong signs in, and where no time is told the service refuses", async () => {
    const wallet = bench.newWallet();
    bench.clock.jump(3_600_000);
    const attempt = await wallet.oauth.begin();
    await attempt.verify(await tokenOf(bench, attempt));
    const timeless = bench.newWallet({
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        const headers = new Headers(answer.headers);
        headers.delete('Date');
        return new Response(answer.body, { status: answer.status, headers });
      },
    });
    const other = await timeless.oauth.begin();
    const refused = other.verify(await tokenOf(bench, other, { ageMs: 60_000 }));
    await expect(refused).rejects.toMatchObject({ name: 'TransportError', status: 401, nextStep: 'restart' });
  });
});

describe('a sign-in', () => {
  test.each(['before', 'after'] as const)('whose answer is lost (%s it was done) starts over', async (drop) => {
    const { bench, wallet } = await createLinked();
    const attempt = await wallet.oauth.begin();
    await bench.fault({ method: 'POST', path: '/auth/credentials/*/verify', drop });
    await expect(attempt.verify(await tokenOf(bench, attempt))).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      nextStep: 'restart',
    });
    const again = await wallet.oauth.begin();
    await again.verify(await tokenOf(bench, again));
    expect(wallet.state().status).toBe('signed-in');
  });

  test('does not outlive a sign-out that was pressed after it', async () => {
    const { bench } = await createLinked();
    const { reached, open, fetch } = holding(bench, /\/verify$/);
    const store = createTabStore();
    const tab = bench.newWallet({ store, fetch });
    const other = await signedIn(bench, { store });
    const attempt = await tab.oauth.begin();
    const signingIn = attempt.verify(await tokenOf(bench, attempt));
    await reached;
    await other.session.revoke();
    open();
    await expect(signingIn).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(tab.state().status).toBe('signed-out');
  });

  test('that is pressed twice is done once', async () => {
    const { bench, wallet } = await createLinked();
    const attempt = await wallet.oauth.begin();
    const idToken = await tokenOf(bench, attempt);
    const [first, second] = await Promise.all([attempt.verify(idToken), attempt.verify(idToken)]);
    expect(first).toBe(second);
    expect(await verifications(bench)).toEqual([200]);
  });

  test('with another token, or for another identity, is refused while one is checked', async () => {
    const { bench, wallet: other } = await createLinked();
    const { reached, open, fetch } = holding(bench, /\/verify$/);
    const wallet = bench.newWallet({ refreshBefore: false, fetch });
    other.close();
    const attempt = await wallet.oauth.begin();
    const idToken = await tokenOf(bench, attempt);
    const signingIn = attempt.verify(idToken);
    await reached;
    const busy = { code: 'BUSY', nextStep: 'retry' };
    const second = await tokenOf(bench, attempt, { subject: 'second-subject' });
    await expect(attempt.verify(second)).rejects.toMatchObject(busy);
    const credentialId = 'AuthMethod:00000000-0000-4000-8000-00000000000a';
    await expect(attempt.verify(idToken, { credentialId })).rejects.toMatchObject(busy);
    open();
    await signingIn;
    expect(await verifications(bench)).toEqual([200]);
  });

  test('of an account with several identities needs a choice, and knows the one last used', async () => {
    const { bench, credentialId } = await createLinked();
    const owner = await signedIn(bench);
    const second = await link(bench, owner, 'second-subject');
    const store = createTabStore();
    const wallet = bench.newWallet({ store });
    const attempt = await wallet.oauth.begin();
    const idToken = await tokenOf(bench, attempt, { subject: 'second-subject' });
    await expect(attempt.verify(idToken)).rejects.toMatchObject({
      name: 'WalletError',
      code: 'OAUTH_CHOICE_REQUIRED',
      nextStep: 'fix-input',
      credentials: [{ id: credentialId }, { id: second }],
    });
    // The service knows whose token it is.
    await expect(attempt.verify(idToken, { credentialId })).rejects.toMatchObject({ status: 401, nextStep: 'restart' });
    await attempt.verify(idToken, { credentialId: second });
    await wallet.session.revoke();
    const again = await bench.newWallet({ store }).oauth.begin();
    const token = await tokenOf(bench, again, { subject: 'second-subject' });
    expect(await again.verify(token)).toMatchObject({ credentialId: second });
  });

  test('with a sealed answer, which this key can not open, is refused', async () => {
    const { bench } = await createLinked();
    const wallet = bench.newWallet({
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        if (!url.endsWith('/verify')) return answer;
        const body = (await answer.json()) as object;
        return Response.json({ ...body, encryptedSessionSigningKey: 'w'.repeat(110) }, answer);
      },
    });
    const attempt = await wallet.oauth.begin();
    await expect(attempt.verify(await tokenOf(bench, attempt))).rejects.toMatchObject({
      code: 'SIGNATURE_NOT_EXPECTED',
    });
    expect(wallet.state().status).toBe('signed-out');
  });
});

describe('an attempt that is kept', () => {
  const keptKeys = (store: ReturnType<typeof createTabStore>): Promise<readonly string[]> => store.keys('oauth:');

  test('goes on after a reload, beside another one, and is over once it was used', async () => {
    const { bench } = await createLinked();
    const store = createTabStore();
    const before = bench.newWallet({ store });
    const [one, other] = [await before.oauth.begin(), await before.oauth.begin()];
    const kept = JSON.parse(JSON.stringify([await one.keep(), await other.keep()]));
    before.close();
    expect(one.nonce).not.toBe(other.nonce);

    const page = bench.newWallet({ store });
    const back = await page.oauth.begin({ continue: kept[0], audience: 'countersign-demo' });
    expect(back.nonce).toBe(one.nonce);
    await expect(back.verify(await tokenOf(bench, other))).rejects.toMatchObject(mismatch);
    expect(await keptKeys(store)).toHaveLength(2);
    await back.verify(await tokenOf(bench, one));
    expect(await keptKeys(store)).toEqual([expect.stringContaining(kept[1].attemptId)]);
    await expect(page.oauth.begin({ continue: kept[0] })).rejects.toMatchObject(expired);

    const second = await bench.newWallet({ store }).oauth.begin({ continue: kept[1] });
    await second.verify(await tokenOf(bench, other));
    expect(await keptKeys(store)).toEqual([]);
  });

  test('holds a key that can not be exported', async () => {
    const { bench } = await createLinked();
    const store = createTabStore();
    await (await bench.newWallet({ store }).oauth.begin()).keep();
    const [name = ''] = await keptKeys(store);
    const value = (await store.read(name)) as { key: { signingKey: CryptoKey } };
    expect(value.key.signingKey).toMatchObject({ type: 'private', extractable: false, usages: ['sign'] });
  });

  test('is over after ten minutes, and its key goes when the next page opens', async () => {
    const { bench } = await createLinked();
    const store = createTabStore();
    const wallet = bench.newWallet({ store });
    const kept = await (await wallet.oauth.begin()).keep();
    await (await wallet.oauth.begin()).keep();
    wallet.close();
    bench.clock.advance(10 * 60_000 - 1);
    const page = bench.newWallet({ store });
    await page.oauth.begin({ continue: kept });
    bench.clock.advance(1);
    await expect(page.oauth.begin({ continue: kept })).rejects.toMatchObject(expired);
    await (await bench.newWallet({ store }).emailOtp.begin()).verify('000000');
    await atRest();
    expect(await keptKeys(store)).toEqual([]);
  });

  test('is deleted by a sign-out, and by a sign-in whose answer was lost', async () => {
    const { bench } = await createLinked();
    const store = createTabStore();
    const wallet = await signedIn(bench, { store });
    const attempt = await wallet.oauth.begin();
    const kept = await attempt.keep();
    await wallet.session.revoke();
    await atRest();
    expect(await keptKeys(store)).toEqual([]);
    await expect(wallet.oauth.begin({ continue: kept })).rejects.toMatchObject(expired);

    await attempt.keep();
    await bench.fault({ method: 'POST', path: '/auth/credentials/*/verify', drop: 'after' });
    await expect(attempt.verify(await tokenOf(bench, attempt))).rejects.toMatchObject({ nextStep: 'restart' });
    expect(await keptKeys(store)).toEqual([]);
  });

  test('is refused where the store gives back another thing than its key', async () => {
    const { bench } = await createLinked();
    const store = createTabStore();
    const wallet = bench.newWallet({ store });
    const kept = await (await wallet.oauth.begin()).keep();
    const [name = ''] = await keptKeys(store);
    for (const broken of [{}, { signingKey: {} }, null]) {
      await store.update(name, (value) => ({ ...(value as object), key: broken }));
      await expect(wallet.oauth.begin({ continue: kept })).rejects.toMatchObject(expired);
    }
  });

  test('can not be where nothing survives a reload', async () => {
    const { wallet } = await createLinked({ store: createMemoryStore() });
    const attempt = await wallet.oauth.begin();
    await expect(attempt.keep()).rejects.toMatchObject({ name: 'SessionError', code: 'STORE_UNAVAILABLE' });
  });
});

describe('adding an identity', () => {
  test.each(['before', 'after'] as const)('whose answer is lost (%s it was done) is looked up', async (drop) => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const attempt = await wallet.oauth.begin();
    await bench.fault({ method: 'POST', path: '/auth/credentials', leg: 2, drop });
    const added = await wallet.credentials.addOAuth(attempt, await tokenOf(bench, attempt));
    expect((await wallet.credentials.list()).filter(({ type }) => type === 'OAUTH')).toEqual([added]);
  });

  test.each([
    [{ email: 'me@example.com' }, { email: 'me@example.com', emailVerified: true }],
    [{ subject: 'abcdef123456' }, { subject: 'abcdef' }],
  ])('asks whose it is: a token with %j is %j', async (claims, whose) => {
    const bench = await createTestBench();
    const asked: ApprovalQuestion[] = [];
    const approve = (question: ApprovalQuestion): boolean => {
      asked.push(question);
      return question.intent !== 'credential.add-oauth';
    };
    const wallet = await signedIn(bench, { approve });
    const attempt = await wallet.oauth.begin();
    const token = await tokenOf(bench, attempt, claims);
    await expect(wallet.credentials.addOAuth(attempt, token)).rejects.toMatchObject({ code: 'NOT_APPROVED' });
    const { expectation, compared } = asked.at(-1) ?? {};
    expect(expectation).toEqual({ issuer: expect.stringMatching(/^https?:/) as string, ...whose });
    expect(new Set(Object.values(compared ?? {}))).toEqual(new Set(['equal']));
  });

  test('by a token that the service refuses is no fault of the back-end: the provider is asked again', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const attempt = await wallet.oauth.begin();
    const [head, claims] = (await tokenOf(bench, attempt)).split('.');
    const refused = wallet.credentials.addOAuth(attempt, `${head}.${claims}.c2lnbmF0dXJl`);
    await expect(refused).rejects.toMatchObject({ code: 'REFUSED', status: 401, nextStep: 'restart' });
  });
});
