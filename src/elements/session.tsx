/** @jsxImportSource preact */
/** `<countersign-session>`: the time left, renewal, sign-out. */
import type { VNode } from 'preact';
import { sessionEn } from '../messages/screens/session.ts';
import type { Revocation, Wallet } from '../wallet/index.ts';
import { fill } from './fill.ts';
import { describeError, problemView } from './problem-view.tsx';
import { defineElement, WalletElement } from './wallet-element.ts';

/** From here on the element warns that the session ends, seconds. */
const warningSeconds = 120;

class Session extends WalletElement {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The end that was warned of. */
  #warned: number | undefined;
  #revoked: Revocation | undefined;
  #again: () => void = () => undefined;

  constructor() {
    super(
      '.bar { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; } .time { font-variant-numeric: tabular-nums; }',
    );
  }

  protected override begin(wallet: Wallet): void {
    this.walletChanged(wallet);
  }

  protected override walletChanged(wallet: Wallet): void {
    if (wallet.state().status === 'signed-in') this.#revoked = undefined;
    this.#tick();
  }

  protected override forget(): void {
    this.#revoked = undefined;
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
    const told = problem === undefined ? undefined : describeError(problem, this.locale, () => this.update());
    const again = (): void => this.#again();
    const act = (kind: string) => (): void => this.emit('action', { kind });
    return (
      <div part="section" role="group" aria-label={texts.title}>
        {session === undefined ? null : this.#sessionView(session.expiresAt, texts)}
        <p role="status" part="status" tabIndex={-1}>
          {session === undefined ? this.#outcome(texts) : (this.busy ?? this.spoken)}
        </p>
        {session === undefined
          ? null
          : problemView(told, {
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

  #sessionView(expiresAt: number, texts: typeof sessionEn): VNode {
    const left = secondsUntil(expiresAt);
    const isEnding = left <= warningSeconds;
    const time = `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
    return (
      <div class="bar" part="bar">
        <span class={isEnding ? 'time note' : 'time'} part={isEnding ? 'time ending' : 'time'}>
          {isEnding ? texts.ending : texts.session}{' '}
          <span role="timer" aria-label={fill(texts.left, { time })}>
            {time}
          </span>
        </span>
        {isEnding ? (
          <button type="button" part="button" aria-disabled={this.busy !== null} onClick={() => this.#renew(texts)}>
            {texts.renew}
          </button>
        ) : null}
        <button type="button" part="button" aria-disabled={this.busy !== null} onClick={() => this.#signOut(texts)}>
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

  /** Draws again with each second, and warns once for each end. */
  #tick(): void {
    clearTimeout(this.#timer);
    this.update();
    const expiresAt = this.wallet?.state().session?.expiresAt;
    if (expiresAt === undefined || !this.isConnected) return;
    const left = expiresAt - Date.now();
    if (left <= 0) return;
    if (left <= warningSeconds * 1000 && this.#warned !== expiresAt) {
      this.#warned = expiresAt;
      this.say(this.texts('session', sessionEn).warning);
    }
    this.#timer = setTimeout(() => this.#tick(), left % 1000 || 1000);
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

const secondsUntil = (time: number): number => Math.max(0, Math.ceil((time - Date.now()) / 1000));

/** Defines the element. */
export function define(): void {
  defineElement('countersign-session', Session);
}
