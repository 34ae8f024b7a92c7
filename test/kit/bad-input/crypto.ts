/** Every argument of every function of `countersign/crypto`. */
import * as crypto from 'countersign/crypto';
import { createTestEnclave, sealTo, scalarOf } from '../crypto/enclave.ts';
import {
  isNothing,
  isObject,
  isText,
  never,
  orNothing,
  rejecting,
  throwing,
  type Good,
  type Position,
} from './judge.ts';

const isPayload: Good = (value) => isText(value) && !String(value).startsWith('\ud800');

/** The positions, with keys and bundles that are good but for the one argument. */
export async function cryptoPositions(): Promise<readonly Position[]> {
  const enclave = await createTestEnclave();
  const pair = await crypto.generateClientKeyPair();
  const other = await crypto.generateClientKeyPair();
  const bundle = await enclave.bundle();
  const sealed = await sealTo(pair, scalarOf(9));
  const value = await crypto.stamp('payload', pair);
  const good = { otpCode: '000000', publicKeyHex: pair.publicKeyHex, enclaveKeys: [enclave.quorumHex] };
  const { encryptOtp, generateClientKeyPair, importClientKeyPair, openSessionSigningKey: open } = crypto;
  const { stamp, verifyEnclaveBundle, verifyStamp, inspectPayload } = crypto;
  return [
    ...rejecting([
      ['generateClientKeyPair: options', (bad) => generateClientKeyPair(bad), orNothing(isObject)],
      ['generateClientKeyPair: uses', (uses) => generateClientKeyPair({ uses }), isNothing, /options\.uses/],
      ['importClientKeyPair: scalar', (bad) => importClientKeyPair(bad)],
      ['importClientKeyPair: uses', (uses) => importClientKeyPair(scalarOf(1), { uses }), isNothing, /options\.uses/],
      ['verifyEnclaveBundle: bundle', (bad) => verifyEnclaveBundle(bad, good)],
      ['verifyEnclaveBundle: options', (bad) => verifyEnclaveBundle(bundle, bad)],
      ['verifyEnclaveBundle: enclaveKeys', (enclaveKeys) => verifyEnclaveBundle(bundle, { enclaveKeys })],
      [
        'verifyEnclaveBundle: a key',
        (bad) => verifyEnclaveBundle(bundle, { enclaveKeys: [bad] }),
        never,
        /enclaveKeys/,
      ],
      ['encryptOtp: bundle', (bad) => encryptOtp(bad, good), never, /otpEncryptionTargetBundle/],
      ['encryptOtp: options', (bad) => encryptOtp(bundle, bad)],
      ['encryptOtp: otpCode', (otpCode) => encryptOtp(bundle, { ...good, otpCode })],
      ['encryptOtp: publicKeyHex', (publicKeyHex) => encryptOtp(bundle, { ...good, publicKeyHex })],
      ['openSessionSigningKey: sealed key', (bad) => open(bad, pair), never, /encryptedSessionSigningKey/],
      ['openSessionSigningKey: key pair', (bad) => open(sealed, bad), never, /clientKeyPair/],
      [
        'openSessionSigningKey: another key',
        (bad) => open(sealed, bad === undefined ? other : { ...pair, agreementKey: bad }),
        never,
        /agreementKey/,
      ],
      ['openSessionSigningKey: publicKeyHex', (publicKeyHex) => open(sealed, { ...pair, publicKeyHex })],
      ['stamp: payload', (bad) => stamp(bad, pair), isPayload, /payloadToSign/],
      ['stamp: key', (bad) => stamp('payload', bad)],
      ['stamp: signingKey', (signingKey) => stamp('payload', { ...pair, signingKey })],
      ['stamp: compressedPublicKeyHex', (bad) => stamp('payload', { ...pair, compressedPublicKeyHex: bad })],
      ['verifyStamp: stamp', (bad) => verifyStamp(bad, 'payload'), never, /stampValue/],
      ['verifyStamp: payload', (bad) => verifyStamp(value, bad)],
    ]),
    ...throwing([
      [
        'inspectPayload: payload',
        (bad) => inspectPayload(bad),
        (bad) => isPayload(bad) && !String(bad).startsWith('{'),
        /payloadToSign/,
      ],
    ]),
  ];
}
