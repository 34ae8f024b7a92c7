/** A wallet page beside the app, on a host of its own: the page, the entrance to it, and what the app's back-end does where its relay only reads. */

import { createMemoryRelayStore } from 'countersign/relay';
import type { WireProfileName } from 'countersign';
import { createEntrance, createWalletPage, endVisits, type WalletPage } from 'countersign/wallet-page';
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
  /** Ends a person's visits. */
  leave(person: Person): Promise<void>;
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

  const entrance = createEntrance({
    store,
    origin,
    apps: [app],
    mountPath: '/to-wallet',
    // The first step of the app.
    logIn: '/?next=',
    async identify({ headers }) {
      const person = await whoAsks(headers);
      return person && { userId: person.userId, customerId: person.customerId, accountIds: [person.accountId] };
    },
  });

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
    leave: ({ userId }: Person) => endVisits({ store, origin, userId }),
    addRoutes(back: Hono): void {
      back.on('POST', [...ownPaths], bodyLimit({ maxSize: largestBody }));
      back.all('/to-wallet/*', (context) => entrance(context.req.raw));
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
