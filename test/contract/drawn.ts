/**
 * Draws requests from the facts of a profile, whole and spoilt, and says which valid ones are refused and which
 * forbidden ones accepted.
 */
import { generateClientKeyPair } from 'countersign/crypto';
import { createDice, pick } from '../../sandbox/test/service/sampler.ts';
import { addressOf, currencyOfType, inWords } from './account-request.ts';
import type { ContractMonth } from '../../sandbox/src/service/contracts/contract-form.ts';
import { differencesOf } from './check.ts';
import { asJson, type ContractClient, type RecordedCall } from './client.ts';
import { compare, type Comparison, type ContractFacts, type OperationFacts } from './compare.ts';
import { dollarAccount, openWithCard, payment, platformAccount } from './flows/people.ts';
import { sampleOf } from './sample.ts';

/** The drawn requests, with the sandbox's answers; each difference once, worded by operation and field. */
export interface DrawnRequests extends Pick<Comparison, 'answers' | 'events' | 'differences'> {
  readonly valid: number;
  readonly forbidden: number;
  /** Valid requests that were refused for a field. */
  readonly refused: readonly string[];
  /** Forbidden requests that were accepted. */
  readonly accepted: readonly string[];
}

const drawnAddress = '$drawn@example.com';

interface Prepared {
  readonly client: ContractClient;
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly publicKeyHex: string;
}

/**
 * Sends as many requests to each operation that takes a body or a query, every other one spoilt in one place. The first has the fewest
 * fields, whatever the dice say.
 */
export async function drawRequests(
  profile: 'spec' | 'grid',
  facts: ContractFacts,
  count: number,
  contract?: ContractMonth,
): Promise<DrawnRequests> {
  const dice = createDice(profile === 'spec' ? 51 : 52);
  const prepared = await prepare(profile, contract);
  const { client } = prepared;
  const start = await client.sandbox.snapshot();
  const seen = (await webhooksOf(client)).length;
  const calls: RecordedCall[] = [];
  const events: string[] = [];
  const refused = new Set<string>();
  const accepted = new Set<string>();
  const sent = { valid: 0, forbidden: 0 };
  const taking = Object.entries(facts.operations).filter(
    ([, { body, query }]) => body !== null || Object.keys(query).length > 0,
  );
  const all = taking.flatMap((entry) => Array.from({ length: count }, (_, number) => [...entry, number] as const));
  for (const [key, operation, number] of all) {
    const drawn = draw(prepared, facts, operation, number === 0 ? () => 0 : dice);
    const isSpoilt = drawn.body !== undefined && number % 2 === 1;
    const body = isSpoilt ? spoilt(drawn.body, dice) : drawn.body;
    const wrong = differencesOf(body, operation.body ?? 'any', facts.types).filter(
      ({ what }) => what !== 'is not in the document',
    );
    if (isSpoilt && wrong.length === 0) continue;
    await client.sandbox.restore(start);
    client.forget();
    const [method = '', template = ''] = key.split(' ');
    const search = new URLSearchParams(drawn.query).toString();
    const path = pathOf(template, prepared) + (search === '' ? '' : `?${search}`);
    const headers = key === 'POST /cards' ? { 'Idempotency-Key': 'drawn' } : {};
    const answer = await client.call(method, path, asJson(body), headers);
    sent[isSpoilt ? 'forbidden' : 'valid'] += 1;
    if (isSpoilt && answer.status < 400) for (const { at, what } of wrong) accepted.add(`${key}: ${at} ${what}`);
    if (!isSpoilt && answer.status === 400) {
      const errors: { field: string; message: string }[] = answer.body.details?.errors ?? [];
      for (const { field, message } of errors) refused.add(`${key}: ${field}: ${message}`);
    }
    calls.push(...client.calls);
    // A refusal has no events.
    if (answer.status >= 400) continue;
    await client.advance(6000);
    events.push(...(await webhooksOf(client)).slice(seen));
  }
  const compared = compare(facts, { calls, events });
  return { ...compared, ...sent, refused: [...refused].sort(), accepted: [...accepted].sort() };
}

async function webhooksOf(client: ContractClient): Promise<string[]> {
  const { body } = await client.control('GET', '/webhooks');
  return (body as { readonly data: readonly { readonly text: string }[] }).data.map(({ text }) => text);
}

async function lookUp(client: ContractClient, customerId: string): Promise<string> {
  const path = `/receiver/uma/${encodeURIComponent(drawnAddress)}?customerId=${customerId}`;
  return String((await client.call('GET', path)).body.lookupId);
}

async function prepare(profile: 'spec' | 'grid', contract?: ContractMonth): Promise<Prepared> {
  const { client, owner, session, cardId } = await openWithCard(profile, contract);
  const dollars = await platformAccount(client, 'USD', 100_000_000);
  const { body: quote } = await client.call('POST', '/quotes', payment(dollars, owner.accountId, { amount: 9000 }));
  const { publicKeyHex } = await generateClientKeyPair();
  const sources = profile === 'grid' ? [owner.bankAccountId] : [];
  const ids = {
    Customer: [owner.customerId],
    InternalAccount: [owner.accountId],
    Source: [owner.accountId, dollars, ...sources],
    ExternalAccount: [owner.bankAccountId],
    AuthMethod: [owner.credentialId],
    Session: [session.id],
    Card: [cardId],
    Quote: [String(quote.id)],
    Transaction: [String(quote.transactionId)],
    ...(profile === 'grid' ? { Lookup: [await lookUp(client, owner.customerId)] } : {}),
  };
  return { client, ids, publicKeyHex };
}

// Kinds of the ids of paths and fields.
const kinds: readonly (readonly [name: RegExp, kind: string])[] = [
  [/(?:^|\.)(?:customerId|cardholderId)$/, 'Customer'],
  [/^source\.accountId$/, 'Source'],
  [/^destination\.accountId$/, 'ExternalAccount'],
  [/^(?:internalAccountId|accountId|fundingSources?)$/, 'InternalAccount'],
  [/^externalAccountId$/, 'ExternalAccount'],
  [/^quoteId$/, 'Quote'],
  [/^transactionId$/, 'Transaction'],
  [/^cardTransactionId$/, 'CardTransaction'],
  [/^cardId$/, 'Card'],
  [/^lookupId$/, 'Lookup'],
  [/^sessionId$/, 'Session'],
  [/^fundingSourceId$/, 'CardFundingSource'],
];
const paths: readonly (readonly [start: string, kind: string])[] = [
  ['/auth/credentials', 'AuthMethod'],
  ['/auth/sessions', 'Session'],
  ['/auth/delegated-keys', 'DelegatedKey'],
  ['/internal-accounts', 'InternalAccount'],
  ['/', 'Card'],
];

function kindOf(name: string): string | undefined {
  return kinds.find(([pattern]) => pattern.test(name))?.[1];
}

function idOf({ ids }: Prepared, kind: string, dice: () => number = () => 0): string {
  return pick(dice, ids[kind] ?? []) ?? `${kind}:00000000-0000-4000-8000-00000000000a`;
}

function pathOf(template: string, prepared: Prepared): string {
  const own = paths.find(([start]) => template.startsWith(start))?.[1] ?? '';
  return template
    .replace('{receiverUmaAddress}', encodeURIComponent(drawnAddress))
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const named = template.startsWith('/receiver/') ? 'ExternalAccount' : kindOf(name);
      return idOf(prepared, named ?? own);
    });
}

function draw(prepared: Prepared, { types }: ContractFacts, { body, query }: OperationFacts, dice: () => number) {
  const rate = dice();
  const options = {
    types,
    includes: () => dice() < rate,
    pick: <Item>(items: readonly Item[]) => pick(dice, items),
    given: (name: string) => givenFor(prepared, name, dice),
  };
  const inQuery = (name: string): unknown => (name === 'currency' ? 'USD' : options.given(name));
  const wanted = Object.entries(sampleOf(query, { ...options, given: inQuery }) as Record<string, unknown>);
  return {
    // A cursor comes from a page before.
    query: Object.fromEntries(
      wanted.filter(([name]) => name !== 'cursor').map(([name, value]) => [name, String(value)]),
    ),
    body: body === null ? undefined : inItsCurrency(sampleOf(body, options)),
  };
}

// Values for facts that only say `text`, and that words explain: a code, an address, a key.
function givenFor(prepared: Prepared, name: string, dice: () => number): unknown {
  const kind = kindOf(name);
  if (kind !== undefined) return name === 'fundingSources' ? [idOf(prepared, kind)] : idOf(prepared, kind, dice);
  const values: readonly (readonly [name: RegExp, value: unknown])[] = [
    [/^(?:currencies|destinationCurrency)$/, ['USD']],
    [/(?:^|\.)(?:\w*[cC]urrencyCode|sourceCurrency|code)$/, 'USD'],
    [/^(?:source|destination|feeConfigs\.fixedFee|platformFeeOverride\.platformFixedFee)\.currency$/, 'USD'],
    [/(?:countriesOfOperation|expectedCounterpartyCountries|expectedRecipientJurisdictions)$/, ['US']],
    [/^(?:region|country|countryOfIssuance)$/, 'US'],
    [/^customerType$/, 'INDIVIDUAL'],
    [/mcc$/, '5411'],
    [/[uU]maAddress$/, drawnAddress],
    [/^webhookEndpoint$/, 'http://127.0.0.1:4999/webhooks'],
    [/^clientPublicKey$/, prepared.publicKeyHex],
    [/^passkeyAssertion$/, {}],
  ];
  const found = values.find(([pattern]) => pattern.test(name));
  if (found !== undefined) return found[1];
  return name === 'cardTokenization2faConfig.email' ? undefined : inWords(name, '');
}

// An account is in the currency of its type, at a bank that is known there.
function inItsCurrency(body: unknown): unknown {
  const info = (body as { readonly accountInfo?: { readonly accountType?: string; readonly bankName?: string } } | null)
    ?.accountInfo;
  if (info === undefined) return body;
  // The specification shows one type alone.
  if (info.accountType === undefined) return { ...(body as object), currency: 'USD', accountInfo: dollarAccount };
  const bankName = info.bankName === undefined ? undefined : inWords('bankName', info.accountType);
  return {
    ...(body as object),
    currency: currencyOfType(info.accountType),
    accountInfo: {
      ...info,
      ...(bankName === undefined ? {} : { bankName }),
      ...('address' in info ? { address: addressOf(info.accountType) } : {}),
    },
  };
}

/** The value with one of its parts gone, of another type, or beyond its limits. */
function spoilt(value: unknown, dice: () => number): unknown {
  const name = pick(dice, typeof value === 'object' && value !== null ? Object.keys(value) : []);
  if (name === undefined || dice() < 0.1) {
    return pick(dice, [null, [], {}, '', 'zz', -1, 1.5, true, 9e18, 'x'.repeat(5000)]);
  }
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  if (dice() < 0.2) delete copy[name];
  else copy[name] = spoilt(copy[name], dice);
  return Array.isArray(value) ? Object.values(copy) : copy;
}
