/** Credentials: their list, the challenge of a code, and its verification. */
import { encodeHex, equalBytes, encodeUtf8 } from '../../encoding/index.ts';
import { protect } from '../protect.ts';
import { invalidInput, notFound, Refusal } from '../refusal.ts';
import { route, type Call, type Reply, type Route } from '../route.ts';
import {
  accountQuery,
  authMethods,
  challenge as challengeSchema,
  newSession,
  otpChallenge,
  verifyOtp,
  type VerifyOtp,
} from '../schemas/credentials.ts';
import { startSession } from '../sessions.ts';
import type { CredentialRecord } from '../state.ts';
import type { World } from '../world.ts';
import { walletOf } from '../payloads.ts';

const MAX_WRONG_ATTEMPTS = 5;
const TOKEN_LIFE_S = 3600;

/** The routes of credentials. */
export const credentialRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/auth/credentials',
    query: accountQuery,
    answers: { 200: authMethods },
    handle: ({ world, query }) => ({
      status: 200,
      body: {
        data: [...world.state.credentials.values()]
          .filter(({ method }) => method.accountId === query.accountId)
          .map(({ method }) => method),
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/:credentialId/challenge',
    ids: { credentialId: ['AuthMethod'] },
    answers: { 200: otpChallenge },
    handle: challenge,
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/:credentialId/verify',
    ids: { credentialId: ['AuthMethod'] },
    body: verifyOtp,
    answers: { 202: challengeSchema, 200: newSession },
    handle: verify,
  }),
];

/** A credential by id. @throws Refusal 404 `NOT_FOUND`. */
export function credentialOf(world: World, id: string | undefined): CredentialRecord {
  const found = world.state.credentials.get(id ?? '');
  if (found === undefined) throw notFound('credential');
  return found;
}

async function challenge({ world, params }: Call<undefined, undefined>): Promise<Reply> {
  const { method } = credentialOf(world, params['credentialId']);
  const { clock, enclave, random, settings, state } = world;
  const targetLabel = encodeHex(random.draw('otp target', 16));
  const otpEncryptionTargetBundle = await enclave.targetBundle(targetLabel);
  const expiresAt = clock.now() + settings.otpMs;
  state.otps.set(method.id, { code: settings.otpCode, targetLabel, expiresAt, wrongAttempts: 0 });
  return { status: 200, body: { ...method, otpEncryptionTargetBundle } };
}

async function verify(call: Call<undefined, VerifyOtp>): Promise<Reply> {
  const { world, params, body } = call;
  const credential = credentialOf(world, params['credentialId']);
  const { id, accountId, type } = credential.method;
  if (body.type !== type) {
    throw invalidInput([{ field: 'type', constraint: { enum: [type] }, message: `This credential is ${type}.` }]);
  }
  const ask = async (): Promise<{ payloadToSign: string; memory: Record<string, string> }> => {
    const client = await openCode(world, id, body.encryptedOtpBundle);
    const iat = Math.floor(world.clock.now() / 1000);
    const claims = {
      sub: walletOf(world, accountId).userId,
      public_key: client.compressedPublicKeyHex,
      iat,
      exp: iat + TOKEN_LIFE_S,
    };
    const target = world.state.otps.get(id)?.targetLabel ?? '';
    const { publicKeyHex, compressedPublicKeyHex } = client;
    return { payloadToSign: world.enclave.token(claims), memory: { publicKeyHex, compressedPublicKeyHex, target } };
  };
  return protect(call, { accountId, type, ask, signers: clientKey }, async ({ memory }) => {
    if (world.state.otps.get(id)?.targetLabel !== memory['target'])
      throw wrongCode('No pending OTP for this credential');
    world.state.otps.delete(id);
    const keys = world.profile.loginSessionKeys;
    const { answer } = await startSession(world, credential, memory['publicKeyHex'] ?? '', keys);
    return { status: 200, body: answer };
  });
}

function clientKey(memory: Readonly<Record<string, string>>): string[] {
  return [memory['compressedPublicKeyHex'] ?? ''];
}

async function openCode(
  world: World,
  credentialId: string,
  bundle: string,
): Promise<{ readonly publicKeyHex: string; readonly compressedPublicKeyHex: string }> {
  requireBundleShape(bundle);
  const otp = world.state.otps.get(credentialId);
  if (otp === undefined) throw wrongCode('No pending OTP for this credential');
  const now = world.clock.now();
  if (otp.expiresAt <= now) throw wrongCode('OTP expired');
  if (otp.wrongAttempts >= MAX_WRONG_ATTEMPTS) {
    const seconds = String(Math.ceil((otp.expiresAt - now) / 1000));
    throw new Refusal(429, 'RATE_LIMITED', 'Too many wrong codes: ask for a new one.', {
      headers: { 'Retry-After': seconds },
    });
  }
  const opened = await world.enclave.openOtp(otp.targetLabel, bundle);
  if (opened === null || !equalBytes(encodeUtf8(opened.otpCode), encodeUtf8(otp.code))) {
    otp.wrongAttempts += 1;
    throw wrongCode('Invalid OTP code');
  }
  return opened;
}

function requireBundleShape(bundle: string): void {
  try {
    const { encappedPublic, ciphertext } = JSON.parse(bundle) as Record<string, unknown>;
    if (isHex(encappedPublic) && encappedPublic.length === 130 && isHex(ciphertext)) return;
  } catch {
    // Falls through to the one refusal.
  }
  const message =
    'This must be the text of a JSON object with the hex fields encappedPublic (65 bytes) and ciphertext.';
  throw invalidInput([{ field: 'encryptedOtpBundle', message }]);
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^([0-9a-f]{2})+$/i.test(value);
}

function wrongCode(reason: string): Refusal {
  return new Refusal(401, 'UNAUTHORIZED', 'The one-time code was not accepted.', { reason });
}
