/** Who comes to a wallet page: a one-time ticket of the platform's back-end, exchanged for a cookie of the page's own host. */
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '../kit/encoding/index.ts';
import type { RelayIdentity, RelayStore } from '../relay/index.ts';
import { readTable, type RowsOf } from '../kit/options.ts';
import { isOrigin } from './options.ts';
import { aStore, readIdentity, readMark, setMark, sha256Of } from '../relay/visitors.ts';

/** Options of {@link createTicket}. */
export interface CreateTicketOptions {
  /** The store that the wallet page has. */
  readonly store: RelayStore;
  /** Origin of the wallet page, to which alone the ticket leads. */
  readonly origin: string;
  /** Who comes, as `identify` of a relay says it; the first of the accounts is the wallet's. */
  readonly user: RelayIdentity;
}

const ticketMs = 30_000;
const visitMs = 1_800_000;
// A cookie holds 4096 bytes, of which base64url takes a third.
const longestUser = 2700;
const ticketPattern = /^[A-Za-z0-9_-]{43}$/;
const visitPattern = /^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{1,3600}$/;

const rows: RowsOf<CreateTicketOptions> = {
  store: aStore,
  origin: (value, fail) => (isOrigin(value) ? value : fail('must be the origin of the wallet page')),
  user(value, fail) {
    try {
      return readIdentity(value as RelayIdentity);
    } catch {
      return fail('must hold userId, customerId and accountIds, as identify returns them');
    }
  },
};

/**
 * Makes a ticket with which one person enters the wallet page, once, within 30 seconds. Make it when the person follows the link, and
 * put it there with `walletLinks`.
 *
 * @example
 * const origin = 'https://wallet.example.com';
 * const ticket = await createTicket({ store, origin, user: { userId: 'user-1', customerId, accountIds: [accountId] } });
 * const href = walletLinks(origin).home({ ticket });
 *
 * @throws TypeError, RangeError naming the option.
 */
export async function createTicket(options: CreateTicketOptions): Promise<string> {
  const { store, origin, user } = readTable(options, rows, 'createTicket');
  const text = JSON.stringify(user);
  if (encodeUtf8(text).length > longestUser) {
    throw new RangeError(`createTicket: user must take at most ${longestUser} bytes; leave accounts out`);
  }
  const ticket = randomText();
  await store.put(await keyOf('ticket', origin, ticket), text, { ttlMs: ticketMs });
  return ticket;
}

/** Options of {@link createVisits}. */
export interface CreateVisitsOptions {
  readonly store: RelayStore;
  /** Origin of the wallet page. */
  readonly origin: string;
}

/** Visits of people who came with a ticket. */
export interface Visits {
  /** Ends the visit under way and begins the ticket's: the cookie to set, which is gone where the ticket is no good. */
  enter(request: Request, ticket: unknown): Promise<{ readonly entered: boolean; readonly cookie: string }>;
  /** Says who sends a request; null without a visit that the store knows. */
  identify(request: Request): Promise<RelayIdentity | null>;
}

/** Creates the memory of visits: a cookie says who it is, and counts only as long as the store has a mark of exactly this cookie. */
export function createVisits({ store, origin }: CreateVisitsOptions): Visits {
  const secure = origin.startsWith('https:');
  // Browsers let no other host set a cookie with this prefix (RFC 6265bis, 4.1.3.2).
  const name = secure ? '__Host-countersign-wallet' : 'countersign-wallet';
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  /** The one cookie of this name; with two, one of them could be another host's. A comma ends none: a value may hold it. */
  const readVisit = ({ headers }: Request): string | null => {
    const cookies = (headers.get('Cookie') ?? '').split(/; ?/).filter((cookie) => cookie.startsWith(`${name}=`));
    const [visit = ''] = cookies.map((cookie) => cookie.slice(name.length + 1));
    return cookies.length === 1 && visitPattern.test(visit) ? visit : null;
  };

  return Object.freeze({
    async enter(request: Request, ticket: unknown) {
      const earlier = readVisit(request);
      if (earlier !== null) await store.take(await keyOf('visit', origin, earlier));
      const isTicket = typeof ticket === 'string' && ticketPattern.test(ticket);
      const user = isTicket ? await store.take(await keyOf('ticket', origin, ticket)) : null;
      if (user === null) return { entered: false, cookie: `${name}=; Max-Age=0${attributes}` };
      const visit = `${randomText()}.${encodeBase64url(encodeUtf8(user))}`;
      await setMark(store, await keyOf('visit', origin, visit), visitMs);
      return { entered: true, cookie: `${name}=${visit}${attributes}` };
    },
    async identify(request: Request) {
      const visit = readVisit(request);
      if (visit === null || (await readMark(store, await keyOf('visit', origin, visit))) === 0) return null;
      return JSON.parse(decodeUtf8(decodeBase64url(visit.slice(44)))) as RelayIdentity;
    },
  } satisfies Visits);
}

/** 32 random bytes, base64url. */
function randomText(): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** A store that is read by others holds nothing that lets them in. Pages of two environments may share one. */
async function keyOf(kind: 'ticket' | 'visit', origin: string, secret: string): Promise<string> {
  return `${kind}:${await sha256Of(encodeUtf8(`${origin}#${secret}`))}`;
}
