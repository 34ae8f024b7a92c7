/** Visits: a ticket is exchanged for a cookie of the page's own host, which names an entry of the store. */
import type { RelayStore } from '../relay/index.ts';
import type { Visit } from '../relay/visitors.ts';
import { keyOf, randomText, type Entrant } from './ticket.ts';

/** Options of {@link createVisits}. */
export interface CreateVisitsOptions {
  readonly store: RelayStore;
  /** Origin of the wallet page. */
  readonly origin: string;
}

/** Visits of people who came with a ticket. */
export interface Visits {
  /** Lets a person in. Resolves with the cookie to set; null where the ticket is no good, which changes nothing. */
  enter(request: Request, ticket: unknown): Promise<string | null>;
  /** Finds the visit of a request; null without one that goes on. */
  find(request: Request): Promise<Visit | null>;
  /** Ends the visit of a request. Resolves with the cookie to set. */
  end(request: Request): Promise<string>;
}

const visitMs = 1_800_000;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** Reads the one cookie of this name; with two, one of them could be another host's. A comma ends none: a value may hold it. */
export function readSecretCookie({ headers }: Request, name: string): string | null {
  const cookies = (headers.get('Cookie') ?? '').split(/; ?/).filter((cookie) => cookie.startsWith(`${name}=`));
  const [secret = ''] = cookies.map((cookie) => cookie.slice(name.length + 1));
  return cookies.length === 1 && secretPattern.test(secret) ? secret : null;
}

/** Creates the memory of visits. */
export function createVisits({ store, origin }: CreateVisitsOptions): Visits {
  const secure = origin.startsWith('https:');
  // Browsers let no other host set a cookie with this prefix (RFC 6265bis, 4.1.3.2).
  const name = secure ? '__Host-countersign-wallet' : 'countersign-wallet';
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  /** Reads what was stored for a person, unless a log-out has ended its epoch. An epoch that is gone admits nobody. */
  const readEntrant = async (text: string | null): Promise<Entrant | null> => {
    if (text === null) return null;
    const entrant = JSON.parse(text) as Entrant;
    const epoch = await store.get(await keyOf('epoch', origin, entrant.userId));
    return epoch !== null && epoch === entrant.epoch ? entrant : null;
  };

  const findBy = async (secret: string | null): Promise<Visit | null> => {
    if (secret === null) return null;
    const id = await keyOf('visit', origin, secret);
    const entrant = await readEntrant(await store.get(id));
    if (entrant === null) return null;
    const { userId, customerId, accountIds } = entrant;
    return { id, identity: { userId, customerId, accountIds } };
  };

  const endBy = async (secret: string | null): Promise<void> => {
    if (secret !== null) await store.take(await keyOf('visit', origin, secret));
  };

  return Object.freeze({
    async enter(request: Request, ticket: unknown) {
      const isTicket = typeof ticket === 'string' && secretPattern.test(ticket);
      const text = isTicket ? await store.take(await keyOf('ticket', origin, ticket)) : null;
      const entrant = await readEntrant(text);
      if (entrant === null) return null;
      const earlier = readSecretCookie(request, name);
      const isSamePerson = (await findBy(earlier))?.identity.userId === entrant.userId;
      if (!isSamePerson) await endBy(earlier);
      const secret = isSamePerson && earlier !== null ? earlier : randomText();
      await store.put(await keyOf('visit', origin, secret), JSON.stringify(entrant), { ttlMs: visitMs });
      return `${name}=${secret}${attributes}`;
    },
    find: (request: Request) => findBy(readSecretCookie(request, name)),
    async end(request: Request) {
      await endBy(readSecretCookie(request, name));
      return `${name}=; Max-Age=0${attributes}`;
    },
  } satisfies Visits);
}
