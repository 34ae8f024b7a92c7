/**
 * The public service as its documents of mid-September 2026 and later have it. The sandbox in the form of August does the work; here its
 * requests and answers are put into today's form. Every name is written out from those documents and from none of the kit's tables:
 * a fake that reads the kit's own table would agree with whatever stands there.
 */
import type { TestBenchOptions } from './test-bench.ts';

type Send = (request: Request) => Promise<Response>;
type Fields = Readonly<Record<string, unknown>>;

/** The forms of a card, and of a request to change it: October has the cards of September, and takes no `status` alone. */
export type CardForm = 'august' | 'september' | 'october';

/** Choices of a test, and what the service was sent. */
export interface TodaysService {
  /** Stands between relay and sandbox: for `createTestBench`. */
  readonly between: NonNullable<TestBenchOptions['between']>;
  /** Form in which cards are answered. */
  cards: CardForm;
  /** Form in which a card's change is taken. */
  changes: CardForm;
  /** Whether unknown fields are ignored, so that a change that isn't understood is answered with the card as it was. */
  ignoresUnknown: boolean;
  /** Bodies of the changes of cards. */
  readonly changed: string[];
  /** Lines of the requests, below the version. */
  readonly lines: string[];
  /** Rows of card transactions before those that the sandbox has. */
  readonly purchases: Fields[];
  /** How many challenges of a code are answered with PROCESSING before one is served. */
  unsettled: number;
  /** Answers in the place of the service, which has seen the request before if `done` is called. */
  gateway: ((request: Request, done: () => Promise<Response>) => Promise<Response | null> | Response | null) | null;
}

/** Creates it, in September's form. */
export function createTodaysService(choice: Partial<TodaysService> = {}): TodaysService {
  const service: TodaysService = {
    cards: 'september',
    changes: 'september',
    ignoresUnknown: false,
    changed: [],
    lines: [],
    purchases: [],
    unsettled: 0,
    gateway: null,
    between: async (request, send) => {
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace('/2025-10-13', '');
      service.lines.push(`${request.method} ${path}${decodeURIComponent(search)}`);
      const serve = async (): Promise<Response> => inTodaysForm(await answer(service, { request, path, send }));
      return (await service.gateway?.(request, serve)) ?? serve();
    },
    ...choice,
  };
  return service;
}

interface Asked {
  readonly request: Request;
  readonly path: string;
  readonly send: Send;
}

async function answer(service: TodaysService, asked: Asked): Promise<Response> {
  const { request, path, send } = asked;
  const { method } = request;
  if (/^\/auth\/credentials\/[^/]+\/challenge$/.test(path) && service.unsettled > 0) {
    service.unsettled -= 1;
    return Response.json({ status: 'PROCESSING', message: 'Still being processed; send the same request again.' });
  }
  if (path === '/cards') return mapped(await send(inSandboxQuery(service, request)), (card) => inForm(service, card));
  if (/^\/cards\/[^/]+$/.test(path)) return aboutCard(service, asked);
  if (path === '/transactions' && !new URL(request.url).searchParams.has('cursor')) {
    const found = await send(request);
    const { data, ...page } = (await found.clone().json()) as { readonly data: readonly Fields[] };
    return found.ok ? Response.json({ ...page, data: [...service.purchases, ...data] }, found) : found;
  }
  const purchase = service.purchases.find(({ id }) => path === `/transactions/${String(id)}`);
  if (purchase !== undefined) return Response.json(purchase);
  const served = await send(request);
  // It "always" was a 200.
  if (method === 'POST' && path === '/quotes' && served.status === 201) return again(served, await served.text(), 200);
  return served;
}

async function aboutCard(service: TodaysService, { request, send }: Asked): Promise<Response> {
  if (request.method !== 'PATCH') return mapped(await send(request), (card) => inForm(service, card));
  const text = await request.clone().text();
  service.changed.push(text);
  const wanted = statusOf(service, JSON.parse(text) as Fields);
  if (wanted === null) return Response.json({ code: 'INVALID_INPUT', reason: 'Request is invalid' }, { status: 400 });
  const changed =
    wanted === undefined
      ? new Request(request.url, { headers: request.headers })
      : new Request(request, { method: 'PATCH', body: JSON.stringify({ state: wanted }) });
  return mapped(await send(changed), (card) => inForm(service, card));
}

/** The status that a body asks for; undefined for none, null for a body that is refused. */
function statusOf({ changes, ignoresUnknown }: TodaysService, body: Fields): unknown {
  const known = changes === 'august' ? ['state'] : ['status', 'substatus', 'reason'];
  const isStrange = Object.keys(body).some((name) => !known.includes(name));
  if (isStrange && !ignoresUnknown) return null;
  if (changes === 'august') return body['state'];
  const { status, substatus, reason } = body;
  if (status === undefined) return ignoresUnknown ? undefined : null;
  const isAlone = substatus === undefined && reason === undefined;
  const isWhole = typeof reason === 'string' && reason !== '' && substatuses.includes(substatus);
  return isWhole || (isAlone && changes === 'september') ? status : null;
}

const substatuses: readonly unknown[] =
  'LOST COMPROMISED DAMAGED END_USER_REQUEST ISSUER_REQUEST NOT_ACTIVE SUSPICIOUS_ACTIVITY INTERNAL_REVIEW EXPIRED UNDELIVERABLE OTHER'.split(
    ' ',
  );

/** A card of the sandbox, which has August's. */
function inForm({ cards }: TodaysService, card: Fields): Fields {
  if (cards === 'august') return card;
  const { state, stateReason, cardholderId, fundingSources, ...same } = card;
  const [fundingSource] = fundingSources as readonly string[];
  return {
    ...same,
    status: state,
    ...(stateReason === null ? {} : { statusReason: stateReason }),
    customerId: cardholderId,
    ...(fundingSource === undefined ? {} : { fundingSource }),
    maxSpendPerDay: null,
    maxTransactionsPerDay: null,
    cardCapabilities: { supportsSpendLimits: true, supportsPanReveal: true },
  };
}

/** A list's query: of the filters each form has its own, and ignores the others'. */
function inSandboxQuery({ cards }: TodaysService, request: Request): Request {
  const url = new URL(request.url);
  const own = cards === 'august' ? { cardholderId: 'cardholderId' } : { customerId: 'cardholderId' };
  const state = cards === 'august' ? { state: 'state' } : { status: 'state' };
  const names = { ...own, ...state, accountId: 'accountId', limit: 'limit', cursor: 'cursor', sortOrder: 'sortOrder' };
  const query = Object.entries(names).flatMap(([name, inSandbox]) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[inSandbox, value]];
  });
  url.search = new URLSearchParams(query).toString();
  return new Request(url, request);
}

/** Puts the record of an answer, or each of its list, into another form. */
async function mapped(response: Response, change: (card: Fields) => Fields): Promise<Response> {
  if (!response.ok) return response;
  const body = (await response.json()) as Fields;
  const { data } = body;
  return again(response, JSON.stringify(Array.isArray(data) ? { ...body, data: data.map(change) } : change(body)));
}

/** The service has never sent `message` or `status` in a refusal. */
async function inTodaysForm(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const text = await response.text();
  const { code, message, reason = message, details } = JSON.parse(text) as Fields;
  return again(response, JSON.stringify({ code, reason, ...(details === undefined ? {} : { details }) }));
}

function again({ headers, status }: Response, body: string, as: number = status): Response {
  return new Response(body, { status: as, headers });
}

/** Owner of the purchases of {@link purchasesOf}. */
export interface Buyer {
  readonly customerId: string;
  readonly accountId: string;
  readonly cardId: string;
}

/** A purchase of each kind that is new since August, newest first: declined, released, a return, and what it returns. */
export function purchasesOf({ customerId, accountId, cardId }: Buyer): Readonly<Record<PurchaseKind, Fields>> {
  const usd = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
  const money = (amount: number): Fields => ({ amount, currency: usd });
  const row = (digit: number, more: Fields): Fields => ({
    type: 'CARD',
    id: `Transaction:0000000${digit}-0000-4000-8000-00000000000b`,
    cardId,
    customerId,
    platformCustomerId: 'user-1',
    direction: 'DEBIT',
    description: 'EXAMPLE SHOP',
    merchant: { descriptor: 'EXAMPLE SHOP', mcc: '5999', country: 'US', city: 'EXAMPLE', state: 'CA' },
    accountId,
    authorizedAt: '2026-01-15T09:00:00Z',
    createdAt: '2026-01-15T09:00:00Z',
    updatedAt: '2026-01-15T09:00:00Z',
    ...more,
  });
  const bought = { status: 'SETTLED', authorizedAmount: money(1200), settledAmount: money(1200) };
  const purchase = row(4, bought);
  return {
    declined: row(1, { status: 'DECLINED', cardDeclinedReason: 'INSUFFICIENT_FUNDS', authorizedAmount: money(900) }),
    released: row(2, { status: 'VOIDED', authorizedAmount: money(0) }),
    returned: row(3, { ...bought, direction: 'CREDIT', originalTransactionId: purchase['id'] }),
    purchase,
  };
}

/** Kinds of purchases. */
export type PurchaseKind = 'declined' | 'released' | 'returned' | 'purchase';
