/** Each route of the table, crossed with each sender who must not use it. */
import { encodeBase64 } from '../../../../src/kit/encoding/base64.ts';
import { encodeBase64url, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import type { StandIn } from '../observed-service.ts';
import { requestsOfRoutes, type RouteRequest } from '../route-requests.ts';
import type { RelayPromise, RelayRequest, Trial } from '../trial.ts';

const requestId = 'Request:00000000-0000-7000-8000-00000000000c';

/** Headers by which platforms' own services tell each other who somebody is; a browser can send them too. */
const identityHeaders = [
  'X-User-Id',
  'X-User',
  'X-Customer-Id',
  'X-Account-Id',
  'X-Identity',
  'X-Email',
  'X-Forwarded-User',
  'X-Forwarded-Email',
  'X-Auth-Request-User',
  'X-Auth-Request-Email',
  'X-Authenticated-User',
  'X-Remote-User',
  'Remote-User',
];

/** Cookies that a browser's owner can write. */
const identityCookies = ['uid', 'user', 'userId', 'user_id', 'session', 'sid', 'token'];

/** Names by which a query or a body may say who somebody is. */
const identityFields = [
  'user',
  'userId',
  'user_id',
  'uid',
  'sub',
  'email',
  'customer',
  'customerId',
  'account',
  'accountId',
  'token',
];

/** Refuses with 401, 403 or 404; if the group may be off, a 404 says that the route is missing. */
const status = (code: number, { isOn }: RouteRequest): readonly number[] => (isOn ? [code] : [code, 404]);

/** Headers of somebody who claims to be the user, without a proof. */
function claims(value: string, { subjects, userId }: Trial): readonly Readonly<Record<string, string>>[] {
  const named = Object.fromEntries(identityHeaders.map((name) => [name, value]));
  const encode = (part: object): string => encodeBase64url(encodeUtf8(JSON.stringify(part)));
  const { customerId } = subjects.user;
  const token = { sub: value, exp: 4_102_444_800, userId, customerId };
  const unsigned = `${encode({ alg: 'none' })}.${encode(token)}.`;
  const authorizations = [`Bearer ${value}`, `Bearer ${unsigned}`, `Basic ${encodeBase64(encodeUtf8(`${value}:`))}`];
  return [named, ...authorizations.map((Authorization) => ({ Authorization }))];
}

/** The same request with claims in its query, and with claims in its body where it has one; what it says already stays. */
function claimsInside({ request }: RouteRequest, value: string): readonly RelayRequest[] {
  const { line, body } = request;
  const [, query = ''] = line.split('?');
  const known = new URLSearchParams(query);
  const more = identityFields.filter((name) => !known.has(name)).map((name) => `${name}=${encodeURIComponent(value)}`);
  const inQuery = { ...request, line: `${line}${query === '' ? '?' : '&'}${more.join('&')}` };
  if (typeof body !== 'object' || body === null) return [inQuery];
  return [
    inQuery,
    { ...request, body: { ...Object.fromEntries(identityFields.map((name) => [name, value])), ...body } },
  ];
}

/** Origins that a careless comparison takes for the platform's; null for none. */
export function foreignPages({ origin }: Trial): readonly (string | null)[] {
  const { protocol, host } = new URL(origin);
  return [
    'https://evil.example',
    `${origin}.evil.example`,
    `${protocol}//evil-${host}`,
    `${protocol}//evil.${host}`,
    `${origin}@evil.example`,
    'null',
    null,
  ];
}

/** A service that asks for a stamp for whatever is changed, so that a first leg changes nothing. */
const asks: StandIn = ({ line }) => {
  if (line.startsWith('GET ')) return null;
  const body = { payloadToSign: '{}', requestId, expiresAt: '2100-01-01T00:00:00.000Z' };
  return Response.json(body, { status: 202 });
};

const isChange = ({ route }: RouteRequest): boolean => route.method !== 'GET';

/** Routes and who may not use them. */
export const crossed: readonly RelayPromise[] = [
  {
    says: 'each route refuses whoever is signed in as nobody',
    async check(trial) {
      for (const each of requestsOfRoutes(trial.subjects.user)) {
        await trial.refuses({ ...each.request, by: 'nobody' }, { status: status(401, each) });
      }
    },
  },
  {
    says: "each route refuses who only says that they are somebody: in an identity header, a token that nobody signed, the query, the body, or the person's own id",
    async check(trial) {
      const { user } = trial.subjects;
      for (const each of requestsOfRoutes(user).filter(({ isFirst }) => isFirst)) {
        for (const value of [trial.userId, user.customerId, user.accountId]) {
          const [named = {}, ...tokens] = claims(value, trial);
          const Cookie = identityCookies.map((name) => `${name}=${value}`).join('; ');
          for (const headers of [named, { Cookie }, ...tokens]) {
            await trial.refuses({ ...each.request, by: 'nobody', headers }, { status: status(401, each) });
          }
          await trial.refuses({ ...each.request, by: 'other', headers: named }, { status: [404], lookUps: true });
          for (const request of claimsInside(each, value)) {
            await trial.refuses({ ...request, by: 'nobody' }, { status: status(401, each) });
            await trial.refuses({ ...request, by: 'other' }, { status: [400, 404], lookUps: true });
          }
        }
      }
    },
  },
  {
    says: 'each route refuses another person, with a stamp and without one',
    async check(trial) {
      const stamp = { [trial.signatureHeader]: 'c3RhbXA', 'Request-Id': requestId };
      for (const each of requestsOfRoutes(trial.subjects.user).filter(({ isFirst }) => isFirst)) {
        for (const headers of isChange(each) ? [{}, stamp] : [{}]) {
          await trial.refuses({ ...each.request, by: 'other', headers }, { status: [404], lookUps: true });
        }
      }
    },
  },
  {
    says: "each route refuses the page of another origin, also one that begins or ends like the platform's",
    async check(trial) {
      for (const each of requestsOfRoutes(trial.subjects.user)) {
        const origins = foreignPages(trial).filter((origin) => origin !== null || isChange(each));
        const headers = [...origins.map((Origin) => ({ Origin })), { 'Sec-Fetch-Site': 'cross-site' }];
        for (const one of headers) {
          await trial.refuses({ ...each.request, headers: one }, { status: status(403, each) });
        }
      }
    },
  },
  {
    says: "a second leg is about the person's own, whatever its first was about",
    check: (trial) =>
      trial.service.during(asks, async () => {
        const foreign = requestsOfRoutes(trial.subjects.other);
        for (const [index, each] of requestsOfRoutes(trial.subjects.user).entries()) {
          const request = foreign[index]?.request;
          if (!each.isFirst || !isChange(each) || request === undefined) continue;
          await trial.send(each.request);
          const headers = { [trial.signatureHeader]: 'c3RhbXA', 'Request-Id': requestId };
          await trial.refuses({ ...request, headers }, { status: [404], lookUps: true });
        }
      }),
  },
];
