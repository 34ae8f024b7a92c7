import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFixedClock } from 'countersign-sandbox/testing';
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { passkeyAvailability } from '../../../src/kit/passkey/available.ts';
import { assertPasskey, registerPasskey } from '../../../src/kit/passkey/index.ts';

const bytes = (text: string): ArrayBuffer => encodeUtf8(text).buffer;
const text = (data: unknown): string => decodeUtf8(new Uint8Array(data as ArrayBuffer));
const create = vi.fn();
const get = vi.fn();
/** First argument that the browser got. */
const askedOf = (call: typeof create): unknown => call.mock.calls[0]?.[0];
const clock = createFixedClock({ now: 0 });
const challenge = encodeBase64url(encodeUtf8('issued by the relay'));

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  vi.stubGlobal('navigator', { credentials: { create, get } });
  create.mockReset();
  get.mockReset();
});

afterEach(() => vi.unstubAllGlobals());

const credential = (response: object) => ({
  id: 'cGFzc2tleQ',
  rawId: bytes('passkey'),
  type: 'public-key',
  response,
  getClientExtensionResults: () => ({}),
});

/** Asks while a script has planted names on `Object.prototype`, and returns those that reach the browser. */
async function plantedIn(call: typeof create, ask: () => Promise<unknown>): Promise<readonly string[]> {
  const parts: Readonly<Record<string, readonly string[]>> = {
    publicKey: ['attestationFormats', 'extensions', 'hints', ...(call === get ? ['rpId'] : [])],
    rp: ['id'],
    authenticatorSelection: ['authenticatorAttachment'],
    allowCredentials: ['transports'],
    excludeCredentials: ['transports'],
  };
  const names = new Set(Object.values(parts).flat());
  const shared = Object.getPrototypeOf({}) as Record<string, unknown>;
  const read: string[] = [];
  call.mockImplementation(({ publicKey }: { publicKey: Readonly<Record<string, unknown>> }) => {
    for (const [part, members] of Object.entries(parts)) {
      const found = (part === 'publicKey' ? publicKey : [publicKey[part]].flat()[0]) as typeof publicKey | undefined;
      read.push(...members.filter((name) => found?.[name] === 'planted').map((name) => `${part}.${name}`));
    }
    throw new DOMException('Closed.', 'NotAllowedError');
  });
  for (const name of names) shared[name] = 'planted';
  await expect(ask()).rejects.toMatchObject({ code: 'CANCELLED' });
  for (const name of names) delete shared[name];
  return read;
}

describe('whether a passkey can be had', () => {
  test('is no without WebAuthn', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    expect(await passkeyAvailability(clock)).toBe('no');
  });

  test('is elsewhere in an engine that cannot say whether the device has passkeys of its own', async () => {
    vi.stubGlobal('PublicKeyCredential', vi.fn());
    expect(await passkeyAvailability(clock)).toBe('elsewhere');
  });

  test('is elsewhere when the question fails, and here when the device says so', async () => {
    const answer = vi.fn<() => Promise<boolean>>();
    const isUserVerifyingPlatformAuthenticatorAvailable = answer;
    vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { isUserVerifyingPlatformAuthenticatorAvailable }));
    answer.mockRejectedValueOnce(new Error('not now')).mockResolvedValueOnce(true);
    expect(await passkeyAvailability(clock)).toBe('elsewhere');
    expect(await passkeyAvailability(clock)).toBe('here');
  });
});

describe('a new passkey', () => {
  const ask = (more: object = {}) =>
    registerPasskey({
      challenge,
      relyingParty: { name: 'Sample wallet' },
      user: {
        id: encodeBase64url(encodeUtf8('handle')),
        name: 'sample.customer@example.com',
        displayName: 'Sample Customer',
      },
      existing: [encodeBase64url(encodeUtf8('first')), encodeBase64url(encodeUtf8('second'))],
      timeoutMs: 60_000,
      clock,
      ...more,
    });
  const attested = (transports: unknown) =>
    credential({
      clientDataJSON: bytes('client data'),
      attestationObject: bytes('attestation'),
      ...(transports === undefined ? {} : { getTransports: () => transports }),
    });

  test('is asked for with the bytes of the challenge and handle, discoverable, verified, and not twice on one device', async () => {
    create.mockResolvedValue(attested(['internal']));
    await ask();
    const { publicKey } = askedOf(create) as { publicKey: PublicKeyCredentialCreationOptions };
    expect(text(publicKey.challenge)).toBe('issued by the relay');
    expect(text(publicKey.user.id)).toBe('handle');
    expect(publicKey.excludeCredentials?.map(({ id }) => text(id))).toEqual(['first', 'second']);
    expect(publicKey).toMatchObject({
      rp: { name: 'Sample wallet' },
      user: { name: 'sample.customer@example.com' },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: 60_000,
    });
    expect(publicKey.rp).not.toHaveProperty('id');
    expect(publicKey.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
  });

  test("is told in the service's names, base64url", async () => {
    create.mockResolvedValue(attested(['internal', 'hybrid', 'smart-card', 'future']));
    await expect(ask()).resolves.toEqual({
      credentialId: 'cGFzc2tleQ',
      clientDataJson: encodeBase64url(encodeUtf8('client data')),
      attestationObject: encodeBase64url(encodeUtf8('attestation')),
      transports: ['internal', 'hybrid'],
    });
  });

  test('is asked for without what a script has planted on prototypes', async () => {
    expect(await plantedIn(create, ask)).toEqual([]);
  });

  test('of a browser that knows no transports has none', async () => {
    create.mockResolvedValue(attested(undefined));
    await expect(ask()).resolves.toMatchObject({ transports: [] });
  });

  test('that the browser answers with nothing is a failure of the ceremony', async () => {
    create.mockResolvedValue(null);
    await expect(ask()).rejects.toMatchObject({ code: 'CEREMONY_FAILED', nextStep: 'retry' });
  });
});

describe('a sign-in', () => {
  const asked = '5f'.repeat(32);
  const ask = (more: object = {}) =>
    assertPasskey({ challenge: asked, credentialId: 'cGFzc2tleQ', timeoutMs: 60_000, clock, ...more });
  const signed = (userHandle: ArrayBuffer | null) =>
    credential({
      clientDataJSON: bytes('client data'),
      authenticatorData: bytes('data'),
      signature: bytes('signature'),
      userHandle,
    });

  test('signs the UTF-8 bytes of the challenge as it stands, by the one passkey it belongs to', async () => {
    get.mockResolvedValue(signed(null));
    await ask();
    const { publicKey } = askedOf(get) as { publicKey: PublicKeyCredentialRequestOptions };
    expect(text(publicKey.challenge)).toBe(asked);
    expect(publicKey.allowCredentials?.map(({ id, type }) => [text(id), type])).toEqual([['passkey', 'public-key']]);
    expect(publicKey).toMatchObject({ userVerification: 'required', timeout: 60_000 });
    expect(publicKey.rpId).toBeUndefined();
  });

  test('is asked for without what a script has planted on prototypes', async () => {
    expect(await plantedIn(get, ask)).toEqual([]);
  });

  test.each([
    ['not given', null],
    ['empty', new ArrayBuffer()],
  ])('leaves a user handle out that is %s, and never says null', async (_, handle) => {
    get.mockResolvedValue(signed(handle));
    const without = await ask();
    expect(without).toEqual({
      credentialId: 'cGFzc2tleQ',
      clientDataJson: encodeBase64url(encodeUtf8('client data')),
      authenticatorData: encodeBase64url(encodeUtf8('data')),
      signature: encodeBase64url(encodeUtf8('signature')),
    });
    expect(Object.keys(without)).not.toContain('userHandle');
    get.mockResolvedValue(signed(bytes('handle')));
    const { userHandle = '' } = await ask();
    expect(text(decodeBase64url(userHandle).buffer)).toBe('handle');
  });

  test('hands the browser a signal that a second ceremony aborts', async () => {
    get.mockImplementation(
      ({ signal }: CredentialRequestOptions) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const first = ask();
    const { signal } = askedOf(get) as { signal: AbortSignal };
    get.mockResolvedValue(signed(null));
    await ask();
    expect(signal.aborted).toBe(true);
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('that is aborted in the moment in which another begins leaves the prompt of the other alone', async () => {
    get.mockReturnValue(new Promise(() => undefined));
    const controller = new AbortController();
    const first = ask({ signal: controller.signal });
    const second = ask();
    controller.abort(new Error('left the page'));
    const signals = get.mock.calls.map(([options]) => (options as CredentialRequestOptions).signal?.aborted);
    expect(signals).toEqual([true, false]);
    await expect(first).rejects.toThrow('left the page');
    get.mockResolvedValue(signed(null));
    await ask();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('that is aborted aborts the prompt of the browser', async () => {
    get.mockReturnValue(new Promise(() => undefined));
    const controller = new AbortController();
    const outcome = ask({ signal: controller.signal });
    const { signal } = askedOf(get) as { signal: AbortSignal };
    controller.abort(new Error('left the page'));
    expect(signal.aborted).toBe(true);
    await expect(outcome).rejects.toThrow('left the page');
  });

  test.for([
    ['rp', { relyingPartyId: 'example.com' }],
    ['none', {}],
  ] as const)('names the relying party when it is told one: %s', async ([, more]) => {
    get.mockResolvedValue(signed(null));
    await ask(more);
    const { publicKey } = askedOf(get) as { publicKey: PublicKeyCredentialRequestOptions };
    expect(publicKey.rpId).toBe('relyingPartyId' in more ? 'example.com' : undefined);
  });
});
