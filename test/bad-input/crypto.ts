/** Every argument of every function of `countersign/crypto`. */
import * as crypto from 'countersign/crypto';
import { createTestEnclave, sealTo, scalarOf } from '../crypto/enclave.ts';
import type { Position } from './judge.ts';

const isUndefined = (value: unknown): boolean => value === undefined;
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.startsWith('\ud800');

/** The positions, with keys and bundles that are good but for the one argument. */
export async function cryptoPositions(): Promise<readonly Position[]> {
  const enclave = await createTestEnclave();
  const pair = await crypto.generateClientKeyPair();
  const other = await crypto.generateClientKeyPair();
  const bundle = await enclave.bundle();
  const sealed = await sealTo(pair, scalarOf(9));
  const value = await crypto.stamp('payload', pair);
  const good = { otpCode: '000000', publicKeyHex: pair.publicKeyHex, enclaveKeys: [enclave.quorumHex] };
  const position = (title: string, names: RegExp, call: Position['call'], more: Partial<Position> = {}): Position => ({
    title,
    names,
    call,
    ...more,
  });
  return [
    position('generateClientKeyPair: options', /options/, (bad) => crypto.generateClientKeyPair(bad as never), {
      good: (bad) => isUndefined(bad) || (typeof bad === 'object' && bad !== null),
    }),
    position(
      'generateClientKeyPair: uses',
      /options\.uses/,
      (bad) => crypto.generateClientKeyPair({ uses: bad as never }),
      {
        good: (bad) => bad === undefined || bad === null,
      },
    ),
    position('importClientKeyPair: scalar', /scalar/, (bad) => crypto.importClientKeyPair(bad as never)),
    position(
      'importClientKeyPair: uses',
      /options\.uses/,
      (bad) => crypto.importClientKeyPair(scalarOf(1), { uses: bad as never }),
      {
        good: (bad) => bad === undefined || bad === null,
      },
    ),
    position('verifyEnclaveBundle: bundle', /bundle/, (bad) => crypto.verifyEnclaveBundle(bad as never, good)),
    position('verifyEnclaveBundle: options', /options/, (bad) => crypto.verifyEnclaveBundle(bundle, bad as never)),
    position('verifyEnclaveBundle: enclaveKeys', /enclaveKeys/, (bad) =>
      crypto.verifyEnclaveBundle(bundle, { enclaveKeys: bad as never }),
    ),
    position('verifyEnclaveBundle: a key', /enclaveKeys/, (bad) =>
      crypto.verifyEnclaveBundle(bundle, { enclaveKeys: [bad as never] }),
    ),
    position('encryptOtp: bundle', /otpEncryptionTargetBundle/, (bad) => crypto.encryptOtp(bad as never, good)),
    position('encryptOtp: options', /options/, (bad) => crypto.encryptOtp(bundle, bad as never)),
    position('encryptOtp: otpCode', /otpCode/, (bad) => crypto.encryptOtp(bundle, { ...good, otpCode: bad as never })),
    position('encryptOtp: publicKeyHex', /publicKeyHex/, (bad) =>
      crypto.encryptOtp(bundle, { ...good, publicKeyHex: bad as never }),
    ),
    position('openSessionSigningKey: sealed key', /encryptedSessionSigningKey/, (bad) =>
      crypto.openSessionSigningKey(bad as never, pair),
    ),
    position('openSessionSigningKey: key pair', /clientKeyPair/, (bad) =>
      crypto.openSessionSigningKey(sealed, bad as never),
    ),
    position('openSessionSigningKey: another key', /agreementKey/, (bad) =>
      crypto.openSessionSigningKey(sealed, bad === undefined ? other : { ...pair, agreementKey: bad as never }),
    ),
    position('openSessionSigningKey: publicKeyHex', /publicKeyHex/, (bad) =>
      crypto.openSessionSigningKey(sealed, { ...pair, publicKeyHex: bad as never }),
    ),
    position('stamp: payload', /payloadToSign/, (bad) => crypto.stamp(bad as never, pair), { good: isText }),
    position('stamp: key', /key/, (bad) => crypto.stamp('payload', bad as never)),
    position('stamp: signingKey', /signingKey/, (bad) =>
      crypto.stamp('payload', { ...pair, signingKey: bad as never }),
    ),
    position('stamp: compressedPublicKeyHex', /compressedPublicKeyHex/, (bad) =>
      crypto.stamp('payload', { ...pair, compressedPublicKeyHex: bad as never }),
    ),
    position('verifyStamp: stamp', /stampValue/, (bad) => crypto.verifyStamp(bad as never, 'payload')),
    position('verifyStamp: payload', /payload/, (bad) => crypto.verifyStamp(value, bad as never)),
    position('inspectPayload: payload', /payloadToSign/, (bad) => crypto.inspectPayload(bad as never), {
      sync: true,
      good: (bad) => isText(bad) && !String(bad).startsWith('{'),
    }),
  ];
}
