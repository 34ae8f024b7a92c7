/** @jsxImportSource preact */
/** `<countersign-session>`: the sign-out, and before the end the time left, with renewal. */
import type { VNode } from 'preact';
import { sessionEn } from '../../messages/screens/session.ts';
import type { Revocation, Wallet } from '../../../kit/wallet/index.ts';
import { readClock } from '../parts/checked.ts';
import { fill, formatSeconds } from '../parts/fill.ts';
import { describeError, problemView } from '../parts/problem-view.tsx';
import { defineElement, WalletElement } from '../host/wallet-element.ts';

/** From here on the element shows the time left and warns, seconds; it says nothing of it before. */
const warningSeconds = 120;

class Session extends WalletElement {
  #serviceTime: (() => number) | undefined;
  /** The end that the wallet names by this device's clock, and that end by the service's. */
  #counted: { readonly expiresAt: number; readonly end: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The end that was warned of. */
  #warned: number | undefined;
  #revoked: Revocation | undefined;
  #isSignedIn = false;
  #again: () => void = () => undefined;

  constructor() {
    super(
      `:host { min-inline-size: 0; } .surface { padding: 0.5em 0.75em; } .bar { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; } .bar button { padding: 0.25rem 0.75rem; } .bar > :last-child { margin-inline-start: auto; }
.time { font-variant-numeric: tabular-nums; } .note { display: block; padding: 0.25rem 0.75rem; }`,
    );
  }

  get serviceTime(): () => number {
    return this.#serviceTime ?? Date.now;
  }

  set serviceTime(serviceTime: (() => number) | undefined) {
    this.#serviceTime = serviceTime || undefined;
  }

  protected override begin(wallet: Wallet): void {
    this.walletChanged(wallet);
  }

  protected override walletChanged(wallet: Wallet): void {
    const wasSignedIn = this.#isSignedIn;
    this.#isSignedIn = wallet.state().status === 'signed-in';
    if (wasSignedIn || !this.#isSignedIn) return;
    this.#revoked = undefined;
    this.problem = undefined;
  }

  protected override forget(): void {
    this.#revoked = undefined;
    this.#counted = undefined;
    this.#warned = undefined;
    this.say('');
    this.left();
  }

  protected override left(): void {
    clearTimeout(this.#timer);
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    const { session, status } = wallet?.state() ?? {};
    if (wallet === undefined || status === 'loading') return null;
    const texts = this.texts('session', sessionEn);
    if (session === undefined && this.#revoked === undefined) return null;
    const { problem } = this;
    const described = problem === undefined ? undefined : describeError(problem, this.locale, () => this.update());
    const again = (): void => this.#again();
    const act = (kind: string) => (): void => this.emit('action', { kind });
    const left = session === undefined ? 0 : Math.max(0, Math.ceil(this.#left(session.expiresAt) / 1000));
    return (
      <div class="surface" part="section" role="group" aria-label={texts.title}>
        {session === undefined ? null : this.#sessionView(left, texts)}
        <p role="status" part="status" class={session === undefined ? '' : 'spoken'} tabIndex={-1}>
          {session === undefined ? this.#outcome(texts) : (this.busy ?? this.spoken)}
        </p>
        {session === undefined
          ? null
          : problemView(described, {
              retry: again,
              'start-over': again,
              reload: () => location.reload(),
              'sign-in': act('sign-in'),
              'log-in': act('log-in'),
              support: act('support'),
            })}
      </div>
    );
  }

  #sessionView(left: number, texts: typeof sessionEn): VNode {
    const isEnding = left <= warningSeconds;
    const time = formatSeconds(left);
    return (
      <div class="bar" part="bar">
        {isEnding ? (
          <>
            <span class="time note" part="time ending">
              <span part="label">{texts.ending}</span>{' '}
              <span role="timer" translate={false} aria-label={fill(texts.left, { time })}>
                {time}
              </span>
            </span>
            <button type="button" part="button" aria-disabled={this.busy !== null} onClick={() => this.#renew(texts)}>
              {texts.renew}
            </button>
          </>
        ) : null}
        <button
          type="button"
          class="link"
          part="button"
          aria-disabled={this.busy !== null}
          onClick={() => this.#signOut(texts)}
        >
          {texts.signOut}
        </button>
      </div>
    );
  }

  #outcome(texts: typeof sessionEn): string | null {
    if (this.#revoked === undefined) return null;
    const { service, localKeyDeleted } = this.#revoked;
    const key = localKeyDeleted ? texts.signedOut : texts.keyLeft;
    return service === 'revoked' ? key : `${key} ${texts.notReached}`;
  }

  /** Time left by the service's time, ms. Only its pace counts: the wallet counts a session by this device's clock. */
  #left(expiresAt: number): number {
    const now = readClock(this.serviceTime);
    if (this.#counted?.expiresAt !== expiresAt) this.#counted = { expiresAt, end: now + expiresAt - Date.now() };
    return this.#counted.end - now;
  }

  /** Draws again with each second, and warns once for each end. */
  protected override drawn(): void {
    clearTimeout(this.#timer);
    const expiresAt = this.wallet?.state().session?.expiresAt;
    if (expiresAt === undefined) return;
    const left = this.#left(expiresAt);
    if (left <= warningSeconds * 1000 && this.#warned !== expiresAt) {
      this.#warned = expiresAt;
      this.say(this.texts('session', sessionEn).warning);
    }
    this.#timer = setTimeout(() => this.update(), left > 0 ? left % 1000 || 1000 : 1000);
  }

  #renew(texts: typeof sessionEn): void {
    this.#again = () => this.#renew(texts);
    void this.run(texts.renewing, async (wallet, signal) => {
      await wallet.session.refresh({ signal });
      if (signal.aborted) return;
      this.say(texts.renewed);
      this.emit('renewed', {});
      this.focusNext('[role="status"]');
    });
  }

  #signOut(texts: typeof sessionEn): void {
    this.#again = () => this.#signOut(texts);
    void this.run(texts.signingOut, async (wallet, signal) => {
      const revocation = await wallet.session.revoke({ signal });
      if (signal.aborted) return;
      // Somebody may be signed in again by the time that the service has answered.
      if (wallet.state().status !== 'signed-in') this.#revoked = revocation;
      this.emit('signed-out', revocation);
      this.focusNext('[role="status"]');
    });
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-session', Session);
}
