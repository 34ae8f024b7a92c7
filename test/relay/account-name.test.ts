/** `nameAccount`: who is paid by a person's own quote, where the platform alone can say it. */
import { describe, expect, test } from 'vitest';
import type { CreateRelayOptions, NameAccount } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { ada, bob, createFakeService, createPageRelay, id, openRelay } from './service.ts';

const quote = id('Quote', '1');
const ask = `GET /quotes/${quote}/payee`;
const other = id('InternalAccount', '8');

function naming(
  nameAccount: NameAccount | undefined,
  {
    destination = { accountId: other },
    ...options
  }: Partial<CreateRelayOptions> & { readonly destination?: object } = {},
) {
  const service = createFakeService();
  const source = { sourceType: 'ACCOUNT', accountId: ada.accountIds[0] };
  service.on(`GET /quotes/${quote}`, { id: quote, source, destination });
  return openRelay({ ...(nameAccount && { nameAccount }), ...options }, service);
}

describe('nameAccount', () => {
  test('names the destination of an own quote, and hears whose quote it is', async () => {
    const asked: unknown[] = [];
    const { send, service } = naming((accountId, { identity, signal }) => {
      asked.push([accountId, identity, signal.aborted]);
      return 'Sample Customer';
    });
    expect(await (await send(ask)).json()).toEqual({ name: 'Sample Customer' });
    expect(asked).toEqual([[other, ada, false]]);
    // The service is asked whose quote it is, and for nothing else.
    expect(service.lines()).toEqual([`GET /quotes/${quote}`]);
  });

  test.each([
    ["of another person's quote", { identify: () => bob }],
    ['of an own account', { destination: { accountId: ada.accountIds[1] } }],
    ['of an address, which is its own name', { destination: { umaAddress: '$sample@example.com' } }],
    ['of a record that is no account', { destination: { accountId: id('Customer', '8') } }],
    ['of no destination', { destination: {} }],
  ])('is not asked for the payee %s', async (_, options) => {
    const asked: unknown[] = [];
    const { says } = naming((accountId) => {
      asked.push(accountId);
      return 'Sample Customer';
    }, options);
    expect(await says(ask)).toBe('404 RELAY_NOT_FOUND');
    expect(asked).toEqual([]);
  });

  test('names nobody for whom it has no name', async () => {
    for (const nobody of [null, undefined]) expect(await naming(() => nobody).says(ask)).toBe('404 RELAY_NOT_FOUND');
  });

  test('answers no stranger, no other site, and no relay without it', async () => {
    const name = (): string => 'Sample Customer';
    expect(await naming(name, { identify: () => null }).says(ask)).toBe('401 RELAY_UNAUTHENTICATED');
    const { says } = naming(name);
    expect(await says(ask, { headers: { Origin: 'https://evil.example' } })).toBe('403 RELAY_ORIGIN_REFUSED');
    expect(await says(`GET /accounts/${other}/name`)).toBe('404 RELAY_ROUTE_NOT_FOUND');
    expect(await naming(undefined).says(ask)).toBe('404 RELAY_ROUTE_NOT_FOUND');
  });

  test('answers on a wallet page, too', async () => {
    const service = createFakeService();
    const source = { sourceType: 'ACCOUNT', accountId: ada.accountIds[0] };
    service.on(`GET /quotes/${quote}`, { id: quote, source, destination: { accountId: other } });
    const { send } = openRelay({ nameAccount: () => 'Sample Customer' }, service, createPageRelay);
    expect(await (await send(ask)).json()).toEqual({ name: 'Sample Customer' });
  });

  test.each([
    ['nothing', ''],
    ['space alone', ' '],
    ['no text', 7],
    ['an object', { name: 'Sample Customer' }],
    ['101 characters', 'a'.repeat(101)],
    ['a line break', 'Sample\nCustomer'],
    ['a control character', 'Sample\u0000'],
    ['a character that turns its neighbours', 'Sample\u202e'],
    ['half an emoji', 'Sample\ud83d'],
  ])('fails, and repeats nothing, where it returns %s', async (_, name) => {
    const { send } = naming(() => name as string);
    const answer = await send(ask);
    expect(await answer.json()).toEqual({
      status: 500,
      code: 'RELAY_INTERNAL_ERROR',
      message: "The relay's nameAccount failed.",
    });
  });

  test('fails without its words where it throws', async () => {
    const answer = await naming(() => {
      throw new Error('no such row: Sample Customer');
    }).send(ask);
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('Sample')]);
  });

  test('that takes longer than identifyTimeoutMs is aborted, and names nobody', async () => {
    const clock = createTestClock();
    const signals: AbortSignal[] = [];
    const { says } = naming(
      (_accountId, { signal }) => {
        signals.push(signal);
        clock.advance(5000);
        return new Promise<never>(() => {});
      },
      { clock },
    );
    expect(await says(ask)).toBe('503 RELAY_IDENTIFY_TIMED_OUT');
    expect([signals[0]?.aborted, clock.pending()]).toEqual([true, 0]);
  });

  test('is aborted once the browser has left', async () => {
    const page = new AbortController();
    const signals: AbortSignal[] = [];
    const { says } = naming((_accountId, { signal }) => {
      signals.push(signal);
      page.abort();
      return new Promise<never>(() => {});
    });
    expect(await says(ask, { signal: page.signal })).toBe('499 RELAY_CLIENT_CLOSED');
    expect(signals[0]?.aborted).toBe(true);
  });

  test('counts as a read, and as a look-up of the quote', async () => {
    const one = { limit: 1, windowMs: 60_000 };
    const limited = naming(() => 'Sample Customer', { limits: { reads: one } });
    expect([await limited.says(ask), await limited.says(ask)]).toEqual(['200', '429 RELAY_RATE_LIMITED']);
  });
});
