/** A passkey in software: one ES256 credential, attestation `none`. */
import { concatBytes, encodeBase64url, encodeDer, encodeHex, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import type { ContractClient } from '../../../test/contract/client.ts';

/** Options of a ceremony. */
export interface Ceremony {
  /** As it goes into the client data: base64url. */
  readonly challenge: string;
  readonly origin?: string;
  readonly relyingParty?: string;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
}

/** A passkey that counts its uses. */
export interface Passkey {
  readonly credentialId: string;
  /** Uncompressed. */
  readonly publicKeyHex: string;
  attest(
    ceremony: Ceremony,
  ): Promise<{ credentialId: string; clientDataJson: string; attestationObject: string; transports: string[] }>;
  assert(
    ceremony: Ceremony,
  ): Promise<{ credentialId: string; clientDataJson: string; authenticatorData: string; signature: string }>;
  /** Sets the number of uses, as a cloned authenticator would. */
  rewind(counter: number): void;
}

/** A challenge as the platform issues it for a new passkey. */
export const issuedChallenge = encodeBase64url(encodeUtf8('issued by the platform'));

/** A challenge of the service as it goes into the client data. */
export const asClientData = (challenge: unknown): string => encodeBase64url(encodeUtf8(String(challenge)));

/** The body that adds a passkey. */
export async function passkeyAddition(passkey: Passkey, accountId: string, ceremony?: Ceremony): Promise<object> {
  const challenge = issuedChallenge;
  const attestation = await passkey.attest(ceremony ?? { challenge });
  return { type: 'PASSKEY', accountId, nickname: 'My laptop', challenge, attestation };
}

/** The call that signs in with a passkey, after a challenge for this key. */
export async function passkeyLogin(
  client: Pick<ContractClient, 'call'>,
  passkey: Passkey,
  credentialId: string,
  clientPublicKey: string,
): Promise<[method: string, path: string, body: { assertion: object }, headers: Record<string, string>]> {
  const path = `/auth/credentials/${credentialId}`;
  const { body } = await client.call('POST', `${path}/challenge`, { clientPublicKey });
  const assertion = await passkey.assert({ challenge: asClientData(body.challenge) });
  const login = { type: 'PASSKEY', assertion };
  return ['POST', `${path}/verify`, login, { 'Request-Id': String(body.requestId) }];
}

const bytes = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data));

/** Makes a passkey. */
export async function createPasskey(name: string): Promise<Passkey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ]);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const id = encodeUtf8(name.padEnd(16, '.'));
  const credentialId = encodeBase64url(id);
  let counter = 0;

  const clientData = (
    type: string,
    { challenge, origin = 'http://localhost:4700' }: Ceremony,
  ): Uint8Array<ArrayBuffer> => encodeUtf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = async (
    { relyingParty = 'localhost', userPresent = true, userVerified = true }: Ceremony,
    attested: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    counter += 1;
    const flags = (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    return concatBytes(await bytes(encodeUtf8(relyingParty)), [flags, 0, 0, 0, counter], attested);
  };
  return {
    credentialId,
    publicKeyHex: encodeHex(point),
    async attest(ceremony) {
      const key = concatBytes(
        [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
        point.subarray(1, 33),
        [0x22, 0x58, 0x20],
        point.subarray(33),
      );
      const attested = concatBytes(new Uint8Array(16), [0, id.length], id, key);
      const data = await authenticatorData(ceremony, attested);
      const attestationObject = concatBytes(
        [0xa3, 0x63],
        encodeUtf8('fmt'),
        [0x64],
        encodeUtf8('none'),
        [0x67],
        encodeUtf8('attStmt'),
        [0xa0, 0x68],
        encodeUtf8('authData'),
        [0x58, data.length],
        data,
      );
      return {
        credentialId,
        clientDataJson: encodeBase64url(clientData('webauthn.create', ceremony)),
        attestationObject: encodeBase64url(attestationObject),
        transports: ['internal'],
      };
    },
    async assert(ceremony) {
      const json = clientData('webauthn.get', ceremony);
      const data = await authenticatorData(ceremony, new Uint8Array(0));
      const signed = concatBytes(data, await bytes(json));
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed);
      return {
        credentialId,
        clientDataJson: encodeBase64url(json),
        authenticatorData: encodeBase64url(data),
        signature: encodeBase64url(encodeDer(new Uint8Array(raw))),
      };
    },
    rewind(value) {
      counter = value;
    },
  };
}
