/** Admission: checks of a request before anything is asked of the service for it. */
import { loopbackPattern, uuidPattern, type WireProfile } from '../../kit/wire.ts';
import { parseBody, readBody, type CanonicalBody } from './body.ts';
import type { Bytes } from '../../kit/encoding/index.ts';
import type { Clock } from '../../kit/waiting.ts';
import { withinTime } from '../deadline.ts';
import { checkOrigin, pickHeaders } from './headers.ts';
import { readIdentity, type FindVisit, type Identify, type RelayContext, type RelayIdentity } from './identity.ts';
import { checkQuery, createRouteMatcher, type RouteMatch, type RouteMatcher } from '../routes/match.ts';
import { internalRelayError, RelayError } from '../relay-error.ts';
import { relayGroups, type RelayRoute } from '../routes/routes.ts';
import { checkShape, type IdReference } from '../routes/shape.ts';

/** Facts about a request while it is handled; the audit event is made from it. */
export interface Journal {
  readonly requestId: string;
  route: string | null;
  identity: RelayIdentity | null;
  ids: readonly string[];
  serviceRequestId: string | null;
  /** Set before the request itself, not only a look-up for it, goes to the service. */
  forwarded: boolean;
  /** An error that didn't change the answer. */
  cause: unknown;
}

/** A request before its body is read. */
export interface Arrival {
  readonly match: RouteMatch;
  readonly identity: RelayIdentity;
  /** Id of the visit to a wallet page; null elsewhere, and where a platform's own session says who it is. */
  readonly visit: string | null;
  /** Path and query for the service. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it carries a stamp. */
  readonly stamped: boolean;
  /** The ids in path and query. */
  readonly references: readonly IdReference[];
}

/** A request that was counted, and whose form is right. */
export interface Admitted extends Arrival {
  readonly body: CanonicalBody | null;
  /** The ids in path, query and body. */
  readonly references: readonly IdReference[];
  /** The kind of request that was counted. */
  readonly counted: Counted;
}

/** Kinds of requests for the limits; `asked` answers a challenge of the service. */
export type Counted = 'read' | 'change' | 'asked' | 'spared';

/**
 * Counts a request before its body is parsed. Reads the body only if the request may answer a challenge of the service.
 * @throws RelayError `RELAY_RATE_LIMITED`; what `readBytes` throws.
 */
export type CountArrival = (arrival: Arrival, readBytes: () => Promise<Bytes>, signal: AbortSignal) => Promise<Counted>;

/** Options of {@link createAdmission}. */
export interface CreateAdmissionOptions {
  readonly findRoute: RouteMatcher;
  readonly identify: Identify;
  /** Finds visits to a wallet page, in place of `identify`. */
  readonly findVisit: FindVisit | undefined;
  readonly identifyTimeoutMs: number;
  readonly origins: readonly string[] | undefined;
  readonly profile: WireProfile;
  readonly clock: Clock;
  readonly count: CountArrival;
  /** Path below which the relay is mounted. */
  readonly mountPath: string;
  /** Whether the group `export` may be on. */
  readonly exports: boolean;
}

/** Checks one request, and notes its facts in the journal. @throws RelayError when it is refused. */
export type Admit = (request: Request, journal: Journal, context: RelayContext) => Promise<Admitted>;

const signedRequestPattern = new RegExp(`^Request:${uuidPattern}$`);

/** Creates the checks of one relay. */
export function createAdmission(options: CreateAdmissionOptions): Admit {
  const { clock, profile } = options;
  const findInAllGroups = createRouteMatcher(relayGroups, options.mountPath);

  /** Says which setting to look at. */
  const noRoute = ({ method, headers }: Request, pathname: string): RelayError => {
    const off = findInAllGroups(method, pathname)?.route.group;
    const where = options.mountPath === '' ? 'the root' : options.mountPath;
    let message = `The relay has no such route; it is mounted at ${where}.`;
    if (off !== undefined) message = `This route is off. Name '${off}' in the relay's groups.`;
    if (off === 'export' && !options.exports) message = 'This route is off. Only a wallet page has it.';
    if (method === 'OPTIONS' && headers.has('Access-Control-Request-Method')) {
      message =
        'This is the preflight of a page of another origin: the relay sends no CORS headers. Answer it before the relay.';
    }
    return new RelayError('RELAY_ROUTE_NOT_FOUND', message, { status: 404 });
  };

  const whoIs = async (request: Request, context: RelayContext): Promise<Pick<Arrival, 'identity' | 'visit'>> => {
    if (options.findVisit !== undefined) {
      const visit = await options.findVisit(request);
      if (visit === null) throw nobody();
      return { identity: readIdentity(visit.identity), visit: visit.id };
    }
    const late = (): RelayError =>
      new RelayError('RELAY_IDENTIFY_TIMED_OUT', 'It could not be found out in time who is signed in.', {
        status: 503,
      });
    // Errors of `identify` are the platform's own, and say nothing to the browser, even a RelayError.
    const ask = async (): Promise<RelayIdentity | null | undefined> => {
      try {
        return await options.identify(request, context);
      } catch (cause) {
        throw internalRelayError(cause, { part: 'identify' });
      }
    };
    const found = await withinTime(ask, {
      clock,
      timeoutMs: options.identifyTimeoutMs,
      late,
    });
    // `user && {...}` gives one of these when signed out.
    if (found === null || found === undefined) throw nobody();
    return { identity: readIdentity(found), visit: null };
  };

  return async (request, journal, context) => {
    const url = new URL(request.url);
    const match = options.findRoute(request.method, url.pathname);
    if (match === null) throw noRoute(request, url.pathname);
    journal.route = match.route.path;
    if (match.id !== null) journal.ids = [match.id.id];
    checkOrigin(request, options.origins ?? ownOrigin(url));
    const { identity, visit } = await whoIs(request, context);
    journal.identity = identity;
    const query = checkQuery(match.route, url.searchParams, profile.cardChange === 'direct');
    const headers = await pickHeaders(request, { signatureHeader: profile.signatureHeader, userId: identity.userId });
    const named = [...(match.id === null ? [] : [match.id]), ...query.references];
    const stamped = headers[profile.signatureHeader] !== undefined;
    if (stamped) journal.serviceRequestId = signedRequestPattern.exec(headers['Request-Id'] ?? '')?.[0] ?? null;
    const path = match.path + query.search;
    const arrival = { match, identity, visit, path, headers, stamped, references: named };
    let bytes: Promise<Bytes> | undefined;
    const readBytes = (): Promise<Bytes> => (bytes ??= readBody(request, { clock, maxBytes: 65_536 }));
    const counted = await options.count(arrival, readBytes, request.signal);
    const body = parseBody(await readBytes(), request.headers);
    const references = [...named, ...checkBody(match.route, body)];
    journal.ids = references.map(({ id }) => id);
    return { ...arrival, body, references, counted };
  };
}

function nobody(): RelayError {
  return new RelayError('RELAY_UNAUTHENTICATED', 'Nobody is signed in.', { status: 401 });
}

/** A page on this machine is the developer's own; any other host name comes from the request. */
function ownOrigin({ hostname, origin }: URL): readonly string[] {
  if (loopbackPattern.test(hostname)) return [origin];
  throw new RelayError('RELAY_ORIGINS_REQUIRED', "Set the relay's origins: the origins of the platform's pages.", {
    status: 500,
  });
}

/** @throws RelayError `RELAY_BODY_INVALID`. */
function checkBody(route: RelayRoute, body: CanonicalBody | null): readonly IdReference[] {
  if (body !== null) return checkShape(body.value, route.body);
  if (route.emptyBody) return [];
  throw new RelayError('RELAY_BODY_INVALID', 'This route needs a body.', { status: 400 });
}
