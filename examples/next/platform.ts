/** The platform's back-end: its customer, its own calls of the payments service, and the relay for those of the wallet. */
import { createRelay, type Relay } from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import type { Quote } from 'countersign';

interface Platform {
  readonly accountId: string;
  readonly relay: Relay;
  fund(): Promise<unknown>;
  quote(): Promise<Quote>;
}

// Next bundles each route by itself: what they share is kept where all of them find it.
const kept = globalThis as { platform?: Promise<Platform> };

export function platform(): Promise<Platform> {
  return (kept.platform ??= startPlatform());
}

async function startPlatform(): Promise<Platform> {
  // Remove the sandbox before production: the service's address and your credentials take its place.
  const sandbox = createSandbox();
  const { clientId, clientSecret } = sandbox;
  const { url } = await listen(sandbox);
  const baseUrl = `${url}/2025-10-13`;
  const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'Content-Type': 'application/json' };
  const post = async (to: string, body: object) =>
    (await fetch(to, { method: 'POST', headers, body: JSON.stringify(body), cache: 'no-store' })).json();

  const { customerId, accountId, bankAccountId } = await post(`${url}/_sandbox/people`, { bankAccount: 'active' });
  // Every visitor is that person here. Your app reads its session cookie instead.
  const identify = async () => ({ userId: 'person-1', customerId, accountIds: [accountId] });
  return {
    accountId,
    relay: createRelay({ baseUrl, clientId, clientSecret, identify, mountPath: '/wallet' }),
    fund: () => post(`${baseUrl}/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 }),
    quote: () =>
      post(`${baseUrl}/quotes`, {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 25_000_000,
      }),
  };
}
