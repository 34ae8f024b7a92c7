/** Tickets that the platform's back-end makes for a person, and the end of all that came of them. */
import { encodeBase64url, encodeUtf8 } from '../kit/encoding/index.ts';
import type { RelayIdentity, RelayStore } from '../relay/index.ts';
import { readTable, type RowsOf } from '../kit/options.ts';
import { isOrigin } from './options.ts';
import { aStore, isUserId, readIdentity, sha256Of } from '../relay/visitors.ts';

/** Options of {@link createTicket}. */
export interface CreateTicketOptions {
  /** The store that the wallet page has. */
  readonly store: RelayStore;
  /** Origin of the wallet page, to which alone the ticket leads. */
  readonly origin: string;
  /** Who comes, as `identify` of a relay says it; the first of the accounts is the wallet's. */
  readonly user: RelayIdentity;
}

/** Options of {@link endVisits}. */
export interface EndVisitsOptions {
  /** The store that the wallet page has. */
  readonly store: RelayStore;
  /** Origin of the wallet page. */
  readonly origin: string;
  /** The user's id, as in their tickets. */
  readonly userId: string;
}

/** The value of a ticket, and of a visit: the person, and the epoch in which the ticket was made. */
export interface Entrant extends RelayIdentity {
  readonly epoch: string;
}

/** Lifetime of a ticket. */
export const ticketMs = 30_000;
// Far longer than a visit. No ticket renews it: a renewal could bring an epoch back that a log-out has just ended.
const epochMs = 365 * 86_400_000;

/** The rows of a store and of the page's origin. */
export const storeRows: RowsOf<Pick<CreateTicketOptions, 'store' | 'origin'>> = {
  store: aStore,
  origin: (value, fail) =>
    isOrigin(value) ? value : fail('must be the origin of the wallet page, such as "https://wallet.example.com"'),
};

const ticketRows: RowsOf<CreateTicketOptions> = {
  ...storeRows,
  user(value, fail) {
    try {
      return readIdentity(value as RelayIdentity);
    } catch {
      return fail('must hold userId, customerId and accountIds, as identify returns them');
    }
  },
};

const endRows: RowsOf<EndVisitsOptions> = {
  ...storeRows,
  userId: (value, fail) => (isUserId(value) ? value : fail('must be a string of 1 to 256 characters')),
};

/**
 * Makes a ticket with which one person enters the wallet page, once, within 30 seconds. Pages have `createEntrance`, which makes it for
 * them; make one yourself for a native app, when the person follows the link, and put it there with `walletLinks`.
 *
 * @example
 * const origin = 'https://wallet.example.com';
 * const ticket = await createTicket({ store, origin, user: { userId: 'user-1', customerId, accountIds: [accountId] } });
 * const href = walletLinks(origin).home({ ticket });
 *
 * @throws TypeError, RangeError naming the option.
 */
export async function createTicket(options: CreateTicketOptions): Promise<string> {
  return makeTicket(readTable(options, ticketRows, 'createTicket'));
}

/** Makes a ticket by options that were checked. */
export async function makeTicket({ store, origin, user }: CreateTicketOptions): Promise<string> {
  const key = await keyOf('epoch', origin, user.userId);
  if ((await store.get(key)) === null) await store.put(key, randomText(), { ttlMs: epochMs });
  // Another ticket may have begun an epoch at the same moment.
  const epoch = (await store.get(key)) ?? '';
  const ticket = randomText();
  const entrant: Entrant = { ...user, epoch };
  await store.put(await keyOf('ticket', origin, ticket), JSON.stringify(entrant), { ttlMs: ticketMs });
  return ticket;
}

/**
 * Ends a user's visits to the wallet page in every browser, and the tickets that weren't used yet. Call it at your log-out.
 *
 * @example
 * await endVisits({ store, origin: 'https://wallet.example.com', userId: 'user-1' });
 *
 * @throws TypeError naming the option.
 */
export async function endVisits(options: EndVisitsOptions): Promise<void> {
  const { store, origin, userId } = readTable(options, endRows, 'endVisits');
  await store.put(await keyOf('epoch', origin, userId), randomText(), { ttlMs: epochMs });
}

/** 32 random bytes, base64url. */
export function randomText(): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** A store that is read by others holds nothing that lets them in. Pages of two environments may share one. */
export async function keyOf(
  kind: 'ticket' | 'visit' | 'epoch' | 'entrances',
  origin: string,
  secret: string,
): Promise<string> {
  return `${kind}:${await sha256Of(encodeUtf8(`${origin}#${secret}`))}`;
}
