/** @jsxImportSource preact */
/** Base of the elements for a signed-in person: reads for each session, asks before what can't be undone, and draws the frame. */
import { createRef, type ComponentChildren, type VNode } from 'preact';
import type { ChangeSubject } from '../../kit/session/changes.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import { followerOf } from './follower.ts';
import { icon } from './icon.tsx';
import { actView } from './act-view.tsx';
import { describeError, problemView } from './problem-view.tsx';
import { signOutForSignIn } from './sign-in-again.ts';
import { SigningElement } from './signing-element.ts';
import type { FocusTarget } from './wallet-element.ts';

/** A question before something that can't be undone. */
interface Question {
  /** Subject of the question, such as the id of a row. */
  readonly about: string;
  readonly text: string;
  readonly yes: string;
  /** Named on the button of `yes`, too. */
  readonly subject: ComponentChildren;
  readonly no: string;
  readonly act: () => void;
}

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

/** An element that reads something of the signed-in account, and changes it. */
export abstract class SignedInElement extends SigningElement {
  /** Action of a problem's button. */
  protected again: () => void = () => void this.load();
  /** Reads without a session, too, until one has ended here; the wallet page sets it. */
  protected readonly isOpen: boolean = false;
  /** The lists that it shows, read again after each change of them. */
  protected readonly follows: readonly ChangeSubject[] = [];
  #readFor: string | true | undefined;
  /** Counts what was asked and done: an answer to an earlier question is out of date. */
  #turn = 0;
  #question: Question | undefined;
  readonly #questionBox = createRef<HTMLDivElement>();
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
    this.#question = undefined;
    this.say('');
  }

  /** Returns what is shown and can be signed; undefined until it has been read. */
  protected abstract shown(): unknown;

  protected override signs(): unknown {
    const { about, text } = this.#question ?? {};
    const shown = this.shown();
    const isFine = this.problem === undefined;
    return shown === undefined && isFine ? undefined : [shown, about, text, isFine];
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

  /** Does what was pressed; `work` resolves with what is said then, and the focus goes to `next`. */
  protected press(
    doing: string,
    work: (wallet: Wallet, signal: AbortSignal) => Promise<string>,
    next: FocusTarget = 'h2',
  ): void {
    if (this.busy !== null) return;
    this.#isReadProblem = false;
    this.again = () => this.press(doing, work, next);
    void this.run(doing, async (wallet, signal) => {
      const said = await work(wallet, signal);
      if (signal.aborted) return;
      this.#turn += 1;
      this.#question = undefined;
      this.#done = said;
      this.say(said);
      this.focusNext(next);
    });
  }

  /** Asks, in the place that {@link questionView} has for it. */
  protected ask(question: Question): void {
    if (this.busy !== null) return;
    this.problem = undefined;
    this.#question = question;
    this.say('');
    this.focusNext(this.#questionBox);
  }

  /** The question about this; null while it isn't asked. */
  protected questionView(about: string): VNode | null {
    const asked = this.#question;
    if (asked?.about !== about) return null;
    const leave = (): void => {
      if (this.busy !== null) return;
      this.#question = undefined;
      this.focusNext(`[data-about="${about}"]`);
    };
    return (
      <div
        ref={this.#questionBox}
        class="note"
        part="question"
        role="group"
        aria-labelledby="question"
        tabIndex={-1}
        onKeyDown={({ key }) => (key === 'Escape' ? leave() : undefined)}
      >
        <p id="question">{asked.text}</p>
        <div class="actions">
          {this.signingButton(asked.yes, asked.subject, asked.act, { class: 'danger' })}
          {this.button(asked.no, leave)}
        </div>
      </div>
    );
  }

  /** A button, which does nothing while the element is busy. */
  protected button(label: string, onClick: () => void, more: object = {}): VNode {
    return (
      <button key={label} type="button" part="button" aria-disabled={this.busy !== null} onClick={onClick} {...more}>
        {label}
      </button>
    );
  }

  /** A button that signs, and names what it is about; each meaning is a node of its own. */
  protected signingButton(
    label: string,
    subject: ComponentChildren,
    act: () => void,
    { mark, ...more }: Readonly<Record<string, unknown>> & { readonly mark?: VNode } = {},
  ): VNode {
    return (
      <button key={label} type="button" part="button" {...this.signing(act)} {...more}>
        {mark}
        {actView(label, subject)}
      </button>
    );
  }

  /** Heading, content, status and problem; `content` is null until it has been read, and `skeleton` has its size till then. */
  protected frame(texts: FrameTexts, content: ComponentChildren, skeleton: VNode = skeletonRows): VNode {
    const { problem } = this;
    const described = problem === undefined ? undefined : describeError(problem, this.locale, () => this.update());
    const again = (): void => {
      this.problem = undefined;
      this.again();
    };
    // To read again signs nothing.
    const retry = this.#isReadProblem ? again : this.signing(again);
    const ask = (kind: string) => (): void => this.emit('action', { kind });
    const isOut = this.wallet?.state().status === 'signed-out' && this.#readFor === undefined;
    const isReading = !isOut && content === null && problem === undefined;
    const isDone = this.spoken !== '' && this.spoken === this.#done;
    return (
      <section part="section" aria-busy={this.busy !== null}>
        <h2 part="title" tabIndex={-1}>
          {texts.title}
        </h2>
        {isOut ? <p class="muted">{texts.signedOut}</p> : content}
        {isReading ? skeleton : null}
        <p role="status" part="status" class={isReading ? 'spoken' : isDone ? 'done' : ''}>
          {isDone ? icon('check') : null}
          {isReading ? texts.reading : this.spoken}
        </p>
        {problemView(described, {
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
        })}
      </section>
    );
  }
}
