/** Answers of the service that a browser must not see as they are. */
import { encodeBase64 } from '../../../../src/kit/encoding/base64.ts';
import { encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import { requestsOfRoutes } from '../route-requests.ts';
import { codeOf, isRefusal, said, type RelayExchange, type RelayPromise, type Trial } from '../trial.ts';
import type { StandIn } from '../observed-service.ts';
import type { Subject } from '../subjects.ts';

const internals = 'relay-check internals: select secret from table';
const stack = `TypeError: ${internals}\n    at read (/srv/service/db.js:12:3)`;
const jsonType = { 'Content-Type': 'application/json' };

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...jsonType, ...headers } });

/** Reads an own list while the service answers so. */
async function readWhile(trial: Trial, answer: () => Response): Promise<RelayExchange> {
  const standIn: StandIn = ({ line }) => (line.startsWith('GET /auth/sessions?') ? answer() : null);
  const line = `GET /auth/sessions?accountId=${trial.subjects.user.accountId}`;
  const exchange = await trial.service.during(standIn, () => trial.send({ line }));
  trial.holds(exchange.calls.length > 0, exchange, 'the service was asked nothing');
  return exchange;
}

function holdsBack(trial: Trial, exchange: RelayExchange, text: string): void {
  trial.holds(!exchange.answer.body.includes(text), exchange, 'the answer holds what the service said of its insides');
}

/** Promises about the service's answers. */
export const answers: readonly RelayPromise[] = [
  {
    says: 'a redirect of the service is neither followed nor passed on',
    async check(trial) {
      for (const status of [301, 302, 307, 308]) {
        const exchange = await readWhile(
          trial,
          () => new Response(null, { status, headers: { Location: '/relay-check-elsewhere' } }),
        );
        const isFollowed = exchange.calls.some(({ line }) => line.includes('relay-check-elsewhere'));
        trial.holds(!isFollowed, exchange, `the relay followed a ${String(status)}`);
        const given = exchange.answer.status ?? 0;
        trial.holds(given >= 500, exchange, `a ${String(status)} of the service was answered ${String(given)}`);
        trial.holds(!exchange.answer.headers.has('Location'), exchange, 'the answer has a Location');
      }
    },
  },
  {
    says: "an answer that isn't JSON, is cut short or has four megabytes is replaced by a failure",
    async check(trial) {
      const replies: readonly (() => Response)[] = [
        () => new Response(`<html>${internals}</html>`, { headers: { 'Content-Type': 'text/html' } }),
        () => new Response(`{"data":["${internals}`, { headers: jsonType }),
        () => json({ data: [], more: [internals, 'x'.repeat(4_000_000)] }),
        () => json({ error: { message: internals } }, 400),
      ];
      for (const reply of replies) {
        const exchange = await readWhile(trial, reply);
        trial.holds(
          (exchange.answer.status ?? 0) >= 500,
          exchange,
          `it was answered ${String(exchange.answer.status)}`,
        );
        holdsBack(trial, exchange, internals);
      }
    },
  },
  {
    says: 'what the service says of its insides stays behind',
    async check(trial) {
      const replies: readonly (() => Response)[] = [
        () => json({ status: 500, code: 'INTERNAL_ERROR', message: internals, details: { query: internals } }, 500),
        () => json({ status: 400, code: 'INVALID_INPUT', message: stack }, 400),
        () => json({ status: 400, code: 'INVALID_INPUT', message: 'no', stack: internals }, 400),
      ];
      for (const reply of replies) holdsBack(trial, await readWhile(trial, reply), internals);
    },
  },
  {
    says: "the platform's own credentials never come down",
    async check(trial) {
      const basic = `Basic ${trial.basic}`;
      const inBase64 = encodeBase64(encodeUtf8(trial.clientSecret));
      for (const echo of [trial.clientSecret, basic, inBase64]) {
        const exchange = await readWhile(trial, () => json({ data: [], request: { authorization: echo } }));
        trial.holds(!exchange.answer.body.includes(echo), exchange, 'the answer holds the credentials');
      }
    },
  },
  {
    says: 'no header of the service comes down but Date and Retry-After',
    async check(trial) {
      const headers = {
        'Set-Cookie': 'relay-check=1',
        'Access-Control-Allow-Origin': '*',
        'X-Relay-Check': '1',
      };
      const exchange = await readWhile(trial, () => json({ data: [] }, 200, headers));
      for (const name of Object.keys(headers)) {
        trial.holds(!exchange.answer.headers.has(name), exchange, `the answer has the service's ${name}`);
      }
      const limited = { status: 429, code: 'RATE_LIMITED', message: 'Too many requests.' };
      const busy = await readWhile(trial, () => json(limited, 429, { 'Retry-After': '7' }));
      const retryAfter = busy.answer.headers.get('Retry-After');
      const isTold = busy.answer.status === 429 && retryAfter === '7';
      trial.holds(
        isTold,
        busy,
        `a 429 with Retry-After: 7 was answered ${String(busy.answer.status)} with ${String(retryAfter)}`,
      );
    },
  },
  {
    says: "a list is withheld when one of its rows is somebody else's, as where the service ignores a filter",
    async check(trial) {
      const { other, user } = trial.subjects;
      const rowOf = ({ accountId, customerId }: Subject, id: string): object => {
        return { id, accountId, customerId, cardholderId: customerId };
      };
      for (const { route, request, isOn } of requestsOfRoutes(user)) {
        if (route.rows === null) continue;
        const data = [rowOf(user, user[route.rows]), rowOf(other, other[route.rows])];
        const isList: StandIn = ({ line }) => (line.startsWith(`GET ${route.path}?`) ? json({ data }) : null);
        const exchange = await trial.service.during(isList, () => trial.send(request));
        const { status, body } = exchange.answer;
        trial.holds((status ?? 0) >= 500 || (!isOn && status === 404), exchange, `it was answered ${String(status)}`);
        const isHeldBack = !body.includes(other.customerId) && !body.includes(other.accountId);
        trial.holds(isHeldBack, exchange, "the answer holds the other person's record");
      }
    },
  },
  {
    says: "the service's refusal comes down as status, code and message, in whichever form the service writes it",
    async check(trial) {
      const code = 'INVALID_INPUT';
      for (const refusal of [
        { code, reason: 'No.' },
        { status: 400, code, message: 'No.' },
      ]) {
        const exchange = await readWhile(trial, () => json(refusal, 400));
        const { status, body } = exchange.answer;
        const isTold = status === 400 && codeOf(exchange.answer) === code;
        const hasForm = /"status":\s*400\b/.test(body) && /"message":\s*"/.test(body);
        trial.holds(isTold && hasForm, exchange, `it was answered ${said(exchange.answer)}`);
      }
    },
  },
  {
    says: "a refusal of the platform's credentials doesn't sign the person out",
    async check(trial) {
      const refusal = { status: 401, code: 'UNAUTHORIZED', message: 'The client is disabled.' };
      const exchange = await readWhile(trial, () => json(refusal, 401));
      trial.holds((exchange.answer.status ?? 0) >= 500, exchange, `it was answered ${String(exchange.answer.status)}`);
    },
  },
  {
    says: "a change whose answer was lost is no refusal: nobody is told that it wasn't sent",
    async check(trial) {
      const line = `PATCH /cards/${trial.subjects.user.cardId}`;
      const standIn: StandIn = (call) => (call.line === line ? 'drop' : null);
      const exchange = await trial.service.during(standIn, () => trial.send({ line, body: { state: 'ACTIVE' } }));
      trial.holds(
        (exchange.answer.status ?? 0) >= 500,
        exchange,
        `it was answered ${String(exchange.answer.status)} ${codeOf(exchange.answer)}`,
      );
      trial.holds(!isRefusal(exchange.answer), exchange, 'the answer has Relay-Refusal: not-forwarded');
    },
  },
];
