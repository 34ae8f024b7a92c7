/** The benchmarks' part in Node: an enclave of known keys, and a relay in front of a sandbox with one customer. */
import { verifyStamp } from 'countersign/crypto';
import { createRelay } from 'countersign/relay';
import { toNodeListener, type NodeListener } from 'countersign/relay/node';
import { sampleCustomer } from '../sample-customer.ts';
import { unlimited } from '../unlimited.ts';
import {
  importClientKeyPair,
  openOtpBundle,
  sealSessionKey,
  signEnclaveBundle,
} from '../../src/kit/crypto/service/index.ts';

const scalarOf = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(7, 0, 31).fill(byte, 31);

/** The enclave of the cold logins; every answer of the contender is checked here, outside of what is timed. */
export interface ColdEnclave {
  readonly bundle: string;
  readonly pin: string;
  seal(begun: { publicKeyHex: string; encryptedOtp: string }): Promise<{ sealed: string; payload: string }>;
  check(stamp: string): Promise<void>;
}

/** Makes the enclave. */
export async function createColdEnclave(): Promise<ColdEnclave> {
  const quorum = await importClientKeyPair(scalarOf(1));
  const target = await importClientKeyPair(scalarOf(2));
  const session = await importClientKeyPair(scalarOf(4));
  const pin = quorum.publicKeyHex;
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const sign = async (message: BufferSource): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign(algorithm, quorum.signingKey, message));
  const payload = 'p'.repeat(600);
  return {
    bundle: await signEnclaveBundle({ targetPublic: target.publicKeyHex }, { enclavePublicKeyHex: pin, sign }),
    pin,
    async seal({ publicKeyHex, encryptedOtp }) {
      const opened = await openOtpBundle(encryptedOtp, target);
      if (opened?.otpCode !== '194837' || opened.publicKeyHex !== publicKeyHex) throw new Error('wrong code or key');
      return { sealed: await sealSessionKey(scalarOf(4), { recipientPublicKeyHex: publicKeyHex }), payload };
    },
    async check(stamp) {
      const { compressedPublicKeyHex } = await verifyStamp(stamp, payload);
      if (compressedPublicKeyHex !== session.compressedPublicKeyHex) throw new Error('stamped by another key');
    },
  };
}

/** A customer with a wallet, and the relay that serves their page. */
export interface Platform {
  readonly accountId: string;
  readonly listener: NodeListener;
}

/** Where a sandbox listens, and who may ask it. */
export interface PlatformOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Makes the platform. */
export async function createPlatform({ baseUrl, clientId, clientSecret }: PlatformOptions): Promise<Platform> {
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(baseUrl + path, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const customer = await call('POST', '/customers', sampleCustomer);
  const customerId = String(customer['id']);
  const accounts = await call('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const accountId = (accounts['data'] as readonly { id: string }[])[0]?.id ?? '';
  const relay = createRelay({
    baseUrl,
    clientId,
    clientSecret,
    mountPath: '/wallet',
    limits: unlimited,
    identify: () => Promise.resolve({ userId: 'sample-customer', customerId, accountIds: [accountId] }),
  });
  return { accountId, listener: toNodeListener(relay) };
}
