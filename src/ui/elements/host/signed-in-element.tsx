/** @jsxImportSource preact */
/** Base of the elements for a signed-in person: reads for each session, runs what is pressed, and draws the frame. */
import type { ComponentChildren, VNode } from 'preact';
import type { ChangeSubject } from '../../../kit/session/changes.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import { followerOf } from './follower.ts';
import { icon } from '../parts/icon.tsx';
import { describeError, problemView } from '../parts/problem-view.tsx';
import { signOutForSignIn } from '../parts/sign-in-again.ts';
import { WalletElement, type FocusTarget } from './wallet-element.ts';

/** The texts of the frame. */
interface FrameTexts {
  readonly title: string;
  readonly reading: string;
  readonly signedOut: string;
}

const skeletonRows = (
  <ul class="rows" aria-hidden="true">
    {[0, 1].map(() => (
      <li>
        <span class="skeleton" />
        <span class="skeleton short" />
      </li>
    ))}
  </ul>
);

/** An element that reads something of the signed-in account. */
export abstract class SignedInElement extends WalletElement {
  /** Action of a problem's button. */
  protected again: () => void = () => void this.load();
  /** Reads without a session, too, until one has ended here; the wallet page sets it. */
  protected readonly isOpen: boolean = false;
  /** The lists that it shows, read again after each change of them. */
  protected readonly follows: readonly ChangeSubject[] = [];
  #readFor: string | true | undefined;
  /** Counts what was asked and done: an answer to an earlier question is out of date. */
  #turn = 0;
  /** Whether the problem that is shown is of reading. */
  #isReadProblem = false;
  /** The text of the last success. */
  #done = '';

  /** Reads what is shown; what it resolves with puts it in place, which isn't called once it's another wallet's or session's. */
  protected abstract read(wallet: Wallet, signal: AbortSignal): Promise<() => void>;

  protected override begin(wallet: Wallet): void {
    this.walletChanged(wallet);
  }

  protected override follow(wallet: Wallet): () => void {
    return this.follows.length === 0
      ? super.follow(wallet)
      : followerOf(wallet).follow(this.follows, () => void this.load());
  }

  /** Reads again what is shown, which stays in view until then. */
  reload(): Promise<void> {
    if (this.wallet !== undefined) followerOf(this.wallet).renew();
    return this.load();
  }

  /** A renewed session is another one, and the account's lists have changed with it. */
  protected override walletChanged(wallet: Wallet): void {
    const { session, status, ended } = wallet.state();
    const now = session?.sessionId ?? ((this.isOpen && status === 'signed-out' && !ended) || undefined);
    if (now === this.#readFor) return;
    if (now === undefined) return this.forget();
    this.#readFor = now;
    this.problem = undefined;
    void this.load();
  }

  protected override online(): void {
    if (this.#isReadProblem) void this.load();
  }

  protected override forget(): void {
    this.#readFor = undefined;
    this.#turn += 1;
    this.presses.settle?.();
    this.say('');
  }

  /** Reads, beside whatever else runs. */
  protected async load(): Promise<void> {
    const { wallet, signal } = this;
    if (wallet === undefined || this.#readFor === undefined) return;
    const turn = ++this.#turn;
    const isOver = (): boolean => signal.aborted || this.#turn !== turn;
    try {
      const show = await this.read(wallet, signal);
      if (isOver()) return;
      show();
      // A problem of a press stays.
      if (this.#isReadProblem) this.problem = undefined;
      this.#isReadProblem = false;
      this.update();
    } catch (error) {
      if (isOver()) return;
      this.#isReadProblem = true;
      this.again = () => void this.load();
      this.fail(error);
    }
  }

  /** Does what was pressed; `work` resolves with what is said then, and the focus goes to `next`, or with what asks further. */
  protected press(
    doing: string,
    work: (wallet: Wallet, signal: AbortSignal) => Promise<string | (() => void)>,
    next: FocusTarget = 'h2',
  ): void {
    if (this.busy !== null) return;
    this.#isReadProblem = false;
    this.again = () => this.press(doing, work, next);
    void this.run(doing, async (wallet, signal) => {
      const said = await work(wallet, signal);
      if (signal.aborted) return;
      this.#turn += 1;
      this.presses.settle?.();
      this.#done = typeof said === 'string' ? said : '';
      this.say(this.#done);
      if (typeof said === 'function') said();
      else this.focusNext(next);
    });
  }

  /** A button, which does nothing while the element is busy. */
  button(label: string, onClick: () => void, more: object = {}): VNode {
    const press = (): void => {
      if (this.busy === null) onClick();
    };
    return (
      <button key={label} type="button" part="button" aria-disabled={this.busy !== null} onClick={press} {...more}>
        {label}
      </button>
    );
  }

  /**
   * Heading, content, status and problem; `content` is null until it has been read, and `skeleton` has its size till then. A function draws
   * status and problem itself.
   */
  protected frame(
    texts: FrameTexts,
    content: ComponentChildren | ((outcome: VNode) => VNode),
    skeleton: VNode = skeletonRows,
  ): VNode {
    const { problem } = this;
    const described = problem === undefined ? undefined : describeError(problem, this.locale, () => this.update());
    const again = (): void => {
      this.problem = undefined;
      this.again();
    };
    // To read again signs nothing.
    const retry = (!this.#isReadProblem && this.presses.guard?.(again)) || again;
    const ask = (kind: string) => (): void => this.emit('action', { kind });
    const isOut = this.wallet?.state().status === 'signed-out' && this.#readFor === undefined;
    const isReading = !isOut && content === null && problem === undefined;
    const isDone = this.spoken !== '' && this.spoken === this.#done;
    const outcome = (
      <>
        <p role="status" part="status" class={isReading ? 'spoken' : isDone ? 'done' : ''}>
          {isDone ? icon('check') : null}
          {isReading ? texts.reading : this.spoken}
        </p>
        {problemView(
          described,
          {
            retry,
            'start-over': retry,
            look: () => void this.load(),
            reload: () => location.reload(),
            'sign-in': () => {
              ask('sign-in')();
              signOutForSignIn(this.wallet);
            },
            'log-in': ask('log-in'),
            support: ask('support'),
          },
          this.presses.tried?.(),
        )}
      </>
    );
    const shown = isOut ? <p class="muted">{texts.signedOut}</p> : content;
    return (
      <section part="section" aria-busy={this.busy !== null}>
        <h2 part="title" tabIndex={-1}>
          {texts.title}
        </h2>
        {typeof shown === 'function' ? (
          shown(outcome)
        ) : (
          <>
            {shown}
            {isReading ? skeleton : null}
            {outcome}
          </>
        )}
      </section>
    );
  }
}
