import { describe, expect, test, vi } from 'vitest';
import { seal } from '../../../src/kit/crypto/login/hpke.ts';
import { openOtpBundle, signEnclaveBundle } from '../../../src/kit/crypto/service/index.ts';
import { encryptOtp, generateClientKeyPair, verifyEnclaveBundle } from '../../../src/kit/crypto/index.ts';
import { decodeHex, encodeHex, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { createTestEnclave, hex, refusal } from './enclave.ts';
import { publicHandling, watched, withSubtle } from './watched-engine.ts';

const enclave = await createTestEnclave(1);
const stranger = await createTestEnclave(50);
const client = await generateClientKeyPair({ uses: ['sign'] });
const pinned = { enclaveKeys: [enclave.quorumHex] };
const request = { ...pinned, otpCode: '000000', publicKeyHex: client.publicKeyHex };
const good = await enclave.bundle();
const fields = JSON.parse(good) as Readonly<
  Record<'version' | 'data' | 'dataSignature' | 'enclaveQuorumPublic', string>
>;

describe('an enclave bundle', () => {
  test('is accepted under any of several pins, compressed or not, in either case', async () => {
    const compressed = `0${2 + (Number.parseInt(enclave.quorumHex.slice(-1), 16) % 2)}${enclave.quorumHex.slice(2, 66)}`;
    for (const enclaveKeys of [
      [enclave.quorumHex.toUpperCase()],
      [compressed],
      [stranger.quorumHex, compressed],
      [compressed, stranger.quorumHex],
    ]) {
      const data = await verifyEnclaveBundle(good, { enclaveKeys });
      expect(data).toEqual({ targetPublic: enclave.target.publicKeyHex });
      expect(Object.isFrozen(data)).toBe(true);
    }
  });

  test('by a key that is not pinned is refused, though its own signature is right', async () => {
    const refused = expect(verifyEnclaveBundle(await stranger.bundle(), pinned)).rejects;
    await refused.toThrow(refusal('BUNDLE_KEY_NOT_PINNED'));
    await refused.toThrow("pin the service's key");
  });

  test('that names the pinned key but was signed by another is refused', async () => {
    const forged = await signEnclaveBundle(
      { targetPublic: stranger.target.publicKeyHex },
      { enclavePublicKeyHex: enclave.quorumHex, sign: stranger.sign },
    );
    await expect(verifyEnclaveBundle(forged, pinned)).rejects.toThrow(refusal('BUNDLE_SIGNATURE_INVALID'));
  });

  test.each([['v1.0.1'], ['v2.0.0'], ['V1.0.0'], ['1.0.0'], [''], [1], [null], [undefined]])(
    'of the version %j is refused: only the known one is read',
    async (version) => {
      const bundle = JSON.stringify({ ...fields, version });
      await expect(verifyEnclaveBundle(bundle, pinned)).rejects.toThrow(refusal('BUNDLE_MALFORMED'));
    },
  );

  describe('for an organization and a user', () => {
    const named = { organizationId: 'our-organization', userId: 'our-user' };

    test('is accepted by whom it names, by whoever expects nobody, and where it names nobody', async () => {
      await expect(verifyEnclaveBundle(await enclave.bundle(named), { ...pinned, ...named })).resolves.toBeDefined();
      await expect(verifyEnclaveBundle(await enclave.bundle(named), pinned)).resolves.toMatchObject(named);
      await expect(verifyEnclaveBundle(good, { ...pinned, ...named })).resolves.toBeDefined();
      await expect(encryptOtp(await enclave.bundle(named), { ...request, ...named })).resolves.toBeDefined();
    });

    test.each([
      ['another organization', { ...named, organizationId: 'other' }],
      ['another user', { ...named, userId: 'other' }],
      ['the organization in another case', { ...named, organizationId: 'Our-organization' }],
      ['a user that is null', { ...named, userId: null }],
      ['a list of users', { ...named, userId: ['our-user'] }],
    ])('is refused when it names %s', async (_what, other) => {
      const bundle = await enclave.bundle(other);
      await expect(verifyEnclaveBundle(bundle, { ...pinned, ...named })).rejects.toThrow(refusal('BUNDLE_MISMATCH'));
      await expect(encryptOtp(bundle, { ...request, ...named })).rejects.toThrow(refusal('BUNDLE_MISMATCH'));
    });
  });

  test('whose signature is over the hex text instead of the bytes is refused', async () => {
    const dataSignature = JSON.parse(
      await signEnclaveBundle(
        {},
        { enclavePublicKeyHex: enclave.quorumHex, sign: () => enclave.sign(encodeUtf8(fields.data)) },
      ),
    ) as { dataSignature: string };
    const bundle = JSON.stringify({ ...fields, dataSignature: dataSignature.dataSignature });
    await expect(verifyEnclaveBundle(bundle, pinned)).rejects.toThrow(refusal('BUNDLE_SIGNATURE_INVALID'));
  });

  test('with other data under the same signature is refused', async () => {
    const data = encodeHex(encodeUtf8(JSON.stringify({ targetPublic: stranger.target.publicKeyHex })));
    await expect(verifyEnclaveBundle(JSON.stringify({ ...fields, data }), pinned)).rejects.toThrow(
      refusal('BUNDLE_SIGNATURE_INVALID'),
    );
  });

  test.each([
    ['empty', ''],
    ['no JSON', 'not JSON'],
    ['cut off', good.slice(0, -1)],
    ['in quotes of its own', `'${good}'`],
    ['encoded twice', JSON.stringify(good)],
    ['an array', `[${good}]`],
    ['null', 'null'],
    ['without data', JSON.stringify({ ...fields, data: undefined })],
    ['without a signature', JSON.stringify({ ...fields, dataSignature: undefined })],
    ['with an empty signature', JSON.stringify({ ...fields, dataSignature: '' })],
    ['without a key', JSON.stringify({ ...fields, enclaveQuorumPublic: undefined })],
    ['with a key that is no text', JSON.stringify({ ...fields, enclaveQuorumPublic: 4 })],
    ['with an empty key', JSON.stringify({ ...fields, enclaveQuorumPublic: '' })],
    ['with a key off the curve', JSON.stringify({ ...fields, enclaveQuorumPublic: `04${'1'.repeat(128)}` })],
    ['with odd hex', JSON.stringify({ ...fields, data: `${fields.data}0` })],
    ['with hex that is none', JSON.stringify({ ...fields, data: `zz${fields.data}` })],
    ['with bytes after the signature', JSON.stringify({ ...fields, dataSignature: `${fields.dataSignature}00` })],
    ['with its data in a list', JSON.stringify({ ...fields, data: [fields.data] })],
    ['with its signature in a list', JSON.stringify({ ...fields, dataSignature: [fields.dataSignature] })],
    ['with its key in a list', JSON.stringify({ ...fields, enclaveQuorumPublic: [fields.enclaveQuorumPublic] })],
    ['with a field twice', `{"data":"00",${good.slice(1)}`],
    ['too long', JSON.stringify({ ...fields, padding: ' '.repeat(70_000) })],
  ])('that is %s is refused as unreadable', async (_what, bundle) => {
    await expect(verifyEnclaveBundle(bundle, pinned)).rejects.toThrow(refusal('BUNDLE_MALFORMED'));
  });

  test.each([
    ['no JSON', 'text'],
    ['an array', '[]'],
    ['a number', '1'],
    ['ambiguous', '{"targetPublic":"","targetPublic":""}'],
    ['not UTF-8', null],
  ])('whose signed data is %s is refused as unreadable', async (_what, data) => {
    const message = data === null ? Uint8Array.of(0x22, 0xff, 0x22) : encodeUtf8(data);
    const signed = JSON.parse(
      await signEnclaveBundle({}, { enclavePublicKeyHex: enclave.quorumHex, sign: () => enclave.sign(message) }),
    ) as object;
    await expect(verifyEnclaveBundle(JSON.stringify({ ...signed, data: encodeHex(message) }), pinned)).rejects.toThrow(
      refusal('BUNDLE_MALFORMED'),
    );
  });

  test.each([
    [undefined],
    [{}],
    [{ enclaveKeys: [] }],
    [{ enclaveKeys: enclave.quorumHex }],
    [{ enclaveKeys: [1] }],
    [{ enclaveKeys: [enclave.quorumHex, 1] }],
  ])('is not looked at without pins: %j is a mistake of the caller', async (options) => {
    await expect(verifyEnclaveBundle(good, options as unknown as typeof pinned)).rejects.toThrow(TypeError);
  });

  test('is not looked at with a pin that is no point', async () => {
    await expect(verifyEnclaveBundle(good, { enclaveKeys: [enclave.quorumHex, '04'] })).rejects.toThrow(
      refusal('POINT_INVALID'),
    );
  });

  test.each([[undefined], [null], [4], [{}]] as readonly unknown[][])(
    'must be a string: %j is a mistake of the caller',
    async (bundle) => {
      await expect(verifyEnclaveBundle(bundle as string, pinned)).rejects.toThrow(/^bundle must be a string/);
    },
  );
});

describe('the encryption of a code', () => {
  test('takes another ephemeral key each time, and each time the target reads the same', async () => {
    const bundles = [await encryptOtp(good, request), await encryptOtp(good, request)];
    expect(
      new Set(bundles.map((bundle) => (JSON.parse(bundle) as { encappedPublic: string }).encappedPublic)).size,
    ).toBe(2);
    for (const bundle of bundles) {
      expect(bundle).toMatch(/^\{"encappedPublic":"04[0-9a-f]{128}","ciphertext":"[0-9a-f]+"\}$/);
      expect((await openOtpBundle(bundle, enclave.target))?.otpCode).toBe('000000');
    }
  });

  test('wipes the bytes of the code and of the key that seals it, and no private key can be exported', async () => {
    const { subtle } = crypto;
    // Found in no other text that is encoded.
    const code = { ...request, otpCode: '194837' };
    const used: string[] = [];
    const sealed: Uint8Array[] = [];
    const engine = watched(subtle, used);
    const spy = {
      ...engine,
      importKey(...given: Parameters<SubtleCrypto['importKey']>) {
        if (given[2] === 'AES-GCM') sealed.push(new Uint8Array(given[1] as ArrayBuffer));
        return (engine['importKey'] as SubtleCrypto['importKey'])(...given);
      },
      encrypt(...given: Parameters<SubtleCrypto['encrypt']>) {
        const [, , plaintext] = given;
        sealed.push(plaintext instanceof ArrayBuffer ? new Uint8Array(plaintext) : (plaintext as Uint8Array));
        return subtle.encrypt(...given);
      },
    };
    const encode = vi.spyOn(TextEncoder.prototype, 'encode');
    await withSubtle(spy, () => encryptOtp(good, code));
    const written = encode.mock.calls.flatMap(([text], call) => {
      const result = encode.mock.results[call]?.value as Uint8Array;
      return text?.includes(code.otpCode) ? [result] : [];
    });
    encode.mockRestore();
    // Buffers that were written, and the arguments of WebCrypto.
    const nothing: unknown = expect.stringMatching(/^(00){100,}$/);
    expect([...written, ...sealed].map(hex)).toEqual([nothing, '00'.repeat(32), nothing]);
    expect(new Set(used.filter((call) => /true|export/.test(call)))).toEqual(new Set(publicHandling));
  });

  test('names the public key uncompressed and in lower case, however it was given', async () => {
    const bundle = await encryptOtp(good, { ...request, publicKeyHex: client.publicKeyHex.toUpperCase() });
    expect((await openOtpBundle(bundle, enclave.target))?.publicKeyHex).toBe(client.publicKeyHex);
  });

  test.each(['', '123', '1234567890123', ' 000000', '000000\n', '00 00', '００００００', '"}'])(
    'refuses the code %j before anything else',
    async (otpCode) => {
      await expect(encryptOtp('', { ...request, otpCode })).rejects.toThrow(refusal('OTP_INVALID'));
    },
  );

  test.each(['1234', 'aB3xYz', '123456789012'])('takes the code %j', async (otpCode) => {
    const bundle = await encryptOtp(good, { ...request, otpCode });
    expect((await openOtpBundle(bundle, enclave.target))?.otpCode).toBe(otpCode);
  });

  test.each([
    ['compressed', client.compressedPublicKeyHex],
    ['off the curve', `04${'1'.repeat(128)}`],
    ['empty', ''],
    ['no hex', `04${'g'.repeat(128)}`],
  ])('refuses a public key that is %s', async (_what, publicKeyHex) => {
    await expect(encryptOtp(good, { ...request, publicKeyHex })).rejects.toThrow(refusal('POINT_INVALID'));
  });

  test.each([
    ['without a target', { targetPublic: undefined }, 'BUNDLE_MALFORMED'],
    ['with a target that is no text', { targetPublic: 4 }, 'BUNDLE_MALFORMED'],
    ['with a compressed target', { targetPublic: enclave.target.compressedPublicKeyHex }, 'BUNDLE_MALFORMED'],
    ['with a target off the curve', { targetPublic: `04${'1'.repeat(128)}` }, 'POINT_INVALID'],
  ])('refuses a signed bundle %s', async (_what, changes, code) => {
    await expect(encryptOtp(await enclave.bundle(changes), request)).rejects.toThrow(refusal(code));
  });

  test.each([
    ['an export', { encappedPublic: '04', ciphertext: '00', organizationId: 'organization' }],
    ['an import of a wallet', { walletId: 'wallet' }],
    ['a purpose that is not known', { purpose: 'import' }],
  ])('refuses a message that the enclave signed for %s, though it names a target', async (_what, changes) => {
    await expect(encryptOtp(await enclave.bundle(changes), request)).rejects.toThrow(refusal('BUNDLE_MISMATCH'));
  });

  test('refuses an unpinned key before anything is encrypted', async () => {
    await expect(encryptOtp(await stranger.bundle(), request)).rejects.toThrow(refusal('BUNDLE_KEY_NOT_PINNED'));
  });

  test.each([
    ['otpEncryptionTargetBundle', undefined, request],
    ['options', good, undefined],
    ['options.otpCode', good, { ...request, otpCode: 0 }],
    ['options.publicKeyHex', good, { ...request, publicKeyHex: undefined }],
    ['options.enclaveKeys', good, { ...request, enclaveKeys: undefined }],
  ])('names the argument %s when it has the wrong type', async (argument, bundle, options) => {
    await expect(encryptOtp(bundle as string, options as unknown as typeof request)).rejects.toThrow(
      new RegExp(`^${argument} must`),
    );
  });
});

describe('an encrypted code', () => {
  test.each([
    ['empty', '{}'],
    ['no JSON', 'text'],
    ['null', 'null'],
    ['with an empty key', JSON.stringify({ encappedPublic: '', ciphertext: '00' })],
    ['too long', ' '.repeat(70_000)],
  ])('that is %s is refused by the other side', async (_what, bundle) => {
    expect(await openOtpBundle(bundle, enclave.target)).toBeNull();
  });

  test.each([
    ['a code that is no text', { otp_code: 0, public_key: client.publicKeyHex }],
    ['a key that is no text', { otp_code: '000000', public_key: 4 }],
    ['no key', { otp_code: '000000' }],
  ])('that holds %s is refused', async (_what, content) => {
    const { enc, ciphertext } = await seal(
      encodeUtf8(JSON.stringify(content)),
      decodeHex(enclave.target.publicKeyHex),
      await generateClientKeyPair({ uses: ['agree'] }),
    );
    const bundle = JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) });
    expect(await openOtpBundle(bundle, enclave.target)).toBeNull();
  });

  test('for another target is refused', async () => {
    const bundle = await encryptOtp(good, request);
    expect(await openOtpBundle(bundle, stranger.target)).toBeNull();
  });
});
