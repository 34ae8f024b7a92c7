/** Signing in: the challenge of a credential, and its verification, which starts a session. */
import * as v from 'valibot';
import { publicKeyHex } from '../http/fields.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import { mintId } from '../service/record-ids.ts';
import { openCode, refuseCode, requireCodeAllowance, sendCode } from './one-time-codes.ts';
import { readAssertion, type PasskeyAssertion } from './passkeys.ts';
import { isSameIdentity, readIdToken, refuseIdToken } from './id-tokens.ts';
import { activity, walletOf } from './payloads.ts';
import { requireWalletSignature, type FirstLeg } from './wallet-signature.ts';
import { invalidInput, Refusal } from '../http/refusal.ts';
import { forgetEnded } from '../service/retention.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { verifyBody, type Verify } from './passkey-schemas.ts';
import { keysFor, requirePoint, startSession } from './sessions.ts';
import type { CredentialRecord, PasskeyChallengeRecord } from './wallet-auth-records.ts';
import type { Service } from '../service/service.ts';
import { credentialOf } from './credential-routes.ts';

const askChallenge = v.strictObject({
  clientPublicKey: v.optional(publicKeyHex),
});
type AskChallenge = v.InferOutput<typeof askChallenge>;

const TOKEN_LIFE_S = 3600;
const ids = { credentialId: ['AuthMethod'] } as const;

/** The routes of a login. */
export const loginRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/auth/credentials/:credentialId/challenge',
    ids,
    body: askChallenge,
    handle: challenge,
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/:credentialId/verify',
    ids,
    body: verifyBody,
    handle: verify,
  }),
];

async function challenge({ service, params, body }: Call<undefined, AskChallenge>): Promise<Reply> {
  const credential = credentialOf(service, params['credentialId']);
  const { method, passkey } = credential;
  if (method.type === 'OAUTH') {
    throw new Refusal(400, 'INVALID_INPUT', 'OAUTH has no challenge: verify with a fresh ID token and a public key.');
  }
  if (passkey === undefined) {
    requireCodeAllowance(service, method.id);
    return { status: 200, body: { ...method, otpEncryptionTargetBundle: await sendCode(service, method.id) } };
  }
  const { clientPublicKey } = body;
  if (clientPublicKey === undefined) {
    throw invalidInput([{ field: 'clientPublicKey', message: 'This field is required for a passkey.' }]);
  }
  requirePoint(clientPublicKey);
  return { status: 200, body: { ...method, ...challengePasskey(service, credential, clientPublicKey) } };
}

function challengePasskey(
  service: Service,
  { method }: CredentialRecord,
  clientPublicKeyHex: string,
): Readonly<Record<string, string>> {
  const requestId = mintId(service.random, 'Request');
  const type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2';
  const parameters = { requestId, targetPublicKey: clientPublicKeyHex };
  const challenge = encodeHex(sha256(encodeUtf8(activity(service, method.accountId, type, parameters))));
  const expiresAt = service.clock.now() + service.settings.challengeMs;
  service.state.passkeyChallenges.set(requestId, {
    credentialId: method.id,
    challenge,
    clientPublicKeyHex,
    expiresAt,
    used: false,
  });
  const now = service.clock.now();
  forgetEnded(service.state.passkeyChallenges, {
    hasEnded: (pending) => pending.used || pending.expiresAt <= now,
    limit: service.settings.historyLimit,
  });
  return { challenge, requestId, expiresAt: new Date(expiresAt).toISOString() };
}

async function verify(call: Call<undefined, Verify>): Promise<Reply> {
  const { service, params, body } = call;
  const credential = credentialOf(service, params['credentialId']);
  const { type } = credential.method;
  if (body.type !== type) {
    throw invalidInput([{ field: 'type', constraint: { enum: [type] }, message: `This credential is ${type}.` }]);
  }
  if (body.type === 'PASSKEY') return verifyPasskey(call, credential, body.assertion);
  if (body.type === 'OAUTH') return verifyIdentity(service, credential, body);
  return verifyCode(call, credential, body.encryptedOtpBundle);
}

async function verifyCode(call: Call<unknown, unknown>, credential: CredentialRecord, bundle: string): Promise<Reply> {
  const { service } = call;
  const { id, accountId, type } = credential.method;
  const ask = async (): Promise<FirstLeg> => {
    const { publicKeyHex, compressedPublicKeyHex } = await openCode(service, id, bundle);
    const iat = Math.floor(service.clock.now() / 1000);
    const sub = walletOf(service, accountId).userId;
    const payloadToSign = service.enclave.token({
      sub,
      public_key: compressedPublicKeyHex,
      iat,
      exp: iat + TOKEN_LIFE_S,
    });
    const target = service.state.otps.get(id)?.targetLabel ?? '';
    return { payloadToSign, remembered: { publicKeyHex, compressedPublicKeyHex, target } };
  };
  return requireWalletSignature(call, { accountId, type, ask, signers: clientKey }, async ({ remembered }) => {
    if (service.state.otps.get(id)?.targetLabel !== remembered['target']) {
      throw refuseCode(service, 'No pending OTP for this credential');
    }
    service.state.otps.delete(id);
    const keys = service.profile.loginSessionKeys;
    const { answer } = await startSession(service, credential, remembered['publicKeyHex'] ?? '', keys);
    return { status: 200, body: answer };
  });
}

function clientKey(remembered: Readonly<Record<string, string>>): string[] {
  return [remembered['compressedPublicKeyHex'] ?? ''];
}

// The WebAuthn signature is the authorisation here: one call, no stamp.
async function verifyPasskey(
  { service, request }: Call<unknown, unknown>,
  credential: CredentialRecord,
  assertion: PasskeyAssertion,
): Promise<Reply> {
  const pending = pendingPasskeyChallenge(service, credential, request.requestId);
  const { passkey } = credential;
  const counter = passkey && (await readAssertion(assertion, pending.challenge, passkey, service.settings));
  if (passkey === undefined || typeof counter !== 'number') throw refusePasskey('assertion does not verify');
  pending.used = true;
  passkey.counter = counter;
  return startKeyed(service, credential, pending.clientPublicKeyHex);
}

async function verifyIdentity(
  service: Service,
  credential: CredentialRecord,
  { oidcToken, clientPublicKey }: Extract<Verify, { readonly type: 'OAUTH' }>,
): Promise<Reply> {
  requirePoint(clientPublicKey);
  const { nonce, identity } = await readIdToken(service, oidcToken, { unsupportedIssuer: 401 });
  if (nonce !== encodeHex(sha256(encodeUtf8(clientPublicKey)))) throw refuseIdToken('nonce of another key');
  if (!isSameIdentity(identity, credential.identity)) throw refuseIdToken('identity of another credential');
  return startKeyed(service, credential, clientPublicKey);
}

async function startKeyed(service: Service, credential: CredentialRecord, clientPublicKey: string): Promise<Reply> {
  const { answer } = await startSession(service, credential, clientPublicKey, keysFor(clientPublicKey));
  return { status: 200, body: answer };
}

function pendingPasskeyChallenge(
  service: Service,
  { method }: CredentialRecord,
  requestId: string | null,
): PasskeyChallengeRecord {
  if (requestId === null) {
    const message = "A passkey's verification needs the Request-Id of its challenge.";
    throw new Refusal(401, 'REQUEST_ID_MISSING', message, { reason: 'Request-Id absent' });
  }
  const pending = service.state.passkeyChallenges.get(requestId);
  if (pending === undefined || pending.credentialId !== method.id) throw refusePasskey('Request-Id unknown');
  if (pending.used) throw refusePasskey('Request-Id already used');
  if (pending.expiresAt <= service.clock.now()) throw refusePasskey('Request-Id expired');
  return pending;
}

function refusePasskey(reason: string): Refusal {
  return new Refusal(401, 'INVALID_SIGNATURE', 'The passkey was not accepted: ask for a new challenge.', { reason });
}
