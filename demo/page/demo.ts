/** What the page knows while it runs: who is here, their wallet, and where they are in the journey. */

import { createWallet, type InternalAccount, type Wallet } from 'countersign';
import { createTap, type Tap } from 'countersign-sandbox/devtools';
import { readWalletReturn } from 'countersign/wallet-link';
import { beginning, type DemoState } from './demo-state.ts';
import { describeEnding, describeSignOut, type EndReason, type Revocation } from './endings.ts';
import { readAnswer, Requests, type Person } from './requests.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { pageSettings, type PageSettings } from './settings.ts';
import { listenToUpdates, type PageUpdate } from './updates.ts';
import { walletOptions } from './wallet-options.ts';
import { allowedView, isSignedInView, preparedViews, replacedViews, type View } from './views.ts';
import { choose, translate, type Language } from './language.ts';

/** Where a stamp travels, in either profile. */
export const signatureHeaders = ['Service-Wallet-Signature', 'Grid-Wallet-Signature'];

/** The part of a step that an entry of the tab's history keeps. */
interface Entry {
  readonly payment?: string | null;
  readonly quote?: string | null;
  readonly amount?: string;
}

/** The page's state and the moves between its steps. */
export class Demo {
  readonly settings: PageSettings;
  readonly clock: ServerClock;
  /** What the inspector listens by. */
  readonly tap: Tap;
  readonly requests: Requests;
  state: DemoState = beginning;
  /** What assistive technology should speak; another object each time, for the same text may be said twice. */
  said: { readonly text: string } = { text: '' };
  #wallet: Wallet | null = null;
  /** How far the service was ahead of this device when the session began, ms; null until that is known. */
  #aheadAtStart: number | null = null;
  /** Whether this page itself ends the session: then nothing needs explaining. */
  #isLeaving = false;
  #listeners = new Set<(update?: PageUpdate) => void>();
  #stopUpdates: (() => void) | null = null;

  constructor() {
    this.settings = pageSettings();
    this.clock = createServerClock();
    this.tap = createTap();
    this.requests = new Requests(this.tap.fetch, this.settings, this.clock);
    addEventListener('countersign-action', ({ detail: { kind } }) => {
      if (kind === 'sign-in' || kind === 'log-in') void this.signInAgain();
    });
    addEventListener('countersign-paid', ({ detail: { transactionId } }) =>
      this.go('payment', { payment: transactionId, quote: null, typedAmount: '' }),
    );
    addEventListener('offline', () => this.#tell());
    // The elements read again by themselves.
    addEventListener('online', () => this.#tell({ kind: 'all', about: '' }));
    addEventListener('popstate', () => {
      this.#show(location.hash.slice(1), this.#readEntry());
      // After a payment there is none to come back to.
      this.type(this.state.typedAmount);
    });
  }

  /** The wallet of the person who is here. */
  get wallet(): Wallet {
    if (this.#wallet === null) throw new TypeError('nobody is signed in to the platform');
    return this.#wallet;
  }

  /** The wallet's state, or null while nobody is here. Beside a wallet page nobody signs in here: the platform's login opens the steps. */
  get walletState(): Pick<ReturnType<Wallet['state']>, 'status' | 'storage' | 'session'> | null {
    const state = this.#wallet?.state() ?? null;
    return this.settings.walletPage && state?.status === 'signed-out' ? { ...state, status: 'signed-in' } : state;
  }

  /** Calls back after each change of the page, the wallet or the network, and with what the back-end tells; returns the way to stop. */
  subscribe(listener: (update?: PageUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Has a text spoken, by a region that was in the page before it. */
  announce(text: string): void {
    this.said = { text };
    this.#tell();
  }

  #tell(update?: PageUpdate): void {
    for (const listener of this.#listeners) listener(update);
  }

  /** A lie of the inspector waits for the next answer: the quote on screen is read anew through it. */
  readonly lie = (): void => this.#tell({ kind: 'lie', about: '' });

  /** Changes the language. Digits that were typed may be another amount there, and what was said is in the one before. */
  async speak(language: Language): Promise<void> {
    await choose(language).catch(() => undefined);
    this.#set({ notice: null });
    this.type('');
  }

  /** Looks who is here, and takes up a session that a reload left in the browser. */
  async start(): Promise<void> {
    const person = await this.requests.person();
    if (person !== null) this.open(person);
    const back = readWalletReturn(location);
    // What became of the quote is read, not believed.
    if (back !== null) history.replaceState({ quote: back.id }, '', location.pathname + location.hash);
    const { amount: typedAmount = '' } = (history.state ?? {}) as Entry;
    this.#show(location.hash.slice(1), { ...this.#readEntry(), typedAmount });
  }

  /** Signs in to the platform; the wallet still wants its own code. */
  async enter(email: string): Promise<void> {
    this.open(await this.requests.enter(email));
    this.#change({ wantsCode: true });
  }

  /** Says what came of a sign-out. The service may answer late: whoever is signed in again stays. */
  readonly signedOut = ({ detail }: { readonly detail: Revocation }): void => {
    const { person } = this.state;
    if (this.walletState?.status === 'signed-in') return;
    this.go('welcome', { ...beginning, person, notice: describeSignOut(detail) });
  };

  /** Back to the sign-in after the service stopped accepting this session: its key goes, and nothing is asked. */
  async signInAgain(): Promise<void> {
    const { view } = this.state;
    this.#isLeaving = true;
    if (this.walletState?.status === 'signed-in') await this.wallet.session.revoke().catch(() => undefined);
    this.#isLeaving = false;
    this.go('welcome', { returnTo: isSignedInView(view) ? view : this.state.returnTo });
  }

  /** Forgets the person here and at the platform. */
  async leave(notice: string | null): Promise<void> {
    await this.requests.leave();
    this.#listen(false);
    this.#wallet?.close();
    this.#wallet = null;
    this.go('welcome', { ...beginning, notice });
  }

  /** Moves to a step, as far as the state allows it. */
  go(view: View, changes: Partial<DemoState> = {}): void {
    const left = this.state.view;
    this.#set(changes);
    const shown = this.#allow(view);
    const entry = this.#entryOf(shown);
    const isSamePlace = location.hash.slice(1) === shown && history.state?.payment === entry?.payment;
    // Back leads past a code that was used and a quote that was signed.
    if (isSamePlace || replacedViews.includes(left)) history.replaceState(entry, '', `#${shown}`);
    else history.pushState(entry, '', `#${shown}`);
    const { notice = null } = changes;
    this.#change({ view: shown, notice });
    this.announce(notice ?? '');
  }

  /** Keeps what an answer brought for a person who has gone on to another step meanwhile, and says it there. */
  keep(changes: Partial<DemoState>): void {
    this.#change(changes);
    if (typeof changes.notice === 'string') this.announce(changes.notice);
  }

  /** Keeps an amount as it is typed, also over a reload. */
  type(typedAmount: string): void {
    this.#change({ typedAmount });
    if (this.state.view === 'amount') history.replaceState(this.#entryOf('amount'), '');
  }

  /** Reads the wallet's balance again. */
  async readAccount(): Promise<InternalAccount> {
    const { person } = this.state;
    if (person === null) throw new TypeError('nobody is signed in to the platform');
    const account = await this.requests.walletAccount(person);
    if (this.state.person === person) this.#change({ account });
    return account;
  }

  /** Moves the sandbox's clock by a minute, has the wallet look whether its session outlived that, and what is shown read again. */
  async skipAhead(): Promise<void> {
    await this.requests.advanceClock(60_000);
    await this.readSessionEnd();
    this.#tell({ kind: 'all', about: '' });
  }

  /** Asks the service when this session ends; one that is over there ends here too, before anything is signed. */
  async readSessionEnd(): Promise<void> {
    if (this.#wallet?.state().status !== 'signed-in') return;
    const sessions = await this.wallet.session.list();
    const own = sessions.find(({ current }) => current);
    const { session } = this.wallet.state();
    if (own === undefined || session?.sessionId !== own.id) return;
    this.#aheadAtStart = Date.parse(own.expiresAt) - session.expiresAt;
    this.#change({});
  }

  /** Reads what somebody else has pressed in the sandbox, its `clock` or `faults`; the inspector needn't list that. */
  async readSandbox(about: string): Promise<void> {
    const { now, data } = await readAnswer<{ now?: string; data?: readonly object[] }>(
      await fetch(`/api/sandbox/${about}`),
    );
    this.clock.learn(now ?? null);
    const others = { ...this.state.others, ...(data === undefined ? { clock: true } : { faults: data.length }) };
    this.#change({ others });
    if (others.clock) await this.readSessionEnd();
  }

  /** The time by which the session's end counts, epoch ms: this device's, by which the wallet counts, and moved on with the service's. */
  readonly sessionNow = (): number =>
    this.#aheadAtStart === null ? Date.now() : this.clock.now() - this.#aheadAtStart;

  /** Takes up the wallet of a person who is signed in to the platform. */
  open(person: Person): void {
    this.#wallet?.close();
    const watched = async (url: string, init: RequestInit): Promise<Response> => {
      const response = await fetch(url, init);
      this.#sayPaidElsewhere(url, init, response);
      // The relay answers this one by itself, with its own time.
      if (response.ok && !url.endsWith('/passkey-challenge')) this.clock.learn(response.headers.get('date'));
      return response;
    };
    const wallet = createWallet(this.tap.watch({ ...walletOptions(person, this.settings), fetch: watched }));
    this.#wallet = wallet;
    this.#aheadAtStart = null;
    this.state = { ...beginning, person };
    let before = wallet.state();
    wallet.subscribe(() => {
      if (this.#wallet !== wallet) return;
      const { status, ended, session } = wallet.state();
      const hasEnded = before.status === 'signed-in' && status !== 'signed-in';
      const isFound = before.status === 'loading' && status === 'signed-in';
      if (status !== 'loading') this.#listen(this.walletState?.status === 'signed-in');
      if (status === 'signed-in') this.state = { ...this.state, wantsCode: false };
      // Whoever moved the sandbox's time has let the session run out, though this device's clock says otherwise.
      const ranOut = before.session !== undefined && before.session.expiresAt <= this.sessionNow();
      const isNew = !isFound && session !== undefined && session.expiresAt !== before.session?.expiresAt;
      if (isNew) this.#aheadAtStart = this.clock.aheadMs();
      before = wallet.state();
      // The end of a session moves the page by itself, in whichever tab it happened.
      if (hasEnded && !this.#isLeaving) this.#sayEnded(ranOut ? 'expired' : ended?.reason);
      // Before the store was read there is nothing to show anew, and a step that waits for an answer stays.
      else if (status !== 'loading') this.#show(location.hash.slice(1), {});
      // A sandbox's time may have been moved while this page was away.
      if (isFound && this.settings.sandbox) void this.readSessionEnd().catch(() => undefined);
    });
  }

  /** A person who is signed in hears of changes; nobody else needs a connection. */
  #listen(wanted: boolean): void {
    if (wanted === (this.#stopUpdates !== null)) return;
    this.#stopUpdates?.();
    const hear = (update: PageUpdate): void => {
      if (update.kind === 'sandbox') this.readSandbox(update.about).catch(() => undefined);
      else this.#tell(update);
    };
    this.#stopUpdates = wanted ? listenToUpdates(hear) : null;
  }

  #sayEnded(reason: EndReason | undefined): void {
    const { view, returnTo } = this.state;
    const notice = describeEnding(reason);
    // Whoever signed out begins anew.
    const isBack = reason !== 'signed-out';
    this.#show('welcome', { notice, returnTo: isBack ? (isSignedInView(view) ? view : returnTo) : null });
    this.announce(notice);
  }

  /** A payment that was pressed goes on without its step: whoever has left that hears of the end here. */
  #sayPaidElsewhere(url: string, init: RequestInit, { ok }: Response): void {
    const quoteId = /\/quotes\/([^/?]+)\/execute$/.exec(url)?.[1];
    const headers = new Headers(init.headers);
    const isPaid = ok && quoteId !== undefined && signatureHeaders.some((name) => headers.has(name));
    if (!isPaid || this.state.view === 'review') return;
    const isShown = this.state.quote?.id === decodeURIComponent(quoteId);
    const done = isShown ? { quote: null, typedAmount: '' } : {};
    this.keep({ ...done, notice: translate('Your payment was signed and accepted. It is under Payments.') });
  }

  #show(wanted: string, changes: Partial<DemoState>): void {
    this.#set(changes);
    const { returnTo } = this.state;
    // An attack's link is for the stage: the step stays.
    const isAttack = wanted.startsWith('attack=');
    const isBack = this.walletState?.status === 'signed-in' && returnTo !== null && !isSignedInView(wanted);
    const view = this.#allow(isBack ? returnTo : isAttack ? this.state.view : wanted);
    // While the stored session is read, the address keeps what was asked for.
    if (view !== 'loading' && !isAttack && location.hash.slice(1) !== view) history.replaceState(null, '', `#${view}`);
    // What was said on a step ends with it.
    const isSameStep = view === this.state.view;
    const notice = isSameStep ? this.state.notice : (changes.notice ?? null);
    this.#change(isBack ? { view, notice, returnTo: null } : { view, notice });
    if (!isSameStep) this.announce('');
  }

  #allow(wanted: string): View {
    return allowedView(wanted, this.state, this.walletState?.status ?? null);
  }

  /** What a reload of this step has to know. */
  #entryOf(view: View): Entry | null {
    const { payment, quote, keptQuoteId, typedAmount } = this.state;
    if (view === 'payment') return { payment };
    if (view === 'amount') return { amount: typedAmount };
    return view === 'review' ? { quote: quote?.id ?? keptQuoteId, amount: typedAmount } : null;
  }

  /** Reads what a reload keeps, from this entry of the tab's history. */
  #readEntry(): Partial<DemoState> {
    const { payment, quote: keptQuoteId = null } = (history.state ?? {}) as Entry;
    return { payment: payment ?? this.state.payment, ...(this.state.quote === null && { keptQuoteId }) };
  }

  #set(changes: Partial<DemoState>): void {
    // Another quote, or none, is in the place of the one that was kept.
    this.state = { ...this.state, ...('quote' in changes && { keptQuoteId: null }), ...changes };
  }

  #change(changes: Partial<DemoState>): void {
    this.#set(changes);
    this.#tell();
    const { view } = changes;
    // What the next press takes loads while the person reads; what fails to load now is loaded by the press.
    if (view !== undefined && preparedViews.includes(view)) this.#wallet?.prepare().catch(() => undefined);
  }
}
