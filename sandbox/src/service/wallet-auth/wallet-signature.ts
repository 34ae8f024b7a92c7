/** The check of every action that needs a wallet signature: the first leg asks for it, the second brings it. */
import { CryptoError } from '../../../../src/kit/crypto/crypto-error.ts';
import { verifyStamp } from '../../../../src/kit/crypto/service/index.ts';
import type { CredentialType } from 'countersign';
import { mintId } from '../service/record-ids.ts';
import { Refusal } from '../http/refusal.ts';
import { forgetEnded } from '../service/retention.ts';
import type { Call, Reply } from '../http/route.ts';
import type { ChallengeRecord } from './wallet-auth-records.ts';
import type { Service } from '../service/service.ts';

/** Payload of a first leg, and its memory for the second. */
export interface FirstLeg {
  readonly payloadToSign: string;
  readonly remembered?: Readonly<Record<string, string>>;
}

/** Options of an action's protection. */
export interface RequireWalletSignatureOptions {
  readonly accountId: string;
  /** The `type` of the 202, for the actions that have one. */
  readonly type?: CredentialType;
  /** A payload that the client already holds (a quote's), or the first leg that makes one. */
  readonly ask: { readonly payloadToSign: string } | (() => FirstLeg | Promise<FirstLeg>);
  /** Compressed public keys that may sign; the account's active sessions by default. */
  readonly signers?: (remembered: Readonly<Record<string, string>>) => readonly string[];
}

/** The signer, and the first leg's memory. */
export interface WalletSignature {
  readonly signedBy: string;
  readonly remembered: Readonly<Record<string, string>>;
}

/**
 * Answers 202 to a first leg; lets a second leg through to `commit` once its stamp is valid.
 *
 * @throws Refusal 401 `WALLET_SIGNATURE_MISSING`, `_MALFORMED`, `_BODY_MISMATCH`, `_INVALID` or `REQUEST_ID_MISSING`.
 */
export async function requireWalletSignature(
  call: Call<unknown, unknown>,
  protection: RequireWalletSignatureOptions,
  commit: (authorised: WalletSignature) => Reply | Promise<Reply>,
): Promise<Reply> {
  const { service, request, note } = call;
  const { ask, accountId } = protection;
  const header = service.profile.signatureHeader;
  if (request.signature === null && request.foreignHeader !== null) {
    const message = `This sandbox has profile ${service.profile.name}: its header is ${header}, not ${request.foreignHeader}.`;
    throw refuse('WALLET_SIGNATURE_MISSING', message, "another profile's header");
  }
  if (typeof ask === 'function' && request.signature === null && request.requestId === null) {
    return askSignature(call, protection, await ask());
  }
  if (request.signature === null) {
    throw refuse('WALLET_SIGNATURE_MISSING', `This action needs the header ${header}.`, 'header absent');
  }
  const challenge = typeof ask === 'function' ? pendingChallenge(call, accountId) : null;
  const payload = challenge?.payloadToSign ?? ('payloadToSign' in ask ? ask.payloadToSign : '');
  const remembered = challenge?.remembered ?? {};
  const signedBy = await signerOf(service, accountId, request.signature, payload);
  const allowed = protection.signers?.(remembered) ?? activeKeys(service, accountId);
  if (!allowed.includes(signedBy)) throw refuseKey(service, accountId, signedBy);
  note.signedBy = signedBy;
  if (challenge !== null) challenge.used = true;
  return commit({ signedBy, remembered });
}

/** Compressed public keys of the account's sessions that are neither revoked nor expired. */
export function activeKeys(service: Service, accountId: string): string[] {
  const now = service.clock.now();
  return [...service.state.sessions.values()]
    .filter((session) => session.accountId === accountId && !session.revoked && session.expiresAt > now)
    .map((session) => session.compressedPublicKeyHex);
}

/** Answers 202 with a payload that the next leg of the same request signs. */
export function askSignature(
  { service, request }: Call<unknown, unknown>,
  protection: RequireWalletSignatureOptions,
  leg: FirstLeg,
): Reply {
  const requestId = mintId(service.random, 'Request');
  const expiresAt = service.clock.now() + service.settings.challengeMs;
  const { payloadToSign, remembered = {} } = leg;
  service.state.challenges.set(requestId, {
    requestId,
    accountId: protection.accountId,
    method: request.method,
    path: request.path,
    text: request.text,
    payloadToSign,
    expiresAt,
    remembered,
    used: false,
  });
  const now = service.clock.now();
  forgetEnded(service.state.challenges, {
    hasEnded: (challenge) => challenge.used || challenge.expiresAt <= now,
    limit: service.settings.historyLimit,
  });
  const type = protection.type === undefined ? {} : { type: protection.type };
  const body = { ...type, payloadToSign, requestId, expiresAt: new Date(expiresAt).toISOString() };
  return { status: 202, body };
}

function notPending(reason: string): Refusal {
  return refuse('WALLET_SIGNATURE_INVALID', 'The Request-Id names no pending challenge: start over.', reason);
}

function pendingChallenge({ service, request }: Call<unknown, unknown>, accountId: string): ChallengeRecord {
  const { requestId } = request;
  if (requestId === null) {
    throw refuse('REQUEST_ID_MISSING', 'A signed retry needs the header Request-Id.', 'Request-Id absent');
  }
  const challenge = service.state.challenges.get(requestId);
  if (challenge === undefined || challenge.accountId !== accountId) throw notPending('Request-Id unknown');
  if (challenge.used) throw notPending('Request-Id already used');
  if (challenge.expiresAt <= service.clock.now()) throw notPending('Request-Id expired');
  if (challenge.method !== request.method || challenge.path !== request.path || challenge.text !== request.text) {
    throw refuse(
      'WALLET_SIGNATURE_BODY_MISMATCH',
      'Both legs of a signed retry must be the same request, byte for byte.',
      'request differs from the first leg',
    );
  }
  return challenge;
}

async function signerOf(service: Service, accountId: string, signature: string, payload: string): Promise<string> {
  const verdict = await check(signature, payload);
  if (verdict.status === 'valid') return verdict.signedBy;
  if (verdict.status === 'malformed') {
    const message =
      'The signature header is not a stamp: unpadded base64url of JSON with publicKey, scheme and signature.';
    throw refuse('WALLET_SIGNATURE_MALFORMED', message, 'not a stamp');
  }
  for (const other of otherPayloads(service, accountId, payload)) {
    if ((await check(signature, other)).status === 'valid') {
      const message = 'The stamp was made over the payload of another request.';
      throw refuse('WALLET_SIGNATURE_BODY_MISMATCH', message, 'stamp fits another pending payload');
    }
  }
  throw refuse('WALLET_SIGNATURE_INVALID', "The stamp doesn't fit the payload.", 'signature does not verify');
}

type Verdict = { readonly status: 'valid'; readonly signedBy: string } | { readonly status: 'malformed' | 'invalid' };

async function check(signature: string, payload: string): Promise<Verdict> {
  try {
    return { status: 'valid', signedBy: (await verifyStamp(signature, payload)).compressedPublicKeyHex };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return { status: error.code === 'STAMP_INVALID' ? 'invalid' : 'malformed' };
  }
}

function otherPayloads(service: Service, accountId: string, payload: string): string[] {
  const now = service.clock.now();
  const challenges = [...service.state.challenges.values()]
    .filter((other) => other.accountId === accountId && !other.used && other.expiresAt > now)
    .map((other) => other.payloadToSign);
  const quotes = [...service.state.quotes.values()]
    .filter(({ quote }) => quote.source.accountId === accountId && quote.status === 'PENDING')
    .map((record) => record.payloadToSign ?? '');
  return [...challenges, ...quotes].filter((other) => other !== payload && other !== '');
}

function refuse(code: string, message: string, reason: string): Refusal {
  return new Refusal(401, code, message, { reason });
}

function refuseKey(service: Service, accountId: string, key: string): Refusal {
  const sessions = [...service.state.sessions.values()].filter((session) => session.compressedPublicKeyHex === key);
  const own = sessions.find((session) => session.accountId === accountId);
  const reason =
    own === undefined
      ? sessions.length > 0
        ? 'key belongs to another account'
        : 'key unknown'
      : own.revoked
        ? 'session revoked'
        : own.expiresAt <= service.clock.now()
          ? 'session expired'
          : 'key not allowed to sign this';
  return refuse('WALLET_SIGNATURE_INVALID', 'The stamp is by a key that may not sign this.', reason);
}
