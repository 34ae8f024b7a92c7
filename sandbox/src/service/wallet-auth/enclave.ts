/** The enclave: published keys, RFC 6979 signatures, and what follows from the seed, so that answers repeat. */
import { p256 } from '@noble/curves/nist.js';
import {
  compressHex,
  openOtpBundle,
  sealSessionKey,
  sealWalletCredentials,
  signEnclaveBundle,
  type SealSessionKeyOptions,
} from '../../../../src/kit/crypto/service/index.ts';
import { encodeBase64 } from '../../../../src/kit/encoding/base64.ts';
import { encodeBase64url, encodeDer, encodeHex, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import { createSeededRandom, type SeededRandom } from '../service/random.ts';

const IDENTITY_KEY_ID = 'sandbox-identity';

/** A code that was opened, with the client's key in both forms, hex; a declaration that needs nothing of the DOM's library. */
export interface OpenedCode {
  readonly otpCode: string;
  readonly publicKeyHex: string;
  readonly compressedPublicKeyHex: string;
}

type KeyPair = NonNullable<SealSessionKeyOptions['ephemeral']>;

/** A session key as the client gets it, and the public half that the service keeps. */
export interface SealedSessionKey {
  readonly compressedPublicKeyHex: string;
  readonly encryptedSessionSigningKey: string;
}

/** The key that a phrase is sealed to, and the organization whose wallet it opens. */
export interface PhraseTarget {
  readonly clientPublicKey: string;
  readonly organizationId: string;
}

/** The enclave's work for the service. */
export interface Enclave {
  /** The quorum key: hex, uncompressed. */
  readonly publicKeyHex: string;
  /** A signed bundle with a target key for one code; `label` finds the key again. */
  targetBundle(label: string): Promise<string>;
  /** Opens what a client encrypted to a target; null when it can't be opened. */
  openOtp(label: string, encryptedOtpBundle: string): Promise<OpenedCode | null>;
  /** ECDSA P-256 over the text's SHA-256 by the webhook key: DER, base64. */
  webhookSignature(text: string): string;
  /** The webhook key's public half: SPKI in PEM. */
  readonly webhookPublicKeyPem: string;
  /** A compact JWT (ES256) with these claims: of the enclave, or of the built-in identity provider. */
  token(claims: Readonly<Record<string, unknown>>, signer?: 'enclave' | 'identity provider'): string;
  /** The public key of the built-in identity provider's tokens, as its key set has it. */
  readonly identityJwk: Readonly<Record<string, string>>;
  /** Public key (hex, compressed) of a key that the service keeps to itself; `label` finds it again. */
  custodiedKeyHex(label: string): string;
  /** A stamp by that key over a payload. */
  custodiedStamp(label: string, payload: string): string;
  /** Makes a session key and seals it to a client's key. */
  sealedSessionKey(recipientPublicKeyHex: string): Promise<SealedSessionKey>;
  /** Seals a wallet's phrase to a client's key, in a signed bundle. */
  sealedPhrase(phrase: string, to: PhraseTarget): Promise<string>;
}

/** Origin of a sandbox's quorum, webhook and identity keys: the published ones, or its own. */
export type EnclaveKeys = 'published' | 'random';

/** Makes the enclave of a seed. */
export function createEnclave(random: SeededRandom, keys: EnclaveKeys): Enclave {
  const own = keys === 'random' ? makeOwnKeys(() => crypto.getRandomValues(new Uint8Array(48))) : publishedKeys();
  const { quorumKey, webhookKey, identityKey, publicKeyHex } = own;
  const sign = (message: Uint8Array): Uint8Array => p256.sign(message, quorumKey, { lowS: false });
  const custodiedKey = (label: string): Uint8Array => secretKey(random.fixed(`custodied ${label}`, 48));
  const targets = new Map<string, Promise<KeyPair>>();

  const targetKeyPair = (label: string): Promise<KeyPair> => {
    const known = targets.get(label) ?? agreementKeyPair(random.fixed(`target ${label}`, 48));
    targets.set(label, known);
    if (targets.size > 64) for (const oldest of [...targets.keys()].slice(0, 32)) targets.delete(oldest);
    return known;
  };

  return Object.freeze({
    publicKeyHex,
    async targetBundle(label: string) {
      const { publicKeyHex: targetPublic } = await targetKeyPair(label);
      return signEnclaveBundle({ targetPublic }, { enclavePublicKeyHex: publicKeyHex, sign });
    },
    async openOtp(label: string, encryptedOtpBundle: string) {
      return openOtpBundle(encryptedOtpBundle, await targetKeyPair(label));
    },
    webhookPublicKeyPem: own.webhookPublicKeyPem,
    webhookSignature(text: string) {
      return encodeBase64(encodeDer(p256.sign(encodeUtf8(text), webhookKey, { lowS: false })));
    },
    token(claims: Readonly<Record<string, unknown>>, signer: 'enclave' | 'identity provider' = 'enclave') {
      const [kid, key] = signer === 'enclave' ? ['turnkey', quorumKey] : [IDENTITY_KEY_ID, identityKey];
      const signed = `${encodePart({ alg: 'ES256', kid, typ: 'JWT' })}.${encodePart(claims)}`;
      return `${signed}.${encodeBase64url(p256.sign(encodeUtf8(signed), key, { lowS: false }))}`;
    },
    identityJwk: own.identityJwk,
    custodiedKeyHex: (label: string) => encodeHex(p256.getPublicKey(custodiedKey(label), true)),
    custodiedStamp(label: string, payload: string) {
      const key = custodiedKey(label);
      const stamp = {
        publicKey: encodeHex(p256.getPublicKey(key, true)),
        scheme: 'SIGNATURE_SCHEME_TK_API_P256',
        signature: encodeHex(encodeDer(p256.sign(encodeUtf8(payload), key, { lowS: false }))),
      };
      return encodeBase64url(encodeUtf8(JSON.stringify(stamp)));
    },
    async sealedSessionKey(recipientPublicKeyHex: string) {
      const scalar = secretKey(random.draw('session key', 48));
      const ephemeral = await agreementKeyPair(random.draw('ephemeral', 48));
      const encryptedSessionSigningKey = await sealSessionKey(scalar, { recipientPublicKeyHex, ephemeral });
      const compressedPublicKeyHex = encodeHex(p256.getPublicKey(scalar, true));
      scalar.fill(0);
      return { compressedPublicKeyHex, encryptedSessionSigningKey };
    },
    async sealedPhrase(phrase: string, { clientPublicKey: recipientPublicKeyHex, organizationId }: PhraseTarget) {
      const ephemeral = await agreementKeyPair(random.draw('ephemeral', 48));
      const signer = { enclavePublicKeyHex: publicKeyHex, sign };
      return sealWalletCredentials(phrase, { recipientPublicKeyHex, organizationId, ephemeral, ...signer });
    },
  });
}

/** Keys of an enclave that no seed changes, with their public halves. */
interface OwnKeys extends Pick<Enclave, 'publicKeyHex' | 'webhookPublicKeyPem' | 'identityJwk'> {
  readonly quorumKey: Uint8Array;
  readonly webhookKey: Uint8Array;
  readonly identityKey: Uint8Array;
}

function makeOwnKeys(seedOf: (name: string) => Uint8Array): OwnKeys {
  const [quorumKey, webhookKey] = [secretKey(seedOf('quorum key')), secretKey(seedOf('webhook key'))];
  const identityKey = secretKey(seedOf('identity key'));
  const jwk = publicJwk(p256.getPublicKey(identityKey, false));
  return {
    quorumKey,
    webhookKey,
    identityKey,
    publicKeyHex: encodeHex(p256.getPublicKey(quorumKey, false)),
    webhookPublicKeyPem: pem(p256.getPublicKey(webhookKey, false)),
    identityJwk: Object.freeze({ ...jwk, kid: IDENTITY_KEY_ID, alg: 'ES256', use: 'sig' }),
  };
}

let known: OwnKeys | undefined;

/** The published keys, made once for all sandboxes: production refuses them by their public halves, the same for every seed. */
function publishedKeys(): OwnKeys {
  if (known !== undefined) return known;
  const random = createSeededRandom('countersign', () => ({ draws: 0 }));
  return (known = makeOwnKeys((name) => random.fixed(name, 48)));
}

function secretKey(seed: Uint8Array): Uint8Array {
  return p256.utils.randomSecretKey(seed);
}

// The kit's own import avoids tables for the sake of pages; here they make the public key ten times as fast.
async function agreementKeyPair(seed: Uint8Array): Promise<KeyPair> {
  const scalar = secretKey(seed);
  const point = p256.getPublicKey(scalar, false);
  const jwk = { ...publicJwk(point), d: encodeBase64url(scalar) };
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const publicKeyHex = encodeHex(point);
  return {
    publicKeyHex,
    compressedPublicKeyHex: compressHex(publicKeyHex),
    agreementKey: await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['deriveBits']),
  };
}

function publicJwk(point: Uint8Array): Readonly<Record<string, string>> {
  return { kty: 'EC', crv: 'P-256', x: encodeBase64url(point.slice(1, 33)), y: encodeBase64url(point.slice(33)) };
}

// SubjectPublicKeyInfo of id-ecPublicKey on prime256v1 (RFC 5480, section 2), up to the point.
const SPKI_PREFIX = [
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
  0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];

function pem(point: Uint8Array): string {
  const lines = encodeBase64(new Uint8Array([...SPKI_PREFIX, ...point])).replace(/.{64}/g, '$&\n');
  return `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`;
}

function encodePart(value: Readonly<Record<string, unknown>>): string {
  return encodeBase64url(encodeUtf8(JSON.stringify(value)));
}
