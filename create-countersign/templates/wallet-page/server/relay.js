/** Two relays: the app's, below /wallet, only reads; customers sign on the wallet page, on a host of its own, which has the other. */
import { serve } from '@hono/node-server';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { createMemoryRelayStore, createRelay } from 'countersign/relay';
import { walletLinks } from 'countersign/wallet-link';
import { createTicket, createWalletPage, endVisits } from 'countersign/wallet-page';
import { identify, service } from './platform.js';

const port = Number(process.env.PORT ?? 3000);
const { APP_ORIGIN = `http://localhost:${port}`, WALLET_ORIGIN = `http://wallet.localhost:${port + 1}` } = process.env;
const { USER_HANDLE_SECRET } = process.env;

/** Kept beyond a change of this file in development. */
const sides = (globalThis.walletSides ??= connect());

export async function relay(request) {
  return (await sides).reads(request);
}

/** A link to a page of the wallet page, with a ticket that is good once, for 30 seconds; null for strangers. */
export async function link(request, { page, id, to }) {
  const user = await identify(request);
  if (user === null) return null;
  const { store } = await sides;
  // Your own log-out does the same, and ends your session.
  if (page === 'signOut') await endVisits({ store, origin: WALLET_ORIGIN, userId: user.userId });
  const ticket = await createTicket({ store, origin: WALLET_ORIGIN, user });
  const options = { ticket, returnTo: `${APP_ORIGIN}/` };
  const links = walletLinks(WALLET_ORIGIN);
  if (page === 'pay') return links.pay(id, options);
  if (page === 'card') return links.card(id, to, options);
  if (page === 'signInMethods') return links.signInMethods(options);
  if (page === 'signOut') return links.signOut(options);
  return page === 'sessions' ? links.sessions(options) : links.home(options);
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
  // Before production run it as a process of its own, with its own pipeline.
  serve({ fetch: (request) => walletPage(request), hostname: 'localhost', port: port + 1 });
  return { reads, store };
}
