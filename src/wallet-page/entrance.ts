/** The entrance of a wallet page, in the app's back-end: a navigation goes on with a ticket that no script of the app reads. */
import { aFunction, mistakesOf, readTable, type RowsOf } from '../kit/options.ts';
import { completeClock } from '../kit/waiting.ts';
import { RelayError, type Identify, type RelayContext, type RelayIdentity, type RelayStore } from '../relay/index.ts';
import {
  checkOrigin,
  createTimedStore,
  findIdentity,
  headersOf,
  isMountPath,
  storeLimitMs,
} from '../relay/visitors.ts';
import { printHtml } from './html.ts';
import { readLink } from './link.ts';
import { pageRows, type CheckedWalletPageOptions, type CreateWalletPageOptions } from './options.ts';
import {
  createFailures,
  refusalText,
  wantsPage,
  type Failure,
  type PageHandler,
  type RefusalCause,
} from './refusals.ts';
import { keyOf, makeTicket, storeRows, ticketMs } from './ticket.ts';
import { readSecretCookie } from './visits.ts';

/** Options of {@link createEntrance}. */
export interface CreateEntranceOptions {
  /** The store that the wallet page has. */
  readonly store: RelayStore;
  /** Origin of the wallet page. */
  readonly origin: string;
  /** The apps that link to it, as the wallet page has them. */
  readonly apps: CreateWalletPageOptions['apps'];
  /** Identifies the sender of a request, as for a relay; the first of the accounts is the wallet's. */
  readonly identify: Identify;
  /** Path of the entrance in the app, such as `/to-wallet`. */
  readonly mountPath: string;
  /** Address of your log-in: the path to come back to is put to its end, encoded, as in `/log-in?next=`. */
  readonly logIn: string;
}

/** Answers one request to the entrance, as a relay does. */
export type Entrance = PageHandler;

const identifyMs = 5000;
/** Tickets that one person gets in a minute. */
const mostTickets = 30;
const minuteMs = 60_000;
const refusalStyle =
  'body{display:grid;place-items:center;min-height:90vh;font:1rem/1.5 system-ui,sans-serif}main{max-width:26rem;padding:1.5rem}h1{font-size:1.25rem}';
/** The hash of that text: the policy allows no other style. */
const refusalStyleHash = 'sha256-MFSNGXGg9F7mhnKj5YuF5zlxvZfC/O+ex/DMtozcaFQ=';

type CheckedEntranceOptions = Omit<CreateEntranceOptions, 'apps'> & Pick<CheckedWalletPageOptions, 'apps'>;

const rows: RowsOf<CheckedEntranceOptions> = {
  ...storeRows,
  apps: pageRows.apps,
  identify: aFunction,
  mountPath: (value, fail) =>
    isMountPath(value) ? value : fail('must be a path such as "/to-wallet", without a slash at its end', RangeError),
  logIn(value, fail) {
    const isAddress = typeof value === 'string' && /^(?:https?:\/)?\/[\x21\x23-\x5b\x5d-\x7e]+=$/.test(value);
    return isAddress && !value.startsWith('//') && URL.canParse(value, 'https://app.example.com')
      ? value
      : fail('must be an address that ends in a parameter for the way back, such as "/log-in?next="');
  },
};

/**
 * Creates the entrance of a wallet page: a handler of the app's back-end that leads a browser's own navigation there with a ticket, and
 * nothing else. Links to it are those of `walletLinks('/to-wallet')`.
 *
 * @example
 * const entrance = createEntrance({
 *   store,
 *   origin: 'https://wallet.example.com',
 *   apps: ['https://app.example.com'],
 *   identify: () => ({ userId: 'user-1', customerId, accountIds: [accountId] }),
 *   mountPath: '/to-wallet',
 *   logIn: '/log-in?next=',
 * });
 * const response = await entrance(request);
 *
 * @throws TypeError, RangeError naming the option.
 */
export function createEntrance(options: CreateEntranceOptions): Entrance {
  const { origin, apps, identify, mountPath, logIn, ...given } = readTable<CheckedEntranceOptions>(
    options,
    rows,
    'createEntrance',
  );
  const appOrigins = apps.map((app) => app.origin);
  const clock = completeClock(undefined);
  const store = createTimedStore(given.store, { clock, timeoutMs: storeLimitMs });
  const failureOf = createFailures();
  const secure = origin.startsWith('https:');
  const cookieName = secure ? '__Secure-countersign-ticket' : 'countersign-ticket';
  const attributes = `; Path=${mountPath}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  const answer = (status: number, headers: Readonly<Record<string, string>>, body: string | null = null): Response =>
    new Response(body, {
      status,
      headers: { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer', ...headers },
    });
  const lead = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
    answer(303, { Location: location, ...headers });
  const show = (
    { status, headers }: Pick<Failure, 'status'> & Partial<Failure>,
    cause: RefusalCause,
    accepted: string | null,
  ): Response =>
    answer(
      status,
      {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; style-src '${refusalStyleHash}'; frame-ancestors 'none'`,
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      },
      printPage(cause, accepted),
    );

  const whoIs = (request: Request, context: RelayContext): Promise<RelayIdentity | null> =>
    findIdentity(() => identify(request, context), { clock, timeoutMs: identifyMs });

  const ticketFor = async (user: RelayIdentity): Promise<string> => {
    const key = await keyOf('entrances', origin, user.userId);
    const { count, remainingMs } = await store.increment(key, { ttlMs: minuteMs });
    if (count > mostTickets) {
      const retryAfter = Math.max(1, Math.ceil(remainingMs / 1000));
      throw new RelayError('RELAY_RATE_LIMITED', 'The wallet page was opened too often.', { status: 429, retryAfter });
    }
    return makeTicket({ store, origin, user });
  };

  /** Leads a navigation to the wallet page. */
  const follow = async (request: Request, context: RelayContext): Promise<Response> => {
    const { headers } = request;
    const { pathname, search } = new URL(request.url);
    const accepted = headers.get('Accept-Language');
    const isBelow = `${pathname}/`.startsWith(`${mountPath}/`);
    // The slash keeps the host what it is, whatever follows.
    const target = new URL(`${origin}/${pathname.slice(mountPath.length + 1)}${search}`);
    const link = isBelow ? readLink(target, { apps: appOrigins, exports: true }) : null;
    if (link === null || link === 'refused') return show({ status: link === null ? 404 : 400 }, 'link', accepted);
    const user = await whoIs(request, context);
    // A back-end that is told by each request's token who sends it has no cookie of its own.
    const carried = user === null ? readSecretCookie(request, cookieName) : null;
    if (link.page === 'sign-out') {
      // A ticket signs out at once, which no link of another site may do.
      const isAsked = headers.get('Sec-Fetch-Site') !== 'same-origin';
      if (isAsked || (user === null && carried === null)) return lead(target.href);
    }
    if (carried !== null) {
      return lead(`${target.href}#ticket=${carried}`, { 'Set-Cookie': `${cookieName}=; Max-Age=0${attributes}` });
    }
    if (user === null) return lead(logIn + encodeURIComponent(pathname + search));
    return lead(`${target.href}#ticket=${await ticketFor(user)}`);
  };

  /** Has the next navigation bring a ticket, where a token says who comes. */
  const prepare = async (request: Request, context: RelayContext): Promise<Response> => {
    checkOrigin(request, appOrigins);
    const user = await whoIs(request, context);
    if (user === null) return answer(401, {});
    const ticket = await ticketFor(user);
    return answer(204, { 'Set-Cookie': `${cookieName}=${ticket}; Max-Age=${ticketMs / 1000}${attributes}` });
  };

  const handle = async (request: Request, context: RelayContext = {}): Promise<Response> => {
    const headers = headersOf(request, 'entrance');
    const isPost = request.method === 'POST';
    const accepted = headers.get('Accept-Language');
    try {
      if (isPost) return await prepare(request, context);
      return isNavigation(request) ? await follow(request, context) : show({ status: 403 }, 'navigation', accepted);
    } catch (cause) {
      const failure = failureOf(cause);
      const { status } = failure;
      return isPost ? answer(status, failure.headers) : show(failure, status === 429 ? 'limit' : 'away', accepted);
    }
  };

  const refuse: PageHandler['refuse'] = (refusal, headers) => {
    if (wantsPage(headers)) return show({ status: refusal.status }, 'link', headers['accept-language'] ?? null);
    for (const [name, value] of answer(refusal.status, {}).headers) refusal.headers.set(name, value);
    return refusal;
  };
  return Object.assign(handle, { refuse });
}

/**
 * Finds all mistakes of an entrance's options at once: a sentence for each, which begins with the option's name and never holds its
 * value. `createEntrance` throws the first.
 *
 * @example
 * const mistakes = entranceMistakes({ ...settings, identify, store });
 */
export function entranceMistakes(options: unknown): readonly string[] {
  return mistakesOf<CheckedEntranceOptions>(options, rows, () => []);
}

/** Tells a browser's own navigation, whichever site it comes from, from all that a script can make or read (Fetch Metadata). */
function isNavigation({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    headers.get('Sec-Fetch-Mode') === 'navigate' &&
    headers.get('Sec-Fetch-Dest') === 'document' &&
    !headers.has('Sec-Purpose')
  );
}

function printPage(cause: RefusalCause, accepted: string | null): string {
  const { language, title, text } = refusalText(cause, accepted);
  const body = `<main><h1>${title}</h1><p>${text}</p></main>`;
  return printHtml({ language, title, head: `<style>${refusalStyle}</style>`, body });
}
