/** Sends an admitted request to the service, after checks of its limits and owners, and stores facts for later requests. */
import { isStillProcessing } from '../kit/still-processing.ts';
import type { Admitted, Arrival, CountArrival, Journal } from './request/admission.ts';
import type { ChallengeStore, RedeemedChallenge } from './passkeys/challenges.ts';
import type { Bytes } from '../kit/encoding/index.ts';
import { sha256Of } from './digest.ts';
import type { Limiter } from './limits/limits.ts';
import { isAboutRecord, recordNotFound, type OwnedRecord, type Ownership } from './ownership/ownership.ts';
import { RelayError } from './relay-error.ts';
import type { RelayRoute } from './routes/routes.ts';
import type { RecentSignInSubject, PersonInVisit, SignIns } from './limits/sign-ins.ts';
import type { CallUpstream, UpstreamAnswer } from './upstream/upstream.ts';

/** Options of {@link createForwarding}. */
export interface CreateForwardingOptions {
  readonly call: CallUpstream;
  readonly ownership: Ownership;
  readonly limiter: Limiter;
  readonly signIns: SignIns;
  readonly challenges: ChallengeStore;
  /** Whether the service changes cards without a stamp. */
  readonly changesCardsDirectly: boolean;
}

/** Steps of an admitted request. */
export interface Forwarding {
  /** Counts it before its body is parsed. */
  readonly count: CountArrival;
  /** Sends it to the service. */
  forward(admitted: Admitted, journal: Journal, signal: AbortSignal): Promise<UpstreamAnswer>;
  /** Checks that the request's records belong to the user, and applies per-owner limits. */
  checkOwner(admitted: Admitted, signal: AbortSignal): Promise<OwnedRecord | null>;
}

/** Result of a request. */
interface Outcome {
  readonly answer: UpstreamAnswer;
  readonly redeemed: RedeemedChallenge | null;
  /** The record that its path names. */
  readonly inPath: OwnedRecord | null;
}

// A status that no answer has: the request's outcome is unknown.
const lost = 599;

/** A payment that still waits for the person's code is none. */
function isPaid({ status, body }: UpstreamAnswer): boolean {
  return status === 200 && (Object(body) as { readonly status?: unknown }).status !== 'PENDING_AUTHORIZATION';
}

/** Creates the forwarding of one relay. */
export function createForwarding(options: CreateForwardingOptions): Forwarding {
  const { call, ownership, limiter, signIns, challenges } = options;

  /** Checks that each record of the request belongs to the user; resolves with the one in the path. */
  const own = async (
    { match, identity, references }: Arrival,
    signal: AbortSignal,
    asked = false,
  ): Promise<OwnedRecord | null> => {
    let inPath: OwnedRecord | null = null;
    for (const reference of references) {
      // The answer of such a read names its owner, so no second call is needed.
      if (reference === match.id && match.route.owner === 'answer') continue;
      const record = await ownership.require({ identity, reference, signal, asked });
      if (reference === match.id) inPath = record;
    }
    return inPath;
  };

  const count: CountArrival = async (arrival, readBytes, signal) => {
    const { match, identity, headers, stamped, path } = arrival;
    const { userId } = identity;
    if (match.route.method === 'GET') {
      await limiter.count('reads', userId);
      return 'read';
    }
    const requestId = headers['Request-Id'];
    if (stamped && requestId !== undefined) {
      if (await limiter.isExpectedLeg(userId, await legOf(arrival, await readBytes(), requestId))) return 'asked';
    }
    if (mayProcess(arrival) && (await limiter.isRepeat(userId, path))) return 'asked';
    if (isSpared(arrival)) {
      // Its body names no record.
      await own(arrival, signal);
      if (await limiter.isSpared(userId, path)) return 'spared';
    }
    await limiter.count('changes', userId);
    return 'change';
  };

  /** The subject for which a request wants a recent sign-in. */
  const subjectOf = ({ match: { route }, body }: Admitted): RecentSignInSubject | null =>
    route.stamped === 'unless-direct' && (!options.changesCardsDirectly || freezes(body)) ? null : route.recentSignIn;

  const checkOwner: Forwarding['checkOwner'] = async (admitted, signal) => {
    const { match, counted } = admitted;
    const { route } = match;
    const subject = subjectOf(admitted);
    const inPath = await own(admitted, signal, counted === 'asked');
    // A payment is usually spared, and has no payee if it goes to an own account.
    const isAsked = isStampedPayment(route) ? counted !== 'asked' && inPath?.payee !== undefined : counted === 'change';
    if (isAsked && subject !== null) await signIns.requireRecent(signerOf(admitted), subject, inPath?.payee);
    if (counted !== 'change') return inPath;
    if (route.verifies && match.id !== null) await limiter.count('verifications', match.id.id);
    if (route.sendsCode && sendsCode(admitted, inPath)) await limiter.countCode(signerOf(admitted));
    return inPath;
  };

  /** Drops cached lists that a request has changed, or may have changed if it failed. */
  const forgetChanged = ({ match, identity }: Admitted, status: number): void => {
    const undone = status === 202 || (status >= 400 && status < 500);
    if (!undone && match.route.changesLists) ownership.forgetLists(identity);
  };

  /** Remembers what later legs need. The service's answer goes back unchanged. */
  const followUp = async (admitted: Admitted, { answer, redeemed, inPath }: Outcome): Promise<void> => {
    const { match, identity, headers } = admitted;
    forgetChanged(admitted, answer.status);
    // The same request comes again, as after a 202.
    const isOpen = isStillProcessing(answer);
    const work = [settle(redeemed, isOpen ? 202 : answer.status, headers['Request-Id'] !== undefined)];
    if (answer.status === 202) work.push(expectLeg(admitted, answer.body));
    if (isOpen && mayProcess(admitted)) work.push(limiter.expectRepeat(identity.userId, admitted.path));
    if (match.route.verifies && match.id?.type === 'AuthMethod' && answer.status === 200 && !isOpen)
      work.push(signIns.note(signerOf(admitted)), limiter.noteSignIn(signerOf(admitted)));
    if (match.route.pays && isPaid(answer) && inPath?.payee !== undefined)
      work.push(signIns.notePayee(identity.userId, inPath.payee));
    await Promise.all(work);
  };

  const expectLeg = async (admitted: Admitted, body: unknown): Promise<void> => {
    const requestId: unknown = (body as { requestId?: unknown } | null | undefined)?.requestId;
    if (typeof requestId !== 'string' || requestId.length > 128) return;
    const leg = await legOf(admitted, admitted.body?.bytes ?? new Uint8Array(), requestId);
    await limiter.expectLeg(admitted.identity.userId, leg);
  };

  const forward: Forwarding['forward'] = async (admitted, journal, signal) => {
    const { match, identity, body, headers, stamped } = admitted;
    const inPath = await checkOwner(admitted, signal);
    const passkey = readPasskey(admitted);
    const redeemed = passkey === null ? null : await challenges.redeem(identity, passkey);
    const quietly = async (work: Promise<void>): Promise<void> => {
      await work.catch((cause: unknown) => void (journal.cause = cause));
    };
    journal.forwarded = true;
    let answer: UpstreamAnswer;
    try {
      answer = await call({
        method: match.route.method,
        path: admitted.path,
        headers,
        body: body?.bytes,
        signal,
        // A first leg to a record carries a code, a passkey or a session that the service may refuse with 401 as well;
        // an addition an ID token.
        signsInAlone: match.route.method === 'GET' || (match.id === null && !stamped && !hasIdToken(admitted)),
      });
    } catch (error) {
      forgetChanged(admitted, lost);
      // Whether the first leg arrived is unknown: it may come again. A second leg may have done its work.
      if (error instanceof RelayError && error.status >= 499) {
        await quietly(settle(redeemed, lost, headers['Request-Id'] !== undefined));
      }
      throw error;
    }
    await quietly(followUp(admitted, { answer, redeemed, inPath }));
    const { rows } = match.route;
    if (rows !== null && answer.status < 300 && !ownership.isOwnList(identity, rows, answer.body)) throw foreignRows();
    if (match.route.owner !== 'answer' || match.id === null) return answer;
    const known =
      answer.status < 300 ? ownership.accept(identity, match.id, answer.body) : ownership.isKnown(identity, match.id);
    // A refusal of somebody else's record would tell that the record exists.
    if (answer.status === 404 || (!known && (answer.status < 300 || isAboutRecord(answer.status))))
      throw recordNotFound();
    const isPayee = match.id.type === 'ExternalAccount' && answer.status === 200;
    return { ...answer, isNewPayee: isPayee && (await signIns.isNewPayee(identity.userId, match.id.id)) };
  };

  return Object.freeze({ count, forward, checkOwner });
}

/** A service that doesn't know a filter may answer with everybody's records. */
function foreignRows(): RelayError {
  const message =
    "The service's answer isn't a list of the user's own records alone, or identify doesn't list all their owners.";
  return new RelayError('RELAY_UPSTREAM_INVALID', message, { status: 502 });
}

function signerOf({ identity: { userId }, visit }: Arrival): PersonInVisit {
  return { userId, visit };
}

/** Detects a change that freezes a card, in each form of the contract. */
function freezes(body: Admitted['body']): boolean {
  const { state, status } = Object(body?.value) as { readonly state?: unknown; readonly status?: unknown };
  return state === 'FROZEN' || status === 'FROZEN';
}

/** A second leg repeats method, path and body of the first: the request id of one action can't be used for another. */
async function legOf({ match, path }: Arrival, body: Bytes, requestId: string): Promise<string> {
  return `${requestId} ${match.route.method} ${path} ${await sha256Of(body)}`;
}

/** Detects requests for a code that the service may answer by asking for the same request again: no other code is sent. */
function mayProcess({ match: { route }, stamped }: Arrival): boolean {
  return route.sendsCode && route.recentSignIn === null && !stamped;
}

/** Detects requests that are limited only against endless repetition: ending an own session, and paying an own quote. */
function isSpared({ match: { route }, stamped }: Arrival): boolean {
  if (route.method === 'DELETE' && route.path === '/auth/sessions/{Session}') return true;
  return stamped && isStampedPayment(route);
}

/** Detects the payment that a stamp makes; the other one takes its code. */
function isStampedPayment({ pays, verifies }: RelayRoute): boolean {
  return pays && !verifies;
}

/** A passkey or an identity provider sends no code; adding a code credential sends one on its stamped leg, which is let through. */
function sendsCode({ body }: Admitted, inPath: OwnedRecord | null): boolean {
  const { type } = inPath ?? (body?.value as { type?: unknown } | undefined) ?? {};
  return type !== 'PASSKEY' && type !== 'OAUTH';
}

function hasIdToken({ body }: Admitted): boolean {
  return (body?.value as { type?: unknown } | undefined)?.type === 'OAUTH';
}

function readPasskey({ match: { route }, body }: Admitted) {
  if (route.method !== 'POST' || route.path !== '/auth/credentials' || body === null) return null;
  const { type, challenge, attestation } = body.value as {
    type: string;
    challenge: string;
    attestation: { clientDataJson: string };
  };
  if (type !== 'PASSKEY') return null;
  return { bytes: body.bytes, challenge, clientDataJson: attestation.clientDataJson };
}

/** After a first leg the challenge goes back unless the service refused for good; after a second only if nothing was done. */
async function settle(redeemed: RedeemedChallenge | null, status: number, secondLeg: boolean): Promise<void> {
  const open = status === 429 || status === 202 || (!secondLeg && status >= 500);
  if (open) await redeemed?.giveBack();
}
