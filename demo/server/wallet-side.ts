/** A wallet page beside the app, on a host of its own: the page, the links to it, and what the app's back-end does where its relay only reads. */

import { createMemoryRelayStore } from 'countersign/relay';
import type { WireProfileName } from 'countersign';
import { walletLinks, type WalletCardState, type WalletLinkOptions } from 'countersign/wallet-link';
import { createTicket, createWalletPage, endVisits, type WalletPage } from 'countersign/wallet-page';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { answer, largestBody, readBody, refuse, signedOut } from './answers.ts';
import type { ServiceAccess } from './options.ts';
import type { Person } from './people.ts';
import type { PlatformService } from './service.ts';
import type { WhoAsks } from './who-asks.ts';

/** Hosts of both, which browsers resolve to this machine; an app that has none signs in its own page. */
export const hosts = { app: 'app.demo.localhost', wallet: 'wallet.demo.localhost' } as const;

/** The wallet page, and the routes of the app that lead to it. */
export interface WalletSide {
  readonly origin: string;
  /** Answers requests to the wallet page's host. */
  readonly page: WalletPage;
  /** Adds the routes to the app's back-end. */
  addRoutes(app: Hono): void;
  /** Ends a person's visits. Resolves with the link to the page where the wallet's session ends, too. */
  leave(person: Person): Promise<string>;
}

/** Options of {@link openWalletSide}. */
export interface WalletSideOptions {
  readonly port: number;
  readonly access: ServiceAccess;
  readonly profile: WireProfileName;
  readonly enclaveKeys: readonly string[];
  readonly isSandbox: boolean;
  readonly userHandleSecret: string;
  readonly service: PlatformService;
  readonly whoAsks: WhoAsks;
}

/** Of the paths that the page asks, those that the back-end answers by itself; the others are the relay's, which only reads. */
const ownPaths = ['/wallet/customers/external-accounts', '/wallet/quotes'] as const;

/** Opens it. */
export function openWalletSide(options: WalletSideOptions): WalletSide {
  const { port, access, profile, enclaveKeys, isSandbox, userHandleSecret, service, whoAsks } = options;
  const [app, origin] = [`http://${hosts.app}:${String(port)}`, `http://${hosts.wallet}:${String(port)}`];
  const store = createMemoryRelayStore();
  const page = createWalletPage({
    ...access,
    profile,
    enclaveKeys,
    userHandleSecret,
    store,
    origin,
    apps: [{ origin: app, name: 'Sample app' }],
    enter: 'ticket',
    groups: ['wallet', 'addresses', 'payments', 'authorizations'],
    brand: { name: 'Sample wallet', tokens: { accent: 'light-dark(#0b5c47, #6fd3b4)' } },
    environment: isSandbox ? 'sandbox' : 'production',
  });

  const ticketFor = ({ userId, customerId, accountId }: Person): Promise<string> =>
    createTicket({ store, origin, user: { userId, customerId, accountIds: [accountId] } });

  /** Runs a route for the person who asks. */
  const route =
    (work: (context: Context, person: Person, body: Readonly<Record<string, unknown>>) => Promise<Response>) =>
    async (context: Context): Promise<Response> => {
      const person = await whoAsks(context.req.raw.headers);
      if (person === null) return signedOut(context);
      return work(context, person, (await readBody(context)) ?? {});
    };

  return Object.freeze({
    origin,
    page,
    async leave(person: Person) {
      await endVisits({ store, origin, userId: person.userId });
      return walletLinks(origin).signOut({ returnTo: `${app}/`, ticket: await ticketFor(person) });
    },
    addRoutes(back: Hono): void {
      back.on('POST', [...ownPaths, '/api/wallet-link'], bodyLimit({ maxSize: largestBody }));
      // A ticket is made when somebody follows a link: it is good for 30 seconds.
      back.post(
        '/api/wallet-link',
        route(async (context, person, body) => {
          const ticket = await ticketFor(person);
          const href = linkTo(origin, body, (view) => ({ ticket, returnTo: `${app}/#${view}` }));
          if (href === null) return refuse(context, 400, 'INVALID_INPUT', 'There is no such page.');
          return answer(context, { href });
        }),
      );
      back.post(
        ownPaths[0],
        route(async (context, person, { currency, accountInfo }) =>
          answer(context, await service.addBank(person, { currency, accountInfo }), 201),
        ),
      );
      back.post(
        ownPaths[1],
        route(async (context, person, { destination, lockedCurrencyAmount: amount }) => {
          const bankId = (destination as { readonly accountId?: unknown } | undefined)?.accountId;
          if (typeof bankId !== 'string' || !(await service.bankIds(person)).includes(bankId)) {
            return refuse(context, 404, 'NOT_FOUND', 'There is no such bank account.');
          }
          if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1) {
            return refuse(context, 400, 'INVALID_INPUT', 'The amount is not valid.');
          }
          return answer(context, await service.quote(person, bankId, amount), 201);
        }),
      );
    },
  });
}

/** The link that a page asks for, with the step that it leads back to; null where it asks for something else. */
function linkTo(
  origin: string,
  { page, id, to }: Readonly<Record<string, unknown>>,
  optionsFor: (view: string) => WalletLinkOptions,
): string | null {
  const links = walletLinks(origin);
  try {
    if (page === 'pay') return links.pay(id as string, optionsFor('review'));
    if (page === 'card') return links.card(id as string, to as WalletCardState, optionsFor('card'));
    if (page === 'sign-in-methods') return links.signInMethods(optionsFor('sign-in'));
    return page === 'sessions' ? links.sessions(optionsFor('sessions')) : null;
  } catch {
    return null;
  }
}
