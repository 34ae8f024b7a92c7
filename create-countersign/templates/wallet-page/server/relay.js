/** Two relays: the app's, below /wallet, only reads; customers sign on the wallet page, on a host of its own, which has the other. */
import { serve } from '@hono/node-server';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { createMemoryRelayStore, createRelay } from 'countersign/relay';
import { createEntrance, createWalletPage } from 'countersign/wallet-page';
import { identify, service } from './platform.js';

const port = Number(process.env.PORT ?? 3000);
const { APP_ORIGIN = `http://localhost:${port}`, WALLET_ORIGIN = `http://wallet.localhost:${port + 1}` } = process.env;
const { USER_HANDLE_SECRET } = process.env;

/** Kept beyond a change of this file in development. */
const sides = (globalThis.walletSides ??= connect());

export async function relay(request) {
  return (await sides).reads(request);
}

/** Leads a navigation to the wallet page, with a ticket that no script reads. */
export async function entrance(request) {
  return (await sides).entrance(request);
}

async function connect() {
  const { customer: _, ...credentials } = await service();
  // Before production take Redis, which both processes share.
  const store = createMemoryRelayStore();
  const reads = createRelay({
    ...credentials,
    mountPath: '/wallet',
    identify,
    groups: ['reads'],
    origins: [APP_ORIGIN],
  });
  const walletPage = createWalletPage({
    ...credentials,
    store,
    origin: WALLET_ORIGIN,
    apps: [APP_ORIGIN],
    enter: 'ticket',
    brand: { name: 'Sample wallet', tokens: { accent: 'light-dark(#0b5d46, #5fd0a8)' } },
    // The sandbox's public key. Before production pin the keys of your service here, and remove environment.
    enclaveKeys: [sandboxEnclavePublicKeyHex],
    environment: 'sandbox',
    ...(USER_HANDLE_SECRET && { userHandleSecret: USER_HANDLE_SECRET }),
  });
  const entrance = createEntrance({
    store,
    identify,
    origin: WALLET_ORIGIN,
    apps: [APP_ORIGIN],
    mountPath: '/to-wallet',
    // Before production name your log-in here, and have your log-out call endVisits.
    logIn: '/login?next=',
  });
  // Before production run it as a process of its own, with its own pipeline.
  serve({ fetch: (request) => walletPage(request), hostname: 'localhost', port: port + 1 });
  return { reads, entrance };
}
