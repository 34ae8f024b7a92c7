/** `countersign/wallet-link`: links from an app to its wallet page, and what comes back. It imports nothing. */

/** The end of a visit; `pending`: the payment is under way, or its outcome isn't known yet. */
export type WalletReturnOutcome = 'paid' | 'pending' | 'failed' | 'cancelled' | 'done';

/** The state that a link to a card asks for. */
export type WalletCardState = 'frozen' | 'active' | 'closed';

/** Options of each link. */
export interface WalletLinkOptions {
  /**
   * Address in the app that the wallet page leads back to: https, or http on loopback. The wallet page has to know its origin, and puts
   * `wallet-outcome` and `wallet-id` into its query, which stays as it is otherwise.
   */
  readonly returnTo?: string;
  /** Language of the wallet page, such as `de`; the browser's by default. */
  readonly locale?: string;
  /**
   * A ticket of `createTicket`, made for this very visit, in a link to the wallet page itself. It goes into the fragment, which no server
   * and no log sees. The entrance makes its own.
   */
  readonly ticket?: string;
}

/** Links to the pages of one wallet page. @throws TypeError naming the argument that is malformed. */
export interface WalletLinks {
  /** Where a person signs in, and finds the other pages. */
  home(options?: WalletLinkOptions): string;
  /** Where a person reads a quote and pays it; `Quote:…`. */
  pay(quoteId: string, options?: WalletLinkOptions): string;
  /** Where a person freezes, unfreezes or closes a card, `Card:…`; `to` names the state that they ask for in the app already. */
  card(cardId: string, to?: WalletCardState, options?: WalletLinkOptions): string;
  /** Where a person adds and removes ways to sign in. */
  signInMethods(options?: WalletLinkOptions): string;
  /** Where a person ends sessions. */
  sessions(options?: WalletLinkOptions): string;
  /** Where a person reads and confirms whom to pay; `ExternalAccount:…`. */
  payee(externalAccountId: string, options?: WalletLinkOptions): string;
  /** Where the wallet's session ends with the visit, at once for a person who comes with a ticket; others press a button. */
  signOut(options?: WalletLinkOptions): string;
  /** Where a person sees the wallet's recovery phrase, if the group `export` is on; `InternalAccount:…`. */
  export(accountId: string, options?: WalletLinkOptions): string;
}

/** A wallet page's outcome in the link back. It is a hint, since anyone can write a link: the back-end reads the record. */
export interface WalletReturn {
  /** How the visit ended. */
  readonly outcome: WalletReturnOutcome;
  /** The id that the link named, if it named one. */
  readonly id: string | null;
}

const outcomes: readonly string[] = ['paid', 'pending', 'failed', 'cancelled', 'done'];
const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Makes the links to a wallet page: through the entrance of your back-end (`createEntrance`), whose path you name, or by the wallet
 * page's origin, with a ticket, for a native app. They are for `<a href>` and need a full load.
 *
 * @example
 * const links = walletLinks('/to-wallet');
 * const href = links.pay(quoteId, { returnTo: 'https://app.example.com/orders/1' });
 *
 * @throws TypeError where `base` is neither a path without a slash at its end nor an origin over https (or http on loopback).
 */
export function walletLinks(base: string): WalletLinks {
  const isPath = typeof base === 'string' && /^(?:\/[\w~-][\w.~-]*)+$/.test(base);
  const page = addressOf(base);
  if (!isPath && (page === null || page.origin !== base))
    fail('base must be a path such as "/to-wallet", or an origin such as "https://wallet.example.com"');
  const link = (name: string, named: Readonly<Record<string, string>>, options: WalletLinkOptions = {}): string => {
    const { returnTo, locale, ticket, ...others } = options;
    const [other] = Object.keys(others);
    if (other !== undefined) fail(`${other} must be returnTo, locale or ticket`);
    const query = new URLSearchParams(named);
    if (returnTo !== undefined) {
      const address = addressOf(returnTo);
      if (address === null) fail('returnTo must be an https address (http on loopback)');
      if (address.searchParams.has('wallet-outcome') || address.searchParams.has('wallet-id'))
        fail('returnTo must hold no wallet-outcome or wallet-id');
      query.set('return', address.href);
    }
    if (locale !== undefined)
      query.set('locale', matching(locale, '[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}', 'locale must be a tag such as de'));
    const fragment =
      ticket === undefined ? '' : `#ticket=${matching(ticket, '[A-Za-z0-9_-]{43}', 'ticket must be of createTicket')}`;
    const search = query.toString();
    // The entrance's own path has no slash at its end.
    const place = isPath && name === '' ? '' : `/${name}`;
    return `${base}${place}${search === '' ? '' : `?${search}`}${fragment}`;
  };
  const id = (value: string, type: string): string => matching(value, `${type}:${uuid}`, `id must be ${type}:<uuid>`);
  return Object.freeze({
    home: (options) => link('', {}, options),
    pay: (quoteId, options) => link('pay', { quote: id(quoteId, 'Quote') }, options),
    card: (cardId, to, options) =>
      link(
        'card',
        {
          card: id(cardId, 'Card'),
          ...(to !== undefined && { to: matching(to, 'frozen|active|closed', 'to must be frozen, active or closed') }),
        },
        options,
      ),
    signInMethods: (options) => link('sign-in-methods', {}, options),
    sessions: (options) => link('sessions', {}, options),
    payee: (externalAccountId, options) =>
      link('payee', { account: id(externalAccountId, 'ExternalAccount') }, options),
    signOut: (options) => link('sign-out', {}, options),
    export: (accountId, options) => link('export', { account: id(accountId, 'InternalAccount') }, options),
  } satisfies WalletLinks);
}

/**
 * Reads what a wallet page has put into the address that it led back to; null where there is nothing, or nothing that it writes.
 *
 * @example
 * const back = readWalletReturn(location);
 * if (back !== null) show(back.outcome);
 */
export function readWalletReturn(location: { readonly search: string }): WalletReturn | null {
  const query = new URLSearchParams(location?.search);
  const [outcome = '', ...others] = query.getAll('wallet-outcome');
  const [id = null, ...otherIds] = query.getAll('wallet-id');
  const isKnown = outcomes.includes(outcome) && (id === null || new RegExp(`^[A-Za-z]{1,40}:${uuid}$`).test(id));
  if (!isKnown || others.length + otherIds.length > 0) return null;
  return { outcome: outcome as WalletReturnOutcome, id };
}

/** An address over https, or http on loopback, without credentials; null for any other. */
function addressOf(text: string): URL | null {
  try {
    const url = new URL(text);
    const isLocal = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
    return isSafe && url.username + url.password === '' ? url : null;
  } catch {
    return null;
  }
}

function matching(value: string, pattern: string, rule: string): string {
  if (typeof value === 'string' && new RegExp(`^(?:${pattern})$`).test(value)) return value;
  return fail(rule);
}

function fail(message: string): never {
  throw new TypeError(`walletLinks: ${message}`);
}
