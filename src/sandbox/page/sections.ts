/** What the page shows of the state, with the calls that change it. */
import { heldPart, balanceOf } from '../payments/ledger.ts';
import { currencyOf } from '../payments/currencies.ts';
import type { FaultRules } from '../http/fault-rules.ts';
import { apiBasePath } from '../http/path-pattern.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { Service } from '../service/service.ts';
import { isActive } from '../wallet-auth/sessions.ts';
import { call, code, type Field, type Markup, type Section } from './elements.ts';

/** What there is to show. */
export interface SectionsOptions {
  readonly service: Service;
  readonly faults: FaultRules;
  readonly log: RequestLog;
}

const field = (name: string, label: string, type: Field['type'] = 'text'): Field => ({ name, label, type });

/** The sections, in the order of the page. */
export function sectionsOf({ service, faults, log }: SectionsOptions): readonly Section[] {
  return [
    requests(log),
    ...peopleAndMoney(service),
    ...access(service),
    ...payments(service),
    cards(service),
    webhooks(service),
    {
      title: 'Faults',
      controls: [
        call('Add', 'POST /_sandbox/faults', { count: 1 }, [
          field('path', 'Path'),
          field('status', 'Status', 'number'),
          field('delayMs', 'Delay in ms', 'number'),
        ]),
        call('Lose the next answer', 'POST /_sandbox/faults', { drop: 'after' }),
        call('Clear', 'DELETE /_sandbox/faults'),
      ],
      head: ['Rule', 'Left'],
      rows: faults.list().map(({ remaining, ...rule }) => [JSON.stringify(rule), remaining ?? 'always']),
    },
  ];
}

function requests(log: RequestLog): Section {
  const shown = log.list().map(({ number, at, method, path, leg, status, code: name, refusal, signedBy, fault }) => {
    const why = [fault === true ? 'a fault rule' : name, refusal].filter((part) => part !== undefined).join(': ');
    const what = `${method} ${path.replace(/(:[0-9a-f]{8})[0-9a-f-]{28}/g, '$1…')}${leg === 2 ? ' (signed)' : ''}`;
    return [number, time(at), status ?? 'no answer', what, signedBy === undefined ? why : code(signedBy)];
  });
  return {
    title: 'Requests',
    head: ['No', 'Time', 'Status', 'Request', 'Why refused, or signed by'],
    rows: shown.reverse(),
  };
}

function peopleAndMoney({ state }: Service): readonly Section[] {
  const account = (id: string, status: string, label: string): Markup =>
    call(label, 'POST /_sandbox/external-accounts', { externalAccountId: id, status });
  return [
    {
      title: 'Customers',
      controls: [
        call('Add a person', 'POST /_sandbox/people', {}, [
          field('email', 'E-mail', 'email'),
          field('balance', 'Balance in millionths', 'number'),
        ]),
      ],
      head: ['Name', 'E-mail', 'Region', 'Check', 'Id', 'Change'],
      rows: newestFirst(state.customers).map(({ id, fullName, email, region, kycStatus, isDeleted }) => {
        const next = kycStatus === 'APPROVED' ? 'PENDING' : 'APPROVED';
        const change = call(`Set ${next}`, 'POST /_sandbox/customers', { customerId: id, kycStatus: next });
        return [fullName, email, region, isDeleted === true ? 'deleted' : kycStatus, code(id), change];
      }),
    },
    {
      title: 'Accounts',
      head: ['Type', 'Owner', 'Available', 'Held', 'Id', 'Change'],
      rows: newestFirst(state.internalAccounts).map(({ id, type, customerId, currency }) => [
        type,
        ownerOf(state, customerId),
        money(balanceOf(state.ledger, id), currency),
        balanceOf(state.ledger, heldPart(id)) === 0n ? '' : money(balanceOf(state.ledger, heldPart(id)), currency),
        code(id),
        call('Fund 10', `POST ${apiBasePath}/sandbox/internal-accounts/${id}/fund`, {
          amount: 10 * 10 ** currencyOf(currency).decimals,
        }),
      ]),
    },
    {
      title: 'Bank accounts',
      head: ['Type', 'Owner', 'Status', 'Id', 'Change'],
      rows: newestFirst(state.externalAccounts).map(({ id, accountInfo, customerId, status }) => [
        accountInfo.accountType,
        ownerOf(state, customerId),
        status,
        code(id),
        status === 'ACTIVE' ? account(id, 'INACTIVE', 'Close') : account(id, 'ACTIVE', 'Open'),
      ]),
    },
  ];
}

function access(service: Service): readonly Section[] {
  const { state } = service;
  return [
    {
      title: 'Credentials and codes',
      head: ['Type', 'Of', 'Code', 'Until', 'Id', 'Change'],
      rows: newestFirst(state.credentials).map(({ method: { id, type, nickname, accountId } }) => {
        const otp = state.otps.get(id);
        return [
          type,
          nickname,
          otp?.code,
          otp === undefined ? '' : time(new Date(otp.expiresAt).toISOString()),
          code(id),
          [
            type === 'EMAIL_OTP' ? call('Sign in', 'POST /_sandbox/sign-in', { accountId, email: nickname }) : '',
            call('Delete', `DELETE /_sandbox/credentials/${id}`),
          ],
        ];
      }),
    },
    {
      title: 'Sessions and keys',
      head: ['Type', 'Of', 'State', 'Until', 'Public key', 'Id', 'Change'],
      rows: newestFirst(state.sessions).map((session) => {
        const active = isActive(service, session);
        return [
          session.type,
          session.nickname,
          active ? 'active' : session.revoked ? 'revoked' : 'expired',
          time(new Date(session.expiresAt).toISOString()),
          code(session.compressedPublicKeyHex),
          code(session.id),
          active ? call('End', `DELETE /_sandbox/sessions/${session.id}`) : '',
        ];
      }),
    },
  ];
}

function payments({ state, contract }: Service): readonly Section[] {
  return [
    {
      title: 'Quotes',
      head: ['Status', 'Sent', 'Received', 'Until', 'Id'],
      rows: newestFirst(state.quotes).map(({ quote }) => [
        quote.status,
        money(quote.totalSendingAmount, quote.sendingCurrency.code),
        money(quote.totalReceivingAmount, quote.receivingCurrency.code),
        time(quote.expiresAt),
        code(quote.id),
      ]),
    },
    {
      title: 'Transactions',
      head: ['Type', 'Status', 'Why', 'Sent', 'Received', 'Id', 'Change'],
      rows: newestFirst(state.transactions).map((one) => {
        const { id: transactionId, type, status, failureReason: why, sentAmount, receivedAmount } = one;
        const [failureReason] = type === 'OUTGOING' ? contract.outgoingFailures : contract.incomingFailures;
        const amounts = [sentAmount, receivedAmount].map((amount) =>
          amount === undefined ? '' : money(amount.amount, amount.currency.code),
        );
        const fail = call('Fail', 'POST /_sandbox/failures', { transactionId, failureReason });
        const isOpen = /^(?:CREATED|PENDING|PROCESSING)/.test(status);
        return [type, status, why, ...amounts, code(transactionId), isOpen ? fail : ''];
      }),
    },
  ];
}

function cards({ state, profile }: Service): Section {
  const purchase = {
    amount: 100,
    currency: profile.name === 'grid' ? { code: 'USD' } : 'USD',
    merchant: { descriptor: 'SAMPLE SHOP' },
  };
  return {
    title: 'Cards',
    head: ['State', 'Number', 'Holder', 'Spent', 'Id', 'Change'],
    rows: newestFirst(state.cards).map(({ card: { id, state: status, last4, cardholderId } }) => [
      status,
      `…${last4}`,
      ownerOf(state, cardholderId),
      [...state.cardTransactions.values()].filter(({ cardId }) => cardId === id).length,
      code(id),
      call('Spend 1 USD', `POST ${apiBasePath}/sandbox/cards/${id}/simulate/authorization`, purchase),
    ]),
  };
}

function webhooks({ state }: Service): Section {
  const { endpoint, records } = state.webhooks;
  return {
    title: 'Webhooks',
    controls: [
      call('Send them here', 'POST /_sandbox/webhooks', {}, [field('url', 'Receiver on this machine', 'url')]),
      call('Send none', 'POST /_sandbox/webhooks', { url: null }),
    ],
    head: ['Event', 'State', 'The receiver said', 'To', 'Id'],
    rows: newestFirst(records).map(({ id, type, state: status, attempts }) => [
      type,
      status,
      attempts.map(({ at, status: answer }) => `${time(at)} ${String(answer ?? 'no answer')}`).join(', '),
      endpoint,
      code(id),
    ]),
  };
}

function newestFirst<Value>(records: ReadonlyMap<string, Value>): readonly Value[] {
  return [...records.values()].reverse();
}

function ownerOf(state: Service['state'], customerId: string | undefined): string {
  if (customerId === undefined) return 'the platform';
  const customer = state.customers.get(customerId);
  return customer?.email ?? customer?.platformCustomerId ?? customerId;
}

const time = (iso: string): string => iso.slice(11, 19);

function money(amount: number | bigint, currency: string): string {
  const { decimals } = currencyOf(currency);
  return `${(Number(amount) / 10 ** decimals).toFixed(Math.min(decimals, 2))} ${currency}`;
}
