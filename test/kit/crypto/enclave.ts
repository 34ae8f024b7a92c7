/** An enclave for tests: a quorum key, a target key and a session key of known scalars. */
import { p256 } from '@noble/curves/nist.js';
import { expect } from 'vitest';
import { importClientKeyPair, sealSessionKey, signEnclaveBundle } from '../../../src/kit/crypto/service/index.ts';
import type { ClientKeyPair } from '../../../src/kit/crypto/login/index.ts';

/** A scalar that ends in the given byte. */
export function scalarOf(byte: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(32).fill(7, 0, 31).fill(byte, 31);
}

/** Scalars whose public points have an even and an odd y. */
export const evenScalar: Uint8Array<ArrayBuffer> = scalarOf(parityByte(0));
export const oddScalar: Uint8Array<ArrayBuffer> = scalarOf(parityByte(1));

export interface TestEnclave {
  readonly quorumHex: string;
  readonly target: ClientKeyPair;
  readonly bundle: (changes?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export async function createTestEnclave(seed = 1): Promise<TestEnclave> {
  const quorum = scalarOf(seed);
  const target = await importClientKeyPair(scalarOf(seed + 1));
  const quorumHex = hex(p256.getPublicKey(quorum, false));
  const sign = (message: Uint8Array): Uint8Array => p256.sign(message, quorum, { lowS: false });
  return {
    quorumHex,
    target,
    sign,
    bundle: (changes = {}) =>
      signEnclaveBundle({ targetPublic: target.publicKeyHex, ...changes }, { enclavePublicKeyHex: quorumHex, sign }),
  };
}

/** The matcher of a CryptoError with this code. */
export function refusal(code: string): unknown {
  return expect.objectContaining({ name: 'CryptoError', code });
}

/** Seals a scalar to a client. */
export function sealTo(client: { readonly publicKeyHex: string }, scalar: Uint8Array): Promise<string> {
  return sealSessionKey(scalar, { recipientPublicKeyHex: client.publicKeyHex });
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parityByte(parity: number): number {
  for (let byte = 1; byte < 256; byte += 1) {
    if (((p256.getPublicKey(scalarOf(byte), true)[0] ?? 0) & 1) === parity) return byte;
  }
  throw new Error('unreachable');
}
