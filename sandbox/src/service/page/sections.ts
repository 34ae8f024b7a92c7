/** The page's sections: the state, with the calls that change it. */
import { currencyOf } from '../payments/currencies.ts';
import { balanceOf, heldPart } from '../payments/ledger.ts';
import type { FaultRules } from '../http/fault-rules.ts';
import { eventsToCome } from '../payments/payment-sequences.ts';
import { apiBasePath } from '../http/path-pattern.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { Service } from '../service/service.ts';
import { isActive } from '../wallet-auth/sessions.ts';
import { call, code, linkTo, table, tag, type Link, type Markup, type Section } from './elements.ts';

/** Sources of the sections. */
export interface SectionsOptions {
  readonly service: Service;
  readonly faults: FaultRules;
  readonly log: RequestLog;
}

/** The sections, in the order of the page. */
export function sectionsOf({ service, faults, log }: SectionsOptions): readonly Section[] {
  const { customers, internalAccounts, externalAccounts, credentials, sessions, quotes, transactions } = service.state;
  const link = linkTo([
    customers,
    internalAccounts,
    externalAccounts,
    credentials,
    sessions,
    quotes,
    transactions,
    service.state.cards,
  ]);
  const rules = faults.list().map(({ remaining, ...rule }) => ({ rule, remaining }));
  const rule = { path: ['Path', 'text'], status: ['Status', 'number'], delayMs: ['Delay in ms', 'number'] } as const;
  return [
    requests(log, service, link),
    ...customersAndAccounts(service, link),
    ...credentialsAndSessions(service, link),
    ...payments(service, link),
    cards(service, link),
    webhooks(service, link),
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

function requests(log: RequestLog, { state }: Service, link: Link): Section {
  return table('Requests', {
    head: 'No|Time|Status|Request|Refusal, or signer',
    records: log.list(),
    row: (one) => {
      const { number, at, method, path, leg, status, code: name, refusal, signedBy, fault } = one;
      const why = [fault === true ? 'a fault rule' : name, refusal].filter((part) => part !== undefined).join(': ');
      const what = [`${method} `, ...linked(path, link), leg === 2 ? ' (signed)' : ''];
      const session = [...state.sessions.values()].find((other) => other.compressedPublicKeyHex === signedBy);
      const signer = session === undefined ? code(signedBy ?? '') : link(session.id);
      return [number, time(at), tag(status ?? 'no answer'), what, signedBy === undefined ? why : signer];
    },
  });
}

function customersAndAccounts({ state }: Service, link: Link): readonly Section[] {
  const { decimals } = currencyOf('USDB');
  const person = { email: ['E-mail', 'email'], balance: ['Balance (USDB)', 'number', decimals] } as const;
  const owner = ownerOf(state, link);
  return [
    table('Customers', {
      head: 'Name|E-mail|Region|Check|Id|Change',
      records: state.customers.values(),
      id: ({ id }) => id,
      row: ({ id, fullName, email, region, kycStatus, isDeleted }) => {
        const next = kycStatus === 'APPROVED' ? 'PENDING' : 'APPROVED';
        const change = call(`Set ${next}`, 'POST /_sandbox/customers', { body: { customerId: id, kycStatus: next } });
        return [fullName, email, region, tag(isDeleted === true ? 'deleted' : kycStatus), code(id), change];
      },
      controls: [call('Add a person', 'POST /_sandbox/people', { fields: person })],
    }),
    table('Accounts', {
      head: 'Type|Owner|Available|Held|Id|Change',
      records: state.internalAccounts.values(),
      id: ({ id }) => id,
      row: (account) => {
        const { id, type, customerId, currency } = account;
        const [available = 0n, held = 0n] = [id, heldPart(id)].map((part) => balanceOf(state.ledger, part));
        const fund = { amount: 10 * 10 ** currencyOf(currency).decimals };
        const change = call('Fund 10', `POST ${apiBasePath}/sandbox/internal-accounts/${id}/fund`, { body: fund });
        return [
          type,
          owner(customerId),
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
      id: ({ id }) => id,
      row: (account) => {
        const { id, accountInfo, customerId, status } = account;
        const [label, next] = status === 'ACTIVE' ? ['Close', 'INACTIVE'] : ['Open', 'ACTIVE'];
        const change = call(label, 'POST /_sandbox/external-accounts', {
          body: { externalAccountId: id, status: next },
        });
        return [accountInfo.accountType, owner(customerId), tag(status), code(id), change];
      },
    }),
  ];
}

function credentialsAndSessions(service: Service, link: Link): readonly Section[] {
  const { state } = service;
  return [
    table('Credentials and codes', {
      head: 'Type|Of|Account|Code|Until|Id|Change',
      records: state.credentials.values(),
      id: ({ method }) => method.id,
      row: ({ method }) => {
        const { id, type, nickname, accountId } = method;
        const otp = state.otps.get(id);
        const signIn = call('Sign in', 'POST /_sandbox/sign-in', { body: { accountId, email: nickname } });
        const change = [type === 'EMAIL_OTP' ? signIn : '', call('Delete', `DELETE /_sandbox/credentials/${id}`)];
        return [type, nickname, link(accountId), otp?.code, otp && time(otp.expiresAt), code(id), change];
      },
    }),
    table('Sessions and keys', {
      head: 'Type|Of|Account|State|Until|Public key|Id|Change',
      records: state.sessions.values(),
      id: ({ id }) => id,
      row: (session) => {
        const { id, type, nickname, accountId, revoked, expiresAt, compressedPublicKeyHex: key } = session;
        const ended = revoked ? 'revoked' : 'expired';
        const [is, change] = isActive(service, session)
          ? ['active', call('End', `DELETE /_sandbox/sessions/${id}`)]
          : [ended, ''];
        return [type, nickname, link(accountId), tag(is), time(expiresAt), code(key), code(id), change];
      },
    }),
  ];
}

function payments(service: Service, link: Link): readonly Section[] {
  const { state, contract } = service;
  return [
    table('Quotes', {
      head: 'Status|Sent|Received|Fees|From|To|Payment|Until|Id',
      records: state.quotes.values(),
      id: ({ quote }) => quote.id,
      row: ({ quote }) => [
        tag(quote.status),
        money(quote.totalSendingAmount, quote.sendingCurrency.code),
        money(quote.totalReceivingAmount, quote.receivingCurrency.code),
        money(quote.feesIncluded, quote.sendingCurrency.code),
        link(quote.source.accountId),
        link(quote.destination.accountId),
        link(quote.transactionId),
        time(quote.expiresAt),
        code(quote.id),
      ],
    }),
    table('Transactions', {
      head: 'Type|Status|Why|To come|Sent|Received|Owner|Quote|Id|Change',
      records: state.transactions.values(),
      id: ({ id }) => id,
      row: (transaction) => {
        const { id, type, status, failureReason: why, sentAmount, receivedAmount, customerId, quoteId } = transaction;
        const [failureReason] = type === 'OUTGOING' ? contract.outgoingFailures : contract.incomingFailures;
        const amounts = [sentAmount, receivedAmount].map((one) => one && money(one.amount, one.currency.code));
        const fail = call('Fail', 'POST /_sandbox/failures', { body: { transactionId: id, failureReason } });
        const change = /^(?:CREATED|PENDING|PROCESSING)/.test(status) ? fail : '';
        const owner = ownerOf(state, link)(customerId);
        const next = eventsToCome(service, transaction).join(', ');
        return [type, tag(status), why, next, ...amounts, owner, link(quoteId), code(id), change];
      },
    }),
  ];
}

function cards({ state, profile }: Service, link: Link): Section {
  const currency = profile.name === 'grid' ? { code: 'USD' } : 'USD';
  const purchase = { amount: 100, currency, merchant: { descriptor: 'SAMPLE SHOP' } };
  return table('Cards', {
    head: 'State|Number|Holder|Purchases|Id|Change',
    records: state.cards.values(),
    id: ({ card }) => card.id,
    row: ({ card }) => {
      const { id, state: status, last4, cardholderId } = card;
      const purchases = [...state.cardTransactions.values()].filter(({ cardId }) => cardId === id).length;
      const change = call('Spend 1 USD', `POST ${apiBasePath}/sandbox/cards/${id}/simulate/authorization`, {
        body: purchase,
      });
      return [tag(status), `…${last4}`, ownerOf(state, link)(cardholderId), purchases, code(id), change];
    },
  });
}

function webhooks({ state }: Service, link: Link): Section {
  const { endpoint, records } = state.webhooks;
  const said = ({ at, status }: { readonly at: string; readonly status: number | null }): string =>
    `${time(at)} ${String(status ?? 'no answer')}`;
  return table('Webhooks', {
    head: 'Event|State|About|Response|To|Id',
    records: records.values(),
    row: ({ id, type, text, state: status, attempts }) => [
      type,
      tag(status),
      linked(text, link).find((part) => typeof part !== 'string'),
      attempts.map(said).join(', '),
      endpoint,
      code(id),
    ],
    controls: [
      call('Send them here', 'POST /_sandbox/webhooks', { fields: { url: ['Receiver on this machine', 'url'] } }),
      call('Pause webhooks', 'POST /_sandbox/webhooks', { body: { url: null } }),
    ],
  });
}

const ownerOf =
  (state: Service['state'], link: Link) =>
  (customerId: string | undefined): Markup | string => {
    if (customerId === undefined) return 'the platform';
    const customer = state.customers.get(customerId);
    return link(customerId, customer?.email ?? customer?.platformCustomerId ?? customerId);
  };

/** A text in parts, whose ids are links. */
function linked(text: string, link: Link): readonly (Markup | string)[] {
  return text.split(/([A-Z][A-Za-z]+:[0-9a-f]{8}[0-9a-f-]{28})/).map((part, at) => (at % 2 === 0 ? part : link(part)));
}

const time = (at: string | number): string => new Date(at).toISOString().slice(11, 19);

/** An amount in units: whole, with two decimals at least where the currency has them. */
function money(amount: number | bigint, currency: string): string {
  const { decimals } = currencyOf(currency);
  const digits = String(amount).padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const shown = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, '');
  return `${whole}${shown === '' ? '' : '.'}${shown} ${currency}`;
}
