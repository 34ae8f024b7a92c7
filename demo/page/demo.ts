/** What the page knows while it runs: who is here, their wallet, and where they are in the journey. */

import { createWallet, type ExternalAccount, type InternalAccount, type Quote, type Wallet } from 'countersign';
import { createRequests, type Person, type Requests } from './requests.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { pageSettings, type PageSettings } from './settings.ts';
import { allowedView, type View } from './views.ts';
import { describeReading } from './underneath/signature-list.ts';
import { createTraffic, type Traffic } from './underneath/traffic.ts';

/** A code that was sent, waiting to be typed. */
export type CodeAttempt = Awaited<ReturnType<Wallet['emailOtp']['begin']>>;

/** A payment that was signed and sent. */
export interface Payment {
  readonly transactionId: string;
  /** Present right after signing; a payment opened from the list has none. */
  readonly quote?: Quote;
  readonly signedBy?: string;
}

/** What changes while the page runs. */
export interface DemoState {
  readonly view: View;
  readonly person: Person | null;
  readonly account: InternalAccount | null;
  readonly attempt: CodeAttempt | null;
  readonly bank: ExternalAccount | null;
  readonly quote: Quote | null;
  readonly payment: Payment | null;
  /** Said once on the next step: what just happened. */
  readonly notice: string | null;
}

const beginning: DemoState = Object.freeze({
  view: 'welcome',
  person: null,
  account: null,
  attempt: null,
  bank: null,
  quote: null,
  payment: null,
  notice: null,
});

/** The page's state and the moves between its steps. */
export class Demo {
  readonly settings: PageSettings;
  readonly clock: ServerClock;
  readonly traffic: Traffic;
  readonly requests: Requests;
  state: DemoState = beginning;
  #wallet: Wallet | null = null;
  #listeners = new Set<() => void>();

  constructor() {
    this.settings = pageSettings();
    this.clock = createServerClock();
    this.traffic = createTraffic();
    this.requests = createRequests(this.traffic.fetch, this.settings, this.clock);
    addEventListener('popstate', () => this.#show(location.hash.slice(1), {}));
  }

  /** The wallet of the person who is here. */
  get wallet(): Wallet {
    if (this.#wallet === null) throw new TypeError('nobody is signed in to the platform');
    return this.#wallet;
  }

  /** The wallet's state, or null while nobody is here. */
  get walletState(): ReturnType<Wallet['state']> | null {
    return this.#wallet?.state() ?? null;
  }

  /** Calls back after each change of the page, the wallet or the traffic; returns the way to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks who is here, and takes up a session that a reload left in the browser. */
  async start(): Promise<void> {
    const person = await this.requests.person();
    if (person !== null) this.#open(person);
    this.#show(location.hash.slice(1), {});
  }

  /** Signs in to the platform; the wallet still wants its own code. */
  async enter(email: string): Promise<void> {
    this.#open(await this.requests.enter(email));
    this.#change({});
  }

  /** Ends the wallet's session: signed and sent, and the key deleted here even if nothing answers. */
  async signOut(): Promise<void> {
    const { service } = await this.wallet.session.revoke();
    const notice =
      service === 'revoked'
        ? 'You are signed out, and the key is gone from this browser.'
        : 'The key is gone from this browser. The service could not be told; the session there ends by itself.';
    this.go('welcome', { ...beginning, person: this.state.person, notice });
  }

  /** Back to the first step after the service stopped accepting this session: its key goes, and nothing is asked. */
  async signInAgain(): Promise<void> {
    if (this.walletState?.status === 'signed-in') await this.wallet.session.revoke();
    this.go('welcome', { ...beginning, person: this.state.person });
  }

  /** Forgets the person here and at the platform. */
  async leave(notice: string | null): Promise<void> {
    await this.requests.leave();
    this.#wallet?.close();
    this.#wallet = null;
    this.#change(beginning);
    this.go('welcome', { notice });
  }

  /** Moves to a step, as far as the state allows it. */
  go(view: View, changes: Partial<DemoState> = {}): void {
    this.#change(changes);
    const shown = this.#allow(view);
    if (location.hash.slice(1) !== shown) history.pushState(null, '', `#${shown}`);
    this.#change({ view: shown, notice: changes.notice ?? null });
  }

  /** Reads the wallet's balance again. */
  async readAccount(): Promise<InternalAccount> {
    const { person } = this.state;
    if (person === null) throw new TypeError('nobody is signed in to the platform');
    const account = await this.requests.walletAccount(person);
    this.#change({ account });
    return account;
  }

  #open(person: Person): void {
    this.#wallet?.close();
    const wallet = createWallet({
      relay: '/wallet',
      accountId: person.accountId,
      enclaveKeys: this.settings.enclaveKeys,
      environment: this.settings.sandbox ? 'sandbox' : 'production',
      profile: this.settings.profile,
      fetch: this.traffic.fetch,
      onPayload: (report) => this.traffic.expectStamp(describeReading(report)),
    });
    this.#wallet = wallet;
    this.state = { ...beginning, person };
    let before = wallet.state().status;
    wallet.subscribe(() => {
      if (this.#wallet !== wallet) return;
      const { status } = wallet.state();
      const ended = before === 'signed-in' && status !== 'signed-in';
      before = status;
      // The end of a session moves the page by itself, in whichever tab it happened.
      const { ended: how } = wallet.state();
      const isOver = how?.reason === 'expired' || how?.reason === 'revoked';
      const notice = isOver ? 'Your session has ended. Sign in with a new code to go on.' : null;
      this.#show(location.hash.slice(1), ended ? { attempt: null, notice } : {});
    });
  }

  #show(wanted: string, changes: Partial<DemoState>): void {
    this.#change(changes);
    const view = this.#allow(wanted);
    // While the stored session is read, the address keeps what was asked for.
    if (view !== 'loading' && location.hash.slice(1) !== view) history.replaceState(null, '', `#${view}`);
    this.#change({ view });
  }

  #allow(wanted: string): View {
    return allowedView(wanted, this.state, this.walletState?.status ?? null);
  }

  #change(changes: Partial<DemoState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
