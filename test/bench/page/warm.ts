/** Warm operations: each contender does the same work in every round, after its result was checked once. */
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, encryptOtpCodeToBundle, getPublicKey } from '@turnkey/crypto';
import { IndexedDbStamper } from '@turnkey/indexed-db-stamper';
import { encryptOtp, generateClientKeyPair, openSessionSigningKey, stamp, verifyStamp } from 'countersign/crypto';
import {
  importClientKeyPair,
  openOtpBundle,
  sealSessionKey,
  signEnclaveBundle,
} from '../../../src/kit/crypto/service/index.ts';
import * as floor from './floor.ts';

type Work = () => Promise<unknown>;
type Contenders = Readonly<Record<string, Work>>;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const same = (actual: unknown, expected: unknown, what: string): void => {
  if (actual !== expected) throw new Error(`wrong result: ${what}`);
};
const scalarOf = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(7, 0, 31).fill(byte, 31);

/** Prepares and checks all contenders. */
async function prepare(): Promise<Readonly<Record<string, Contenders>>> {
  const quorum = await importClientKeyPair(scalarOf(1));
  const target = await importClientKeyPair(scalarOf(2));
  const client = await generateClientKeyPair();
  const pin = quorum.publicKeyHex;
  const sign = async (message: BufferSource): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, quorum.signingKey, message));
  const bundle = await signEnclaveBundle({ targetPublic: target.publicKeyHex }, { enclavePublicKeyHex: pin, sign });
  const encrypting = {
    countersign: () => encryptOtp(bundle, { otpCode: '194837', publicKeyHex: client.publicKeyHex, enclaveKeys: [pin] }),
    '@turnkey/crypto': () => encryptOtpCodeToBundle('194837', bundle, client.publicKeyHex, pin),
    floor: () => floor.encryptOtp(bundle, '194837', client.publicKeyHex, pin),
  };
  for (const [name, encrypt] of Object.entries(encrypting)) {
    const opened = await openOtpBundle(await encrypt(), target);
    same(`${opened?.otpCode} ${opened?.publicKeyHex}`, `194837 ${client.publicKeyHex}`, name);
  }

  const clientScalar = scalarOf(3);
  const recipient = await importClientKeyPair(clientScalar);
  const session = await importClientKeyPair(scalarOf(4));
  const sealed = await sealSessionKey(scalarOf(4), { recipientPublicKeyHex: recipient.publicKeyHex });
  const clientScalarHex = hex(clientScalar);
  const opening = {
    countersign: () => openSessionSigningKey(sealed, recipient),
    '@turnkey/crypto': async () => decryptCredentialBundle(sealed, clientScalarHex),
    '@turnkey/crypto, with the public key that a stamp needs': async () => {
      const scalarHex = decryptCredentialBundle(sealed, clientScalarHex);
      return { scalarHex, compressedPublicKeyHex: hex(getPublicKey(scalarHex, true)) };
    },
    floor: () => floor.openSealed(sealed, recipient),
  };
  same((await opening.countersign()).compressedPublicKeyHex, session.compressedPublicKeyHex, 'countersign');
  same(await opening['@turnkey/crypto'](), hex(scalarOf(4)), '@turnkey/crypto');
  same((await opening.floor()).compressedPublicKeyHex, session.compressedPublicKeyHex, 'floor');
  const peerOpened = await opening['@turnkey/crypto, with the public key that a stamp needs']();
  same(peerOpened.compressedPublicKeyHex, session.compressedPublicKeyHex, '@turnkey/crypto with public key');

  const payload = JSON.stringify({ type: 'ACTIVITY_TYPE_SAMPLE', parameters: { note: 'x'.repeat(600) } }).slice(0, 600);
  const bytes = new TextEncoder().encode(payload);
  const apiPublicKey = session.compressedPublicKeyHex;
  const apiKeyStamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey: hex(scalarOf(4)) });
  const storedStamper = new IndexedDbStamper();
  await storedStamper.init();
  const stamping = {
    countersign: () => stamp(payload, session),
    '@turnkey/api-key-stamper': async () => (await apiKeyStamper.stamp(payload)).stampHeaderValue,
    '@turnkey/indexed-db-stamper': async () => (await storedStamper.stamp(payload)).stampHeaderValue,
    floor: () => floor.stamp(payload, apiPublicKey, session.signingKey),
  };
  for (const [name, make] of Object.entries(stamping)) {
    const signer = name === '@turnkey/indexed-db-stamper' ? storedStamper.getPublicKey() : apiPublicKey;
    same((await verifyStamp(await make(), payload)).compressedPublicKeyHex, signer, name);
  }
  const raw = (): Promise<ArrayBuffer> =>
    crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, session.signingKey, bytes);
  return { encrypting, opening, stamping: { ...stamping, 'subtle.sign alone': raw } };
}

/** Runs rounds; the order changes from round to round. Returns milliseconds for one operation, by contender. */
async function measure(contenders: Contenders, rounds: number, batchMs: number): Promise<Record<string, number[]>> {
  const names = Object.keys(contenders);
  const counts: Record<string, number> = {};
  for (const name of names) {
    const work = contenders[name] as Work;
    for (let run = 0; run < 30; run += 1) await work();
    const start = performance.now();
    for (let run = 0; run < 10; run += 1) await work();
    counts[name] = Math.max(1, Math.round(batchMs / ((performance.now() - start) / 10)));
  }
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length] ?? '';
      const work = contenders[name] as Work;
      const count = counts[name] ?? 1;
      const start = performance.now();
      for (let run = 0; run < count; run += 1) await work();
      times[name]?.push((performance.now() - start) / count);
    }
  }
  return times;
}

/** Everything, as plain numbers for the driver. */
async function run(rounds: number, batchMs: number): Promise<Record<string, Record<string, number[]>>> {
  const all = await prepare();
  const results: Record<string, Record<string, number[]>> = {};
  for (const [name, contenders] of Object.entries(all)) results[name] = await measure(contenders, rounds, batchMs);
  return results;
}

Object.assign(globalThis, { benchWarm: run });
