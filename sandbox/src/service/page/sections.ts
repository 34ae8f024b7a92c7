/** What the page shows of the state, with the calls that change it. */
import { currencyOf } from '../payments/currencies.ts';
import { balanceOf, heldPart } from '../payments/ledger.ts';
import type { FaultRules } from '../http/fault-rules.ts';
import { apiBasePath } from '../http/path-pattern.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { Service } from '../service/service.ts';
import { isActive } from '../wallet-auth/sessions.ts';
import { call, code, table, type Markup } from './elements.ts';

/** What there is to show. */
export interface SectionsOptions {
  readonly service: Service;
  readonly faults: FaultRules;
  readonly log: RequestLog;
}

/** The sections, in the order of the page. */
export function sectionsOf({ service, faults, log }: SectionsOptions): readonly Markup[] {
  const rules = faults.list().map(({ remaining, ...rule }) => ({ rule, remaining }));
  const rule = { path: ['Path', 'text'], status: ['Status', 'number'], delayMs: ['Delay in ms', 'number'] } as const;
  return [
    requests(log),
    ...customersAndAccounts(service),
    ...credentialsAndSessions(service),
    ...payments(service),
    cards(service),
    webhooks(service),
    table('Faults', {
      head: 'Rule|Left',
      records: rules,
      row: (one) => [JSON.stringify(one.rule), one.remaining ?? 'always'],
      controls: [
        call('Add', 'POST /_sandbox/faults', { body: { count: 1 }, fields: rule }),
        call('Lose the next answer', 'POST /_sandbox/faults', { body: { drop: 'after' } }),
        call('Clear', 'DELETE /_sandbox/faults'),
      ],
    }),
  ];
}

function requests(log: RequestLog): Markup {
  return table('Requests', {
    head: 'No|Time|Status|Request|Why refused, or signed by',
    records: log.list(),
    row: (one) => {
      const { number, at, method, path, leg, status, code: name, refusal, signedBy, fault } = one;
      const why = [fault === true ? 'a fault rule' : name, refusal].filter((part) => part !== undefined).join(': ');
      const what = `${method} ${path.replace(/(:[0-9a-f]{8})[0-9a-f-]{28}/g, '$1…')}${leg === 2 ? ' (signed)' : ''}`;
      return [number, time(at), status ?? 'no answer', what, signedBy === undefined ? why : code(signedBy)];
    },
  });
}

function customersAndAccounts({ state }: Service): readonly Markup[] {
  const person = { email: ['E-mail', 'email'], balance: ['Balance in millionths', 'number'] } as const;
  return [
    table('Customers', {
      head: 'Name|E-mail|Region|Check|Id|Change',
      records: state.customers.values(),
      row: ({ id, fullName, email, region, kycStatus, isDeleted }) => {
        const next = kycStatus === 'APPROVED' ? 'PENDING' : 'APPROVED';
        const change = call(`Set ${next}`, 'POST /_sandbox/customers', { body: { customerId: id, kycStatus: next } });
        return [fullName, email, region, isDeleted === true ? 'deleted' : kycStatus, code(id), change];
      },
      controls: [call('Add a person', 'POST /_sandbox/people', { fields: person })],
    }),
    table('Accounts', {
      head: 'Type|Owner|Available|Held|Id|Change',
      records: state.internalAccounts.values(),
      row: (account) => {
        const { id, type, customerId, currency } = account;
        const [available, held] = [id, heldPart(id)].map((part) => balanceOf(state.ledger, part));
        const fund = { amount: 10 * 10 ** currencyOf(currency).decimals };
        const change = call('Fund 10', `POST ${apiBasePath}/sandbox/internal-accounts/${id}/fund`, { body: fund });
        return [
          type,
          ownerOf(state, customerId),
          money(available, currency),
          held === 0n ? '' : money(held, currency),
          code(id),
          change,
        ];
      },
    }),
    table('Bank accounts', {
      head: 'Type|Owner|Status|Id|Change',
      records: state.externalAccounts.values(),
      row: (account) => {
        const { id, accountInfo, customerId, status } = account;
        const [label, next] = status === 'ACTIVE' ? ['Close', 'INACTIVE'] : ['Open', 'ACTIVE'];
        const change = call(label, 'POST /_sandbox/external-accounts', {
          body: { externalAccountId: id, status: next },
        });
        return [accountInfo.accountType, ownerOf(state, customerId), status, code(id), change];
      },
    }),
  ];
}

function credentialsAndSessions(service: Service): readonly Markup[] {
  const { state } = service;
  return [
    table('Credentials and codes', {
      head: 'Type|Of|Code|Until|Id|Change',
      records: state.credentials.values(),
      row: ({ method }) => {
        const { id, type, nickname, accountId } = method;
        const otp = state.otps.get(id);
        const signIn = call('Sign in', 'POST /_sandbox/sign-in', { body: { accountId, email: nickname } });
        const change = [type === 'EMAIL_OTP' ? signIn : '', call('Delete', `DELETE /_sandbox/credentials/${id}`)];
        return [type, nickname, otp?.code, otp && time(otp.expiresAt), code(id), change];
      },
    }),
    table('Sessions and keys', {
      head: 'Type|Of|State|Until|Public key|Id|Change',
      records: state.sessions.values(),
      row: (session) => {
        const { id, type, nickname, revoked, expiresAt, compressedPublicKeyHex: key } = session;
        const ended = revoked ? 'revoked' : 'expired';
        const [is, change] = isActive(service, session)
          ? ['active', call('End', `DELETE /_sandbox/sessions/${id}`)]
          : [ended, ''];
        return [type, nickname, is, time(expiresAt), code(key), code(id), change];
      },
    }),
  ];
}

function payments({ state, contract }: Service): readonly Markup[] {
  return [
    table('Quotes', {
      head: 'Status|Sent|Received|Until|Id',
      records: state.quotes.values(),
      row: ({ quote }) => [
        quote.status,
        money(quote.totalSendingAmount, quote.sendingCurrency.code),
        money(quote.totalReceivingAmount, quote.receivingCurrency.code),
        time(quote.expiresAt),
        code(quote.id),
      ],
    }),
    table('Transactions', {
      head: 'Type|Status|Why|Sent|Received|Id|Change',
      records: state.transactions.values(),
      row: (transaction) => {
        const { id, type, status, failureReason: why, sentAmount, receivedAmount } = transaction;
        const [failureReason] = type === 'OUTGOING' ? contract.outgoingFailures : contract.incomingFailures;
        const amounts = [sentAmount, receivedAmount].map((one) => one && money(one.amount, one.currency.code));
        const fail = call('Fail', 'POST /_sandbox/failures', { body: { transactionId: id, failureReason } });
        return [type, status, why, ...amounts, code(id), /^(?:CREATED|PENDING|PROCESSING)/.test(status) ? fail : ''];
      },
    }),
  ];
}

function cards({ state, profile }: Service): Markup {
  const currency = profile.name === 'grid' ? { code: 'USD' } : 'USD';
  const purchase = { amount: 100, currency, merchant: { descriptor: 'SAMPLE SHOP' } };
  return table('Cards', {
    head: 'State|Number|Holder|Purchases|Id|Change',
    records: state.cards.values(),
    row: ({ card }) => {
      const { id, state: status, last4, cardholderId } = card;
      const purchases = [...state.cardTransactions.values()].filter(({ cardId }) => cardId === id).length;
      const change = call('Spend 1 USD', `POST ${apiBasePath}/sandbox/cards/${id}/simulate/authorization`, {
        body: purchase,
      });
      return [status, `…${last4}`, ownerOf(state, cardholderId), purchases, code(id), change];
    },
  });
}

function webhooks({ state }: Service): Markup {
  const { endpoint, records } = state.webhooks;
  const said = ({ at, status }: { readonly at: string; readonly status: number | null }): string =>
    `${time(at)} ${String(status ?? 'no answer')}`;
  return table('Webhooks', {
    head: 'Event|State|The receiver said|To|Id',
    records: records.values(),
    row: ({ id, type, state: status, attempts }) => [type, status, attempts.map(said).join(', '), endpoint, code(id)],
    controls: [
      call('Send them here', 'POST /_sandbox/webhooks', { fields: { url: ['Receiver on this machine', 'url'] } }),
      call('Send none', 'POST /_sandbox/webhooks', { body: { url: null } }),
    ],
  });
}

function ownerOf(state: Service['state'], customerId: string | undefined): string {
  if (customerId === undefined) return 'the platform';
  const customer = state.customers.get(customerId);
  return customer?.email ?? customer?.platformCustomerId ?? customerId;
}

const time = (at: string | number): string => new Date(at).toISOString().slice(11, 19);

function money(amount: number | bigint | undefined, currency: string): string {
  const { decimals } = currencyOf(currency);
  return `${(Number(amount) / 10 ** decimals).toFixed(Math.min(decimals, 2))} ${currency}`;
}
