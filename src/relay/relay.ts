/** The relay: it stands between browsers that anybody may control and a service that trusts every holder of its secret. */
import { createAccountNames } from './account-name.ts';
import { createAdmission, type Admitted, type Journal } from './request/admission.ts';
import type { RelayAuditEvent } from './audit.ts';
import { createChallengeStore } from './passkeys/challenges.ts';
import { encodeUtf8 } from '../kit/encoding/index.ts';
import { completeClock } from '../kit/waiting.ts';
import { withoutContent } from '../kit/foreign-error.ts';
import type { FindVisit, RelayContext } from './request/identity.ts';
import { sha256Of } from './digest.ts';
import { createForwarding } from './forward.ts';
import { createAnswer, createRefusal, headersOf, originsOf } from './request/headers.ts';
import { createLimiter } from './limits/limits.ts';
import { createRouteMatcher } from './routes/match.ts';
import { readRelayOptions, type CheckedRelayOptions, type CreateRelayOptions } from './options.ts';
import { createOwnership, recordNotFound } from './ownership/ownership.ts';
import { answerRelatedOrigins, isRelatedOriginsRequest, relatedOriginsPath } from './passkeys/related-origins.ts';
import { internalRelayError, RelayError } from './relay-error.ts';
import { nameRoute, visitorRoutes, type RelayRoute } from './routes/routes.ts';
import { createScopedStore } from './store/scoped-store.ts';
import { createSetupNotices } from './setup-notices.ts';
import { createSharedReads } from './ownership/shared-reads.ts';
import { createSignIns } from './limits/sign-ins.ts';
import { createMemoryRelayStore } from './store/store.ts';
import { createTimedStore, storeLimitMs } from './store/timed-store.ts';
import { createUpstream } from './upstream/upstream.ts';
import { createUserHandles } from './passkeys/user-handle.ts';
import { loopbackPattern } from '../kit/wire.ts';

/** Answers one request. Rejects only for an argument that isn't a `Request`: any other failure is an answer with a code. */
export type Relay = (request: Request, context?: RelayContext) => Promise<Response>;

const challengeMs = 300_000;
// A caller may make up any other (RFC 9110, 9.1).
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
// Time for which an empty or failed look-up is shared.
const shareMs = 1500;

/**
 * Creates a relay: a closed route table, not a proxy.
 *
 * @example
 * const relay = createRelay({
 *   baseUrl, // https://service.example.com/2025-10-13
 *   clientId,
 *   clientSecret,
 *   mountPath: '/wallet',
 *   origins: ['https://app.example.com'],
 *   identify: async (request) => {
 *     const user = await findUser(request.headers.get('Cookie'));
 *     return user && { userId: user.id, customerId: user.customerId, accountIds: user.accountIds };
 *   },
 * });
 * export default { fetch: relay };
 *
 * @throws TypeError, RangeError naming the option.
 */
export function createRelay(options: CreateRelayOptions): Relay {
  return openRelay(readRelayOptions(options), { more: [] });
}

/**
 * Creates the relay of an origin that runs the kit's own script alone: it may export, and says whom a person has confirmed. It asks
 * `findVisit`, if there is one, in place of `identify`.
 */
export function createVisitorRelay(checked: CheckedRelayOptions, findVisit?: FindVisit): Relay {
  return openRelay(checked, { more: visitorRoutes, findVisit });
}

interface Visitors {
  readonly more: readonly RelayRoute[];
  readonly findVisit?: FindVisit | undefined;
}

function openRelay(checked: CheckedRelayOptions, { more, findVisit }: Visitors): Relay {
  const isVisitors = more.length > 0;
  const { baseUrl, clientId, clientSecret, timeoutMs, relatedOrigins, audit, fetch, nameAccount } = checked;
  const clock = completeClock(checked.clock);
  const shared =
    checked.store === undefined
      ? createMemoryRelayStore({ clock })
      : createTimedStore(checked.store, { clock, timeoutMs: storeLimitMs });
  const store = createScopedStore(shared, checked);
  const notice = createSetupNotices({ audited: audit !== undefined });
  const call = createUpstream({ baseUrl, clientId, clientSecret, fetch, clock, timeoutMs });
  const isLocal = loopbackPattern.test(new URL(baseUrl).hostname);
  const reads = createSharedReads({ call, clock, shareMs });
  // Also beside an audit: no request fails by it, so no event says so.
  const noticeAlways = createSetupNotices({ audited: false });
  const noSecret = (): void =>
    noticeAlways(
      'userHandleSecret',
      'is not set, so that user handles of passkeys change with every start and instance.',
    );
  const { newPayees, firstPaymentToPayee } = checked.recentSignInMs;
  if (checked.store === undefined && (newPayees ?? firstPaymentToPayee) !== undefined) {
    noticeAlways('store', 'is not set, so that each start and instance asks anew for the sign-ins of recentSignInMs.');
  }
  const userHandleOf = createUserHandles({ secret: checked.userHandleSecret, noSecret });
  const challenges = createChallengeStore({ store, clock, lifetimeMs: challengeMs, userHandleOf });
  const limiter = createLimiter(store, checked.limits);
  const signIns = createSignIns(store, { recent: checked.recentSignInMs, confirms: isVisitors });
  const { count, forward, checkOwner } = createForwarding({
    call,
    ownership: createOwnership({
      reads,
      clock,
      countLookUp: (userId) => limiter.count('ownerChecks', userId),
    }),
    limiter,
    signIns,
    challenges,
    changesCardsDirectly: checked.profile.cardChange === 'direct',
  });
  const admit = createAdmission({
    findRoute: createRouteMatcher(checked.groups, checked.mountPath, [
      ...more,
      ...(nameAccount === undefined ? [] : [nameRoute]),
    ]),
    identify: checked.identify,
    findVisit,
    identifyTimeoutMs: checked.identifyTimeoutMs,
    origins: checked.origins,
    profile: checked.profile,
    clock,
    count,
    mountPath: checked.mountPath,
    exports: isVisitors,
  });

  const findName = nameAccount && createAccountNames({ nameAccount, clock, timeoutMs: checked.identifyTimeoutMs });

  /** Answers that the relay makes itself; their `Date` is of its own clock. */
  const answerItself = async (admitted: Admitted, journal: Journal, signal: AbortSignal): Promise<Response> => {
    const { identity, visit, match, references } = admitted;
    const inPath = await checkOwner(admitted, signal);
    const answer = (body?: object): Response =>
      createAnswer({
        status: body === undefined ? 204 : 200,
        text: body === undefined ? '' : JSON.stringify(body),
        date: new Date(clock.now()).toUTCString(),
        retryAfter: null,
        requestId: journal.requestId,
      });
    if (match.route.path === '/me') {
      const { customerId, accountIds } = identity;
      if (accountIds.length === 0) throw recordNotFound();
      // The visit's name for its own page: neither the cookie nor a key of the store can be told from it.
      const name = visit === null ? {} : { visit: await sha256Of(encodeUtf8(visit)) };
      return answer({ customerId, accountIds, ...name });
    }
    if (match.route === nameRoute) {
      const name = await findName?.(inPath?.payee, { identity, signal });
      if (typeof name !== 'string') throw recordNotFound();
      return answer({ name });
    }
    if (match.id !== null) {
      await signIns.notePayee(identity.userId, match.id.id);
      return answer();
    }
    await limiter.count('challenges', identity.userId);
    // The body names one account, and nothing else does.
    const [account] = references;
    return answer(await challenges.issue(identity, account?.id ?? ''));
  };

  const handle = async (request: Request, journal: Journal, context: RelayContext): Promise<Response> => {
    if (relatedOrigins !== undefined && isRelatedOriginsRequest(request)) {
      journal.route = relatedOriginsPath;
      return answerRelatedOrigins(relatedOrigins, journal);
    }
    const admitted = await admit(request, journal, context);
    if (admitted.match.route.answeredBy === 'relay') return answerItself(admitted, journal, request.signal);
    const answer = await forward(admitted, journal, request.signal);
    return createAnswer({ ...answer, requestId: journal.requestId });
  };

  const tell = async (event: RelayAuditEvent, context: RelayContext | undefined): Promise<void> => {
    if (audit === undefined) return;
    const audited = (async () => audit(event))().catch(() => undefined);
    if (typeof context?.waitUntil === 'function') context.waitUntil(audited);
  };

  let originTold = false;
  return async (request, context) => {
    headersOf(request, 'relay');
    const at = clock.now();
    const journal: Journal = {
      requestId: crypto.randomUUID(),
      route: null,
      identity: null,
      ids: [],
      serviceRequestId: null,
      forwarded: false,
      cause: undefined,
    };
    let response: Response;
    let error: RelayError | null = null;
    try {
      response = await handle(request, journal, context ?? {});
    } catch (cause) {
      error = cause instanceof RelayError ? cause : internalRelayError(cause);
      response = createRefusal(error, journal);
      if (error.code === 'RELAY_ORIGIN_REFUSED') {
        // Once for all origins: a caller can make up any number of them.
        if (!originTold) notice(error.code, error.message, originsOf(request, checked.origins));
        originTold = true;
      } else if (isForOperator(error)) notice(error.code, error.message, isLocal ? stackOf(error) : namesOf(error));
    }
    const cause = error?.cause ?? journal.cause;
    // The request has had its effect by now. The platform has to notice an audit that fails or hangs.
    void tell(
      {
        at,
        durationMs: clock.now() - at,
        requestId: journal.requestId,
        userId: journal.identity?.userId ?? null,
        method: knownMethods.includes(request.method) ? request.method : 'OTHER',
        route: journal.route,
        ids: journal.ids,
        serviceRequestId: journal.serviceRequestId,
        forwarded: journal.forwarded,
        outcome: error === null ? 'answered' : error.status >= 499 ? 'failed' : 'refused',
        status: response.status,
        code: error?.code ?? null,
        ...(cause === undefined ? {} : { cause }),
      },
      context,
    ).catch(() => undefined);
    return response;
  };
}

/** Detects a refusal that an operator can end: a failure, or a setting. A browser that closes its connection isn't one. */
export function isForOperator({ code, status, nextStep }: RelayError): boolean {
  return nextStep === 'configure' || (status >= 499 && code !== 'RELAY_CLIENT_CLOSED');
}

/** In front of a service on this machine, where only a developer looks: the whole error. */
function stackOf(error: RelayError): string | null {
  const { code, cause } = error;
  if (code !== 'RELAY_INTERNAL_ERROR' || !(cause instanceof Error)) return namesOf(error);
  return `${cause.stack ?? cause.message}${remedyOf(error)}`;
}

/** Describes an error of the platform's own function for the console: names and codes alone, since a message could hold what was sent. */
function namesOf(error: RelayError): string | null {
  const { code, cause } = error;
  if (code === 'RELAY_INTERNAL_ERROR') {
    return `${withoutContent(cause).message}: an audit hears the rest${remedyOf(error)}`;
  }
  return cause instanceof Error ? cause.message : null;
}

/** The first day's mistake, which the clients of Redis report without a name or a code. */
function remedyOf({ message }: RelayError): string {
  return message.includes('store') ? "; connect the store's client before the first request" : '';
}
