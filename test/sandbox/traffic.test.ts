import type { GenericSchema } from 'valibot';
import { expect, test } from 'vitest';
import { gridContract } from '../../src/sandbox/contracts/grid.ts';
import { specContract } from '../../src/sandbox/contracts/spec.ts';
import { isLongRun, isShortRun } from '../properties.ts';
import { delegateKey, dollars } from './actions.ts';
import { createPasskey } from './authenticator.ts';
import {
  createHolder,
  createPlatformClient,
  payloadOf,
  signIn,
  usdAccount,
  verifyBody,
  type Answer,
  type PlatformClient,
  type Holder,
  type SignedIn,
} from './platform-client.ts';
import { createDice, pick, sample, spoil } from './sampler.ts';

const rounds = isLongRun ? 6000 : 500;

/** What the traffic has come to know: ids by kind, and a key for each wallet account. */
interface Known {
  readonly ids: Map<string, string[]>;
  readonly keys: Map<string, SignedIn>;
  /** Ids of a kind whose wallet account is known. */
  readonly accounts: Map<string, string>;
  /** The e-mail credential of a wallet account. */
  readonly emails: Map<string, string>;
}

/** Remembers every id in an answer. */
function learn({ ids, accounts }: Known, value: unknown): void {
  const text = JSON.stringify(value) ?? '';
  for (const [id = '', kind = ''] of text.matchAll(/([A-Z][A-Za-z]+):[0-9a-f]{8}-[0-9a-f-]{27}/g)) {
    const list = ids.get(kind) ?? [];
    if (!list.includes(id)) list.push(id);
    ids.set(kind, list);
  }
  const { id, accountId, source, fundingSources } = (value ?? {}) as Record<string, unknown>;
  const [funding] = Array.isArray(fundingSources) ? (fundingSources as unknown[]) : [];
  const account = accountId ?? (source as { accountId?: unknown } | undefined)?.accountId ?? funding;
  if (typeof id === 'string' && typeof account === 'string') accounts.set(id, account);
}

const payment = (customerId: string | undefined): object => ({
  senderUmaAddress: '$sender@example.com',
  customerId,
  receivingCurrencyCode: 'USDB',
  receivingCurrencyAmount: 5,
});

/** Brings about what a call of the public service needs before it; the id that it then names. */
async function before(
  platform: PlatformClient,
  path: string,
  [account, customer]: readonly (string | undefined)[],
): Promise<string | undefined> {
  if (/\/(approve|reject)$/.test(path) && platform.sandbox.profile === 'grid') {
    return (await platform.call('POST', '/sandbox/uma/receive', payment(customer))).body.id as string | undefined;
  }
  if (path === '/sandbox/send') {
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer };
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: '$receiver@example.com' };
    const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 };
    return (await platform.call('POST', '/quotes', { source, destination, ...locked })).body.id as string | undefined;
  }
  const [, change] = /(trust|untrust)\/confirm$/.exec(path) ?? [];
  if (change !== undefined) await platform.call('POST', `/customers/external-accounts/${String(account)}/${change}`);
  return change === undefined ? undefined : account;
}

function bodyFor(
  path: string,
  schema: GenericSchema,
  dice: () => number,
  pool: (kind: string) => readonly string[],
): unknown {
  if (path === '/platform/external-accounts') return { currency: 'USD', accountInfo: usdAccount };
  if (path === '/config') return { embeddedWalletConfig: { otpLength: 6 } };
  if (path === '/customers/external-accounts') {
    const customerId = pick(dice, pool('Customer'));
    return { currency: 'USD', platformAccountId: 'a', customerId, accountInfo: usdAccount };
  }
  if (path.endsWith('/authorize') || path.endsWith('trust/confirm')) return { code: '123456' };
  if (path === '/sandbox/uma/receive') return payment(pick(dice, pool('Customer')));
  const body = sample(schema, dice, pool);
  // Most traffic is small change, so that wallets don't run dry at once.
  if (path.endsWith('/fund')) return { amount: 500_000_000 };
  if (/\/(clearing|return)$/.test(path)) return { ...(body as object), amount: path.endsWith('return') ? 1 : 60 };
  if (!path.endsWith('/authorization')) return body;
  const { currency } = body as { readonly currency: unknown };
  return { ...(body as object), amount: 100, currency: typeof currency === 'string' ? 'USD' : { code: 'USD' } };
}

/** Sends a call; where it is a first leg that asks for a signature, the second too. */
async function send(
  platform: PlatformClient,
  known: Known,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const first = await platform.call(method, path, body);
  const [id = ''] = /[A-Z][A-Za-z]+:[0-9a-f-]+/.exec(path) ?? [];
  const account = known.accounts.get(id) ?? (body as { accountId?: string } | undefined)?.accountId ?? '';
  const key = known.keys.get(account)?.key;
  if (key === undefined) return first;
  if (first.body?.code === 'WALLET_SIGNATURE_MISSING') {
    const quote = await platform.call('GET', `/quotes/${id}`);
    return platform.call(method, path, body, await platform.signed(payloadOf(quote), key));
  }
  let answer = first;
  while (answer.status === 202 && answer.body.payloadToSign !== undefined) {
    const { payloadToSign, requestId } = answer.body;
    answer = await platform.call(method, path, body, await platform.signed(payloadToSign, key, requestId));
  }
  return answer;
}

/** Leaves a card transaction that is partly settled and a payment that waits for strong authentication, for the dice to find. */
async function prepare(
  platform: PlatformClient,
  known: Known,
  { holder, payment, note }: { holder: Holder; payment: object; note: (name: string, status: number) => void },
): Promise<void> {
  const card = await platform.call('POST', '/cards', {
    cardholderId: holder.customerId,
    form: 'VIRTUAL',
    fundingSources: [holder.accountId],
  });
  learn(known, card.body);
  await platform.advance(2000);
  const delegated = await delegateKey(platform, holder, String(card.body.id));
  learn(known, delegated);
  if (delegated !== null) note('POST /auth/delegated-keys', 201);
  const simulate = `/sandbox/cards/${card.body.id}/simulate`;
  await platform.call('POST', `${simulate}/authorization`, {
    amount: 500,
    currency: dollars(platform),
    merchant: { descriptor: 'SHOP' },
  });
  const listed = await platform.call('GET', `/transactions?customerId=${holder.customerId}&limit=1`);
  const [{ id: cardTransactionId }] = listed.body.data;
  await platform.call('POST', `${simulate}/clearing`, { cardTransactionId, amount: 100 });
  learn(known, cardTransactionId);
  const quote = await platform.call('POST', '/quotes', payment);
  learn(known, quote.body);
  const executed = await send(platform, known, 'POST', `/quotes/${quote.body.id}/execute`, undefined);
  note('POST /quotes/:quoteId/execute', executed.status);
}

test.each(['spec', 'grid'] as const)(
  'random traffic in %s never breaks the sandbox: no 500, no broken ledger, no answer against its schema',
  async (profile) => {
    const dice = createDice(profile === 'spec' ? 20251013 : 13102025);
    const defects: unknown[] = [];
    let deliveries = 0;
    const platform = createPlatformClient({
      profile,
      async fetch(request) {
        deliveries += 1;
        // Which leaves the decision on an incoming payment to the calls.
        if ((await request.text()).includes('INCOMING_PAYMENT.PENDING')) return new Response(null, { status: 202 });
        if (deliveries % 5 === 3) throw new TypeError('refused');
        return new Response(null, { status: deliveries % 5 === 4 ? 500 : 200 });
      },
      strongAuthenticationRegions: ['US'],
      onError: (error) => defects.push(error),
    });
    await platform.control('POST', '/webhooks', { url: 'http://127.0.0.1:4999/webhooks' });
    const known: Known = { ids: new Map(), keys: new Map(), accounts: new Map(), emails: new Map() };
    const pool = (kind: string): readonly string[] => (known.ids.get(kind) ?? []).slice(-3);
    const routes = (profile === 'grid' ? gridContract : specContract).routes;
    const simulators = routes.filter((row) => row.path.includes('/simulate/'));
    const successes = new Map(routes.map((row) => [`${row.method} ${row.path}`, 0]));
    const count = (name: string, status: number): void => {
      if (status < 400) successes.set(name, (successes.get(name) ?? 0) + 1);
    };
    const note = (name: string, answer: Answer): void => {
      learn(known, answer.body);
      count(name, answer.status);
    };
    let calls = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (round % 40 === 0) {
        const holder = await createHolder(platform);
        known.keys.set(holder.accountId, await signIn(platform, holder));
        for (const id of Object.values(holder)) learn(known, id);
        known.accounts.set(holder.credentialId, holder.accountId);
        known.emails.set(holder.accountId, holder.credentialId);
        known.accounts.set(holder.customerId, holder.accountId);
        for (const { id } of (await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body.data) {
          known.accounts.set(id, holder.accountId);
        }
        await platform.control('POST', '/external-accounts', {
          externalAccountId: holder.bankAccountId,
          trusted: true,
        });
        const source = { sourceType: 'ACCOUNT', accountId: holder.accountId };
        const destination = { destinationType: 'ACCOUNT', accountId: holder.bankAccountId };
        const payment = { source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000_000 };
        learn(known, (await platform.control('POST', '/agent-payments', payment)).body);
        await prepare(platform, known, { holder, payment, note: count });
      }
      const unmet = routes.filter(({ method, path }) => successes.get(`${method} ${path}`) === 0);
      // A short run ends when each has succeeded.
      if (isShortRun && unmet.length === 0) break;
      const draw = dice();
      // What nobody has succeeded in yet comes more often.
      const row = pick(dice, draw < 0.1 ? simulators : draw < 0.4 && unmet.length > 0 ? unmet : routes);
      if (row === undefined) break;
      const name = `${row.method} ${row.path}`;
      calls += 1;
      let path = row.path;
      const bankAccount = pick(dice, pool('ExternalAccount'));
      const ready = await before(platform, row.path, [bankAccount, pick(dice, pool('Customer'))]);
      for (const [param, kinds] of Object.entries(row.ids)) {
        const id = ready ?? pick(dice, kinds.flatMap(pool)) ?? `${kinds[0] ?? ''}:00000000-0000-4000-8000-00000000000a`;
        path = path.replace(`:${param}`, dice() < 0.03 ? 'Nothing:1' : id);
      }
      if (row.query !== null) {
        const query = sample(row.query, dice, pool) as Record<string, string>;
        path += `?${new URLSearchParams(query).toString()}`;
      }
      let body = row.body === null ? undefined : bodyFor(row.path, row.body, dice, pool);
      if (row.path === '/sandbox/send') body = { quoteId: ready, currencyCode: 'USD' };
      if (row.path.endsWith('/verify') && dice() < 0.7) {
        const credentialId =
          pick(
            dice,
            [...known.keys.keys()].slice(-3).map((id) => known.emails.get(id) ?? ''),
          ) ?? '';
        path = `/auth/credentials/${credentialId}/verify`;
        const asked = await platform.call(
          'GET',
          `/auth/credentials?accountId=${known.accounts.get(credentialId) ?? ''}`,
        );
        if (asked.body.data.some(({ id }: { id: string }) => id === credentialId)) {
          const verification = await verifyBody(platform, credentialId);
          const first = await platform.call('POST', path, verification.body);
          const { payloadToSign, requestId } = first.body;
          const headers = await platform.signed(payloadToSign, verification.keyPair, requestId);
          note(name, await platform.call('POST', path, verification.body, headers));
          continue;
        }
      }
      if (row.path === '/auth/credentials' && row.method === 'POST' && dice() < 0.6) {
        const accountId = pick(dice, [...known.keys.keys()].slice(-3));
        const challenge = btoa(String(round)).replaceAll('=', '');
        const attestation = await (await createPasskey(`p${String(round)}`)).attest({ challenge });
        body = { type: 'PASSKEY', accountId, nickname: 'random', challenge, attestation };
      }
      if (body !== undefined && dice() < 0.15) body = spoil(body, dice);
      note(name, await send(platform, known, row.method, path, body));
      if (dice() < 0.05) await platform.advance(Math.floor(dice() * 20_000));
      if (round % 50 === 0) expect(platform.sandbox.audit()).toEqual([]);
    }
    await platform.control('GET', '/webhooks');
    expect(defects).toEqual([]);
    expect(platform.sandbox.audit()).toEqual([]);
    const total = [...successes.values()].reduce((sum, count) => sum + count, 0);
    expect([...successes].filter(([, count]) => count === 0).map(([name]) => name)).toEqual([]);
    expect(total / calls).toBeGreaterThan(0.4);
  },
  600_000,
);
