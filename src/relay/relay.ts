/** The relay: what stands between a browser that may be anyone's and a service that trusts whoever holds its secret. */
import type { RelayAuditEvent } from './audit.ts';
import { readBody, type CanonicalBody } from './body.ts';
import { createChallengeStore, type RedeemedChallenge } from './challenges.ts';
import { completeClock } from './clock.ts';
import { checkOrigin, createAnswer, createRefusal, pickHeaders } from './headers.ts';
import { readIdentity, type RelayIdentity } from './identity.ts';
import { checkQuery, createRouteMatcher, type RouteMatch } from './match.ts';
import { checkRelayOptions, type CreateRelayOptions } from './options.ts';
import { createOwnership, recordNotFound, type OwnedRecord } from './ownership.ts';
import { countCodeRequest } from './rate-limit.ts';
import { RelayError } from './relay-error.ts';
import type { RelayRoute } from './routes.ts';
import { checkShape, type IdReference } from './shape.ts';
import { createMemoryRelayStore } from './store.ts';
import { createUpstream, type UpstreamAnswer } from './upstream.ts';

/** Answers one request. It rejects only for an argument that is no `Request`: whatever else goes wrong is an answer with a code. */
export type Relay = (request: Request) => Promise<Response>;

/** What is known of a request while it is being handled; the audit event is made from it. */
interface Journal {
  readonly requestId: string;
  route: RelayRoute | null;
  identity: RelayIdentity | null;
  ids: readonly string[];
  /** Set before the request itself, not only a look-up for it, goes to the service. */
  forwarded: boolean;
}

/** A request that passed every check that needs no service. */
interface Admitted {
  readonly match: RouteMatch;
  readonly identity: RelayIdentity;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CanonicalBody | null;
  readonly references: readonly IdReference[];
}

/**
 * Creates a relay: a closed route table, not a proxy.
 * @throws TypeError, RangeError naming the option.
 */
export function createRelay(options: CreateRelayOptions): Relay {
  const checked = checkRelayOptions(options);
  const clock = completeClock(options.clock);
  const store = options.store ?? createMemoryRelayStore({ clock });
  const { identify, audit, fetch = globalThis.fetch } = options;
  const { clientId, clientSecret } = options;
  const { baseUrl, timeoutMs, maxAnswerBytes, profile } = checked;
  const call = createUpstream({ baseUrl, clientId, clientSecret, fetch, clock, timeoutMs, maxAnswerBytes });
  const ownership = createOwnership({ call, clock, cacheMs: checked.ownershipCacheMs });
  const challenges = createChallengeStore({ store, clock, lifetimeMs: 300_000 });
  const findRoute = createRouteMatcher(checked.groups, checked.mountPath);

  const admit = async (request: Request, journal: Journal): Promise<Admitted> => {
    const url = new URL(request.url);
    const match = findRoute(request.method, url.pathname);
    if (match === null) throw new RelayError('RELAY_ROUTE_NOT_FOUND', 'The relay has no such route.', { status: 404 });
    journal.route = match.route;
    if (match.id !== null) journal.ids = [match.id.id];
    checkOrigin(request, checked.origins ?? [url.origin]);
    const found = await identify(request);
    // What `user && {...}` gives for nobody.
    if (found === null || found === undefined)
      throw new RelayError('RELAY_UNAUTHENTICATED', 'Nobody is signed in.', { status: 401 });
    const identity = readIdentity(found);
    journal.identity = identity;
    const query = checkQuery(match.route, url.searchParams);
    const headers = pickHeaders(request, profile);
    const limits = { clock, maxBytes: checked.maxBodyBytes, timeoutMs: checked.bodyTimeoutMs };
    const body = await readBody(request, limits);
    const inBody = checkBody(match.route, body);
    const references = [...(match.id === null ? [] : [match.id]), ...query.references, ...inBody];
    journal.ids = references.map(({ id }) => id);
    return { match, identity, path: match.path + query.search, headers, body, references };
  };

  /** Everything that the request names is the user's; resolves with what the path names. */
  const own = async ({ match, identity, references }: Admitted, signal: AbortSignal): Promise<OwnedRecord | null> => {
    let inPath: OwnedRecord | null = null;
    for (const reference of references) {
      // A read whose answer says whose it is needs no second call.
      if (reference === match.id && match.route.owner === 'answer') continue;
      const record = await ownership.require({ identity, reference, signal });
      if (reference === match.id) inPath = record;
    }
    return inPath;
  };

  const forward = async (admitted: Admitted, journal: Journal, signal: AbortSignal): Promise<UpstreamAnswer> => {
    const { match, identity, body, headers } = admitted;
    const inPath = await own(admitted, signal);
    const sends = match.route.sendsCode && sendsCode(inPath, body, headers[profile.signatureHeader] !== undefined);
    if (sends) await countCodeRequest(store, identity.userId, checked.codeRequests);
    const passkey = readPasskey(match.route, body);
    const held = passkey === null ? null : await challenges.redeem(identity, passkey);
    journal.forwarded = true;
    try {
      const answer = await call({
        method: match.route.method,
        path: admitted.path,
        headers,
        body: body?.bytes,
        signal,
        // A first leg to a record carries a code, a passkey or a session that the service may refuse with 401 as well.
        signsInAlone:
          match.route.method === 'GET' || (match.id === null && headers[profile.signatureHeader] === undefined),
      });
      await settle(held, answer.status, headers['Request-Id'] !== undefined);
      if (match.route.owner !== 'answer' || match.id === null) return answer;
      if (answer.status === 404) throw recordNotFound();
      if (answer.status < 300 && !ownership.isOwn(identity, match.id, answer.body)) throw recordNotFound();
      return answer;
    } catch (error) {
      // Whether the first leg arrived is unknown: it may come again. A second leg may have done its work.
      if (error instanceof RelayError && error.status >= 499)
        await settle(held, 599, headers['Request-Id'] !== undefined);
      throw error;
    }
  };

  const handle = async (request: Request, journal: Journal): Promise<Response> => {
    const admitted = await admit(request, journal);
    if (admitted.match.route.answeredBy === 'relay') {
      await own(admitted, request.signal);
      const text = JSON.stringify(await challenges.issue(admitted.identity));
      return createAnswer({ status: 200, text, date: null, retryAfter: null, requestId: journal.requestId });
    }
    const answer = await forward(admitted, journal, request.signal);
    return createAnswer({ ...answer, requestId: journal.requestId });
  };

  return async (request) => {
    const { headers } = (request ?? {}) as Partial<Request>;
    if (typeof headers?.get !== 'function') throw new TypeError('relay: request must be a Request');
    const at = clock.now();
    const journal: Journal = { requestId: crypto.randomUUID(), route: null, identity: null, ids: [], forwarded: false };
    let response: Response;
    let error: RelayError | null = null;
    try {
      response = await handle(request, journal);
    } catch (cause) {
      error = cause instanceof RelayError ? cause : internal(cause);
      response = createRefusal(error, journal);
    }
    const event: RelayAuditEvent = {
      at,
      durationMs: clock.now() - at,
      requestId: journal.requestId,
      userId: journal.identity?.userId ?? null,
      method: request.method,
      route: journal.route?.path ?? null,
      ids: journal.ids,
      outcome: error === null ? 'answered' : error.status >= 499 ? 'failed' : 'refused',
      status: response.status,
      code: error?.code ?? null,
      ...(error?.cause === undefined ? {} : { cause: error.cause }),
    };
    try {
      await audit?.(event);
    } catch {
      // The request has had its effect by now: an audit that fails is the platform's to notice.
    }
    return response;
  };
}

/** @throws RelayError `RELAY_BODY_INVALID`. */
function checkBody(route: RelayRoute, body: CanonicalBody | null): readonly IdReference[] {
  if (body !== null) return checkShape(body.value, route.body);
  if (route.emptyBody) return [];
  throw new RelayError('RELAY_BODY_INVALID', 'This route needs a body.', { status: 400 });
}

/** A passkey's challenge sends nothing; a code credential is added, and its code sent, on the signed leg. */
function sendsCode(inPath: OwnedRecord | null, body: CanonicalBody | null, signed: boolean): boolean {
  if (inPath !== null) return inPath.type !== 'PASSKEY';
  return signed && (body?.value as { type?: unknown } | undefined)?.type === 'EMAIL_OTP';
}

function readPasskey(route: RelayRoute, body: CanonicalBody | null) {
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
async function settle(held: RedeemedChallenge | null, status: number, secondLeg: boolean): Promise<void> {
  const open = status === 429 || status === 202 || (!secondLeg && status >= 500);
  if (open) await held?.giveBack();
}

function internal(cause: unknown): RelayError {
  return new RelayError('RELAY_INTERNAL_ERROR', 'The relay failed.', { status: 500, cause });
}
