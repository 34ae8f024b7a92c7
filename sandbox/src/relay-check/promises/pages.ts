/** Promises about the sender of a request: a page of the platform, for a signed-in person. */
import { codeOf, isRefusal, type RelayPromise } from '../trial.ts';
import { foreignPages } from './crossed.ts';

/** Requests from elsewhere. */
export const pages: readonly RelayPromise[] = [
  {
    says: 'no answer opens itself to another site',
    async check(trial) {
      const { user } = trial.subjects;
      const preflight = { 'Access-Control-Request-Method': 'PATCH' };
      for (const Origin of foreignPages(trial)) {
        for (const request of [
          { line: `OPTIONS /cards/${user.cardId}`, headers: { Origin, ...preflight } },
          { line: `GET /auth/sessions?accountId=${user.accountId}`, headers: { Origin } },
        ]) {
          const exchange = await trial.send(request);
          const open = exchange.answer.headers.get('Access-Control-Allow-Origin');
          const isClosed = open === null || (open !== '*' && open !== Origin);
          trial.holds(isClosed, exchange, `Access-Control-Allow-Origin is ${String(open)}`);
        }
      }
    },
  },
  {
    says: 'an answer is stored by nobody and is what it says',
    async check(trial) {
      const { user, other } = trial.subjects;
      for (const line of [`GET /auth/sessions?accountId=${user.accountId}`, `GET /quotes/${other.quoteId}`]) {
        const exchange = await trial.send({ line });
        const { headers } = exchange.answer;
        const isStored = !/\bno-store\b/.test(headers.get('Cache-Control') ?? '');
        trial.holds(!isStored, exchange, 'the answer lacks Cache-Control: no-store');
        const isJson = /^application\/json\b/.test(headers.get('Content-Type') ?? '');
        trial.holds(isJson, exchange, "the answer isn't application/json");
        trial.holds(headers.get('X-Content-Type-Options') === 'nosniff', exchange, 'the answer lacks nosniff');
      }
    },
  },
  {
    says: "the wallet can tell the relay's refusals from the service's: a code that begins with RELAY_, and Relay-Refusal: not-forwarded",
    async check(trial) {
      const { user, other } = trial.subjects;
      for (const request of [
        { line: `GET /auth/sessions?accountId=${user.accountId}`, by: 'nobody' } as const,
        { line: `PATCH /cards/${user.cardId}`, body: { state: 'CLOSED' }, headers: { Origin: 'https://evil.example' } },
        { line: 'GET /auth/sessions' },
        { line: `PATCH /cards/${other.cardId}`, body: { state: 'CLOSED' } },
        { line: `PATCH /cards/${user.cardId}`, body: { state: 'STOLEN' } },
        { line: 'GET /no-such-path' },
      ]) {
        const exchange = await trial.send(request);
        trial.holds(codeOf(exchange.answer).startsWith('RELAY_'), exchange, `its code is "${codeOf(exchange.answer)}"`);
        trial.holds(isRefusal(exchange.answer), exchange, 'the answer lacks Relay-Refusal: not-forwarded');
        trial.holds(exchange.answer.headers.has('X-Request-Id'), exchange, 'the answer lacks X-Request-Id');
      }
    },
  },
];
