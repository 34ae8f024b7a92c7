/** Signing in: the challenge of a credential, and its verification, which starts a session. */
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex, encodeUtf8 } from '../../encoding/index.ts';
import { mintId } from '../ids.ts';
import { openCode, sendCode, wrongCode } from '../one-time-codes.ts';
import { readAssertion, type Assertion } from '../passkeys.ts';
import { activity, walletOf } from '../payloads.ts';
import { protect, type Leg } from '../protect.ts';
import { invalidInput, Refusal } from '../refusal.ts';
import { forgetEnded } from '../retention.ts';
import { route, type Call, type Reply, type Route } from '../route.ts';
import { challenge as challengeSchema, credentialChallenge, newSession } from '../schemas/credentials.ts';
import { askChallenge, verifyBody, type AskChallenge, type Verify } from '../schemas/passkeys.ts';
import { requirePoint, startSession } from '../sessions.ts';
import type { CredentialRecord, PasskeyChallengeRecord } from '../state.ts';
import type { World } from '../world.ts';
import { credentialOf } from './credentials.ts';

const TOKEN_LIFE_S = 3600;
const ids = { credentialId: ['AuthMethod'] } as const;

/** The routes of a login. */
export const loginRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/auth/credentials/:credentialId/challenge',
    ids,
    body: askChallenge,
    answers: { 200: credentialChallenge },
    handle: challenge,
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/:credentialId/verify',
    ids,
    body: verifyBody,
    answers: { 202: challengeSchema, 200: newSession },
    handle: verify,
  }),
];

async function challenge({ world, params, body }: Call<undefined, AskChallenge>): Promise<Reply> {
  const credential = credentialOf(world, params['credentialId']);
  const { method, passkey } = credential;
  if (passkey === undefined) {
    return { status: 200, body: { ...method, otpEncryptionTargetBundle: await sendCode(world, method.id) } };
  }
  const { clientPublicKey } = body;
  if (clientPublicKey === undefined) {
    throw invalidInput([{ field: 'clientPublicKey', message: 'This field is required for a passkey.' }]);
  }
  requirePoint(clientPublicKey);
  return { status: 200, body: { ...method, ...challengePasskey(world, credential, clientPublicKey) } };
}

function challengePasskey(
  world: World,
  { method }: CredentialRecord,
  clientPublicKeyHex: string,
): Readonly<Record<string, string>> {
  const requestId = mintId(world.random, 'Request');
  const type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2';
  const parameters = { requestId, targetPublicKey: clientPublicKeyHex };
  const challenge = encodeHex(sha256(encodeUtf8(activity(world, method.accountId, type, parameters))));
  const expiresAt = world.clock.now() + world.settings.challengeMs;
  world.state.passkeyChallenges.set(requestId, {
    credentialId: method.id,
    challenge,
    clientPublicKeyHex,
    expiresAt,
    used: false,
  });
  const now = world.clock.now();
  forgetEnded(world.state.passkeyChallenges, (pending) => pending.used || pending.expiresAt <= now);
  return { challenge, requestId, expiresAt: new Date(expiresAt).toISOString() };
}

async function verify(call: Call<undefined, Verify>): Promise<Reply> {
  const { world, params, body } = call;
  const credential = credentialOf(world, params['credentialId']);
  const { type } = credential.method;
  if (body.type !== type) {
    throw invalidInput([{ field: 'type', constraint: { enum: [type] }, message: `This credential is ${type}.` }]);
  }
  return body.type === 'PASSKEY'
    ? verifyPasskey(call, credential, body.assertion)
    : verifyCode(call, credential, body.encryptedOtpBundle);
}

async function verifyCode(call: Call<unknown, unknown>, credential: CredentialRecord, bundle: string): Promise<Reply> {
  const { world } = call;
  const { id, accountId, type } = credential.method;
  const ask = async (): Promise<Leg> => {
    const { publicKeyHex, compressedPublicKeyHex } = await openCode(world, id, bundle);
    const iat = Math.floor(world.clock.now() / 1000);
    const sub = walletOf(world, accountId).userId;
    const payloadToSign = world.enclave.token({
      sub,
      public_key: compressedPublicKeyHex,
      iat,
      exp: iat + TOKEN_LIFE_S,
    });
    const target = world.state.otps.get(id)?.targetLabel ?? '';
    return { payloadToSign, memory: { publicKeyHex, compressedPublicKeyHex, target } };
  };
  return protect(call, { accountId, type, ask, signers: clientKey }, async ({ memory }) => {
    if (world.state.otps.get(id)?.targetLabel !== memory['target']) {
      throw wrongCode('No pending OTP for this credential');
    }
    world.state.otps.delete(id);
    const keys = world.profile.loginSessionKeys;
    const { answer } = await startSession(world, credential, memory['publicKeyHex'] ?? '', keys);
    return { status: 200, body: answer };
  });
}

function clientKey(memory: Readonly<Record<string, string>>): string[] {
  return [memory['compressedPublicKeyHex'] ?? ''];
}

// The WebAuthn signature is the authorisation here: one call, no stamp.
async function verifyPasskey(
  { world, request }: Call<unknown, unknown>,
  credential: CredentialRecord,
  assertion: Assertion,
): Promise<Reply> {
  const pending = pendingPasskeyChallenge(world, credential, request.requestId);
  const { passkey } = credential;
  const { relyingParties } = world.settings;
  const counter = passkey && (await readAssertion(assertion, pending.challenge, passkey, relyingParties));
  if (passkey === undefined || typeof counter !== 'number') throw refusePasskey('assertion does not verify');
  pending.used = true;
  passkey.counter = counter;
  const keys = pending.clientPublicKeyHex.startsWith('04') ? 'sealed' : 'client-held';
  const { answer } = await startSession(world, credential, pending.clientPublicKeyHex, keys);
  return { status: 200, body: answer };
}

function pendingPasskeyChallenge(
  world: World,
  { method }: CredentialRecord,
  requestId: string | null,
): PasskeyChallengeRecord {
  if (requestId === null) {
    const message = "A passkey's verification needs the Request-Id of its challenge.";
    throw new Refusal(401, 'REQUEST_ID_MISSING', message, { reason: 'Request-Id absent' });
  }
  const pending = world.state.passkeyChallenges.get(requestId);
  if (pending === undefined || pending.credentialId !== method.id) throw refusePasskey('Request-Id unknown');
  if (pending.used) throw refusePasskey('Request-Id already used');
  if (pending.expiresAt <= world.clock.now()) throw refusePasskey('Request-Id expired');
  return pending;
}

function refusePasskey(reason: string): Refusal {
  return new Refusal(401, 'INVALID_SIGNATURE', 'The passkey was not accepted: ask for a new challenge.', { reason });
}
