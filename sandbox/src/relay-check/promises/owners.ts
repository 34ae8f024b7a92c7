/** Ids of another person, of the platform and of no record, wherever an id can stand. */
import {
  codeOf,
  isRefusal,
  said,
  type RefusesOptions,
  type RelayPromise,
  type RelayRequest,
  type Trial,
} from '../trial.ts';
import { requestsOfRoutes } from '../route-requests.ts';
import type { Subject } from '../subjects.ts';

const notFound: RefusesOptions = { status: [404], lookUps: true };
// A group that is off has no such route.
const invalid: RefusesOptions = { status: [400, 404], lookUps: true };
const nobodys = '00000000-0000-7000-8000-00000000000f';

async function refuseAll(trial: Trial, options: RefusesOptions, requests: readonly RelayRequest[]): Promise<void> {
  for (const request of requests) await trial.refuses(request, options);
}

function quoteBody(source: string, destination: string, more: object = {}): object {
  return {
    source: { sourceType: 'ACCOUNT', accountId: source },
    destination: { destinationType: 'ACCOUNT', accountId: destination },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100,
    ...more,
  };
}

/** Reads and changes of each kind of record. */
function requestsFor(record: Subject): readonly RelayRequest[] {
  return requestsOfRoutes(record).flatMap(({ route, request }) => (route.path.includes('{') ? [request] : []));
}

/** Spellings of a foreign id within free text. */
function spellings({ customerId, cardId }: Subject): readonly string[] {
  return [
    `see ${customerId} for it`,
    `x${cardId}x`,
    customerId.toUpperCase(),
    customerId.replace(':', '\uff1a'),
    customerId.replace(':', '%3A'),
    customerId.replace(':', '%25253A'),
    customerId.replace(':', '&#58;'),
    customerId.replace(':', '\\u003a'),
    customerId.replaceAll('-', '\u2011'),
    `Cus\u200btomer\u2060${customerId.slice(8)}`,
  ];
}

/** Promises about the owners of the records that a request names. */
export const owners: readonly RelayPromise[] = [
  {
    says: "somebody else's record is neither read nor changed by its id in the path, and looks like none",
    async check(trial) {
      const { other } = trial.subjects;
      const missing = (id: string): string => `${id.slice(0, id.indexOf(':'))}:${nobodys}`;
      const none = Object.fromEntries(Object.entries(other).map(([name, id]) => [name, missing(id)]));
      const ofNobody = requestsFor(none as unknown as Subject);
      // A record that a relay has learnt for its owner stays closed to others.
      for (const request of requestsFor(other)) {
        if (request.line.startsWith('GET ')) await trial.send({ ...request, by: 'other' });
      }
      for (const [index, request] of requestsFor(other).entries()) {
        const theirs = await trial.refuses(request, notFound);
        const { answer } = await trial.send(ofNobody[index] ?? request);
        const isAlike = answer.status === theirs.answer.status && codeOf(answer) === codeOf(theirs.answer);
        trial.holds(isAlike, theirs, `it was answered ${said(theirs.answer)}, an id that nobody has ${said(answer)}`);
      }
    },
  },
  {
    says: "a list is of the person's own, whose owner is named once",
    async check(trial) {
      const { user, other } = trial.subjects;
      const foreign = [
        `/auth/credentials?accountId=${other.accountId}`,
        `/auth/sessions?accountId=${other.accountId}`,
        `/transactions?customerId=${other.customerId}`,
        `/cards?cardholderId=${other.customerId}`,
        `/cards?cardholderId=${user.customerId}&accountId=${other.accountId}`,
        `/customers/external-accounts?customerId=${other.customerId}`,
        `/auth/credentials?accountId=${trial.subjects.platformAccountId}`,
      ];
      const unclear = [
        '/auth/credentials',
        '/auth/sessions',
        '/transactions',
        '/cards',
        '/internal-accounts',
        '/customers/internal-accounts',
        '/customers/external-accounts',
        '/cards?cardholderId=',
        `/transactions?customerId=${user.customerId}&platformCustomerId=other`,
        `/auth/sessions?accountId=${user.accountId}&accountId=${other.accountId}`,
        `/auth/sessions?accountId=${other.accountId}&accountId=${user.accountId}`,
        `/auth/sessions?accountId[]=${user.accountId}`,
        `/auth/sessions?accountId=${user.accountId.replace(':', '%253A')}`,
      ];
      const reads = (of: readonly string[]): readonly RelayRequest[] => of.map((target) => ({ line: `GET ${target}` }));
      await refuseAll(trial, { status: [404] }, reads(foreign));
      await refuseAll(trial, { status: [400, 404] }, reads(unclear));
    },
  },
  {
    says: "an id in a body is the person's own",
    async check(trial) {
      const { user, other, platformAccountId } = trial.subjects;
      const bank = (customerId: string): object => ({
        customerId,
        currency: 'USD',
        accountInfo: { accountType: 'USD_ACCOUNT' },
      });
      const accounts = 'POST /customers/external-accounts';
      await refuseAll(trial, notFound, [
        { line: 'POST /auth/credentials', body: { type: 'EMAIL_OTP', accountId: other.accountId } },
        { line: 'POST /auth/credentials', body: { type: 'EMAIL_OTP', accountId: platformAccountId } },
        { line: 'POST /auth/credentials', body: { type: 'OAUTH', accountId: other.accountId, oidcToken: 'a.b.c' } },
        { line: 'POST /passkey-challenge', body: { accountId: other.accountId } },
        { line: 'POST /quotes', body: quoteBody(other.accountId, user.bankAccountId) },
        { line: 'POST /quotes', body: quoteBody(user.accountId, other.bankAccountId) },
        { line: 'POST /quotes', body: quoteBody(platformAccountId, user.bankAccountId) },
        { line: accounts, body: bank(other.customerId) },
      ]);
      await refuseAll(trial, invalid, [
        { line: accounts, body: { currency: 'USD', accountInfo: {} } },
        { line: 'POST /quotes', body: quoteBody(user.accountId, user.bankAccountId, { immediatelyExecute: true }) },
        ...spellings(other).map((fullName) => ({
          line: accounts,
          body: {
            customerId: user.customerId,
            currency: 'USD',
            accountInfo: { accountType: 'USD_ACCOUNT', beneficiary: { fullName } },
          },
        })),
      ]);
    },
  },
  {
    says: "what isn't in the table of routes is refused: other paths, the platform's own, other methods",
    async check(trial) {
      const { user } = trial.subjects;
      for (const request of [
        { line: 'GET /customers' },
        { line: 'POST /customers', body: { customerType: 'INDIVIDUAL' } },
        { line: 'GET /platform/external-accounts' },
        { line: 'GET /platform/internal-accounts' },
        { line: `POST /sandbox/internal-accounts/${user.accountId}/fund`, body: { amount: 100 } },
        { line: 'POST /cards', body: { cardholderId: user.customerId, form: 'VIRTUAL' } },
        { line: `PUT /cards/${user.cardId}`, body: { state: 'CLOSED' } },
        { line: `HEAD /auth/sessions?accountId=${user.accountId}` },
        { line: `DELETE /customers/${user.customerId}` },
        { line: `POST /quotes/${user.quoteId}/execute?_method=DELETE` },
        { line: `PATCH /cards/${user.cardId}`, body: { state: 'FROZEN', _method: 'DELETE' } },
        { line: `PATCH /cards/${user.cardId}`, body: { state: 'STOLEN' } },
        { line: `PATCH /cards/${user.cardId}`, body: { status: 'FROZEN' } },
        {
          line: `PATCH /cards/${user.cardId}`,
          body: { status: 'CLOSED', substatus: 'END_USER_REQUEST', reason: 'a text of the browser' },
        },
      ]) {
        const exchange = await trial.refuses(request, { status: [400, 404, 405] });
        trial.holds(isRefusal(exchange.answer), exchange, 'the answer lacks Relay-Refusal: not-forwarded');
      }
    },
  },
];
