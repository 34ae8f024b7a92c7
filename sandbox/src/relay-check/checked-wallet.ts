/** The user's wallet behind the relay that is checked. */
import { createMemoryStore, createWallet, type Wallet } from 'countersign';

/** A wallet that remembers its last request. */
export interface CheckedWallet extends Pick<
  Wallet,
  'emailOtp' | 'quote' | 'session' | 'card' | 'credentials' | 'state' | 'close'
> {
  /** Its last request and what it was answered, in words. */
  lastRequest(): string;
  /** Resolves once nothing is under way, also in the background: a refresh goes on to end the earlier session. */
  rests(): Promise<void>;
}

/** Options of {@link createCheckedWallet}. */
export interface CreateCheckedWalletOptions {
  readonly relay: string;
  readonly accountId: string;
  readonly enclaveKeys: readonly string[];
  readonly profile: 'spec' | 'grid';
  /** Headers of a request that the user's page sends. */
  readonly pageHeaders: Readonly<Record<string, string>>;
}

/** Creates the wallet, signed out. */
export function createCheckedWallet({ pageHeaders, ...options }: CreateCheckedWalletOptions): CheckedWallet {
  let last = 'no request of the wallet';
  let underWay = 0;
  let rest = (): void => undefined;
  const wallet = createWallet({
    relay: options.relay,
    accountId: options.accountId,
    enclaveKeys: options.enclaveKeys,
    profile: options.profile,
    environment: 'sandbox',
    store: createMemoryStore(),
    refreshBefore: false,
    // A call's background work begins before the call ends.
    onEvent({ step }) {
      if (step === 'begin') underWay += 1;
      if (step === 'end') underWay -= 1;
      if (underWay === 0) rest();
    },
    async fetch(url, init) {
      last = `${init.method ?? 'GET'} ${new URL(url).pathname}`;
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(pageHeaders)) headers.set(name, value);
      const answer = await globalThis.fetch(url, { ...init, headers });
      last += ` was answered ${String(answer.status)}`;
      return answer;
    },
  });
  const { emailOtp, quote, session, card, credentials, state, close } = wallet;
  return Object.freeze({
    emailOtp,
    quote,
    session,
    card,
    credentials,
    state,
    close,
    lastRequest: () => last,
    rests: () => new Promise<void>((resolve) => (underWay === 0 ? resolve() : void (rest = resolve))),
  });
}
