/** The relay's answers in its OpenAPI document: the refusals by status, with the codes of each. */
import { errorCatalogue } from '../../src/kit/error-catalogue/index.ts';
import type { RelayErrorCode } from '../../src/relay/index.ts';
import { nameRoute, routes, type RelayRoute } from '../../src/relay/routes/routes.ts';

/** A part of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** Content with JSON of a schema. */
export const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
/** Names a part that stands among the components. */
export const reference = (place: string, name: string): Json => ({ $ref: `#/components/${place}/${name}` });

/** The headers of every answer. */
export const answerHeaders = {
  'X-Request-Id': reference('headers', 'X-Request-Id'),
  'Cache-Control': reference('headers', 'Cache-Control'),
  'Relay-Refusal': reference('headers', 'Relay-Refusal'),
  'Relay-Next-Step': reference('headers', 'Relay-Next-Step'),
  'Relay-Payee': reference('headers', 'Relay-Payee'),
};

/** The codes of the relay's own answers. */
type RelayCode = Extract<RelayErrorCode, `RELAY_${string}`>;

/** Routes in which a code can be met, and the statuses that it comes with. A code without a condition can be met in every route. */
const refusals: Readonly<Record<RelayCode, readonly [number | readonly number[], ((route: RelayRoute) => boolean)?]>> =
  {
    RELAY_TARGET_INVALID: [400],
    RELAY_HEADER_INVALID: [400],
    RELAY_QUERY_INVALID: [400],
    RELAY_SCOPE_REQUIRED: [400, ({ scope }) => scope.length > 0],
    RELAY_BODY_NOT_CANONICAL: [400, isChange],
    RELAY_BODY_INVALID: [400],
    RELAY_UNAUTHENTICATED: [401],
    RELAY_ORIGIN_REFUSED: [403],
    RELAY_SITE_REFUSED: [403],
    RELAY_SIGN_IN_REQUIRED: [403, ({ recentSignIn }) => recentSignIn !== null],
    RELAY_ROUTE_NOT_FOUND: [404],
    RELAY_NOT_FOUND: [404],
    RELAY_BODY_TIMED_OUT: [408, isChange],
    RELAY_CHALLENGE_INVALID: [409, ({ body }) => body.some(({ fields }) => fields['challenge'] !== undefined)],
    RELAY_BODY_TOO_LARGE: [413, isChange],
    RELAY_CONTENT_TYPE_UNSUPPORTED: [415, isChange],
    RELAY_RATE_LIMITED: [429],
    RELAY_CLIENT_CLOSED: [499],
    RELAY_BODY_CONSUMED: [500, isChange],
    RELAY_IDENTITY_INVALID: [500],
    RELAY_ORIGINS_REQUIRED: [500],
    // 503: the store failed.
    RELAY_INTERNAL_ERROR: [[500, 503]],
    RELAY_UPSTREAM_REFUSED: [502],
    RELAY_BASE_URL_REFUSED: [502],
    RELAY_UPSTREAM_UNREACHABLE: [502],
    RELAY_UPSTREAM_INVALID: [502],
    RELAY_IDENTIFY_TIMED_OUT: [503],
    RELAY_STORE_TIMED_OUT: [503],
    RELAY_UPSTREAM_TIMED_OUT: [504],
  };

/** Detects a route that changes something, so that it may have a body. */
export function isChange({ method }: RelayRoute): boolean {
  return method !== 'GET';
}

/** The refusals of a route, by status: each with the codes that can come with it. */
export function refusalsOf(
  route: RelayRoute,
): readonly { readonly status: number; readonly name: string; readonly codes: readonly string[] }[] {
  const applying = Object.entries(refusals).filter(([, [, applies = () => true]]) => applies(route));
  return [...new Set(applying.flatMap(([, [status]]) => status))].map((status) => {
    const ofStatus = applying.filter(([, [one]]) => [one].flat().includes(status));
    // Routes with the same codes share a response, named by those that not every route has.
    const special = ofStatus
      .filter(([, [, applies]]) => applies !== undefined)
      .map(([code]) => code.replace('RELAY_', ''));
    const words = special
      .join('_')
      .toLowerCase()
      .replace(/(?:^|_)(\w)/g, (_all, first: string) => first.toUpperCase());
    return { status, name: `Refused${String(status)}${words}`, codes: ofStatus.map(([code]) => code) };
  });
}

/** A response for each set of codes that occurs, by its name. */
export function refusalResponses(): Json {
  const named = [...routes, nameRoute].flatMap(refusalsOf).map(({ status, name, codes }) => {
    const causes = codes.map((code) => `\`${code}\`: ${errorCatalogue.RelayError[code as RelayErrorCode].cause}`);
    const known = { properties: { code: { anyOf: [{ enum: codes }, reference('schemas', 'ServiceCode')] } } };
    const response = {
      description: `${causes.join('\n')}\nOr the service's refusal with this status, by its own code.`,
      headers: {
        ...answerHeaders,
        ...(status === 429 || status === 503 ? { 'Retry-After': reference('headers', 'Retry-After') } : {}),
      },
      ...json({ allOf: [reference('schemas', 'Refusal'), known] }),
    };
    return [name, response] as const;
  });
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}
