/** @jsxImportSource preact */
/** `<countersign-code-entry>`: one code, from its sending to the sign-in. */
import type { VNode } from 'preact';
import { createCodeEntry, type CodeEntry as Entry, type CodeEntryState } from '../../code-entry/index.ts';
import { codeEntryEn } from '../../messages/screens/code-entry.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import type { OtpType } from '../../../kit/wire.ts';
import type { TextsOf } from '../../messages/index.ts';
import { CodeField, codeFieldStyle } from '../parts/code-field.tsx';
import { fill, fillParts, formatSeconds } from '../parts/fill.ts';
import { icon } from '../parts/icon.tsx';
import { nameView } from '../parts/name-view.tsx';
import { describeError, mistakeView, problemView } from '../parts/problem-view.tsx';
import { SignedOutElement } from '../host/signed-out-element.ts';
import { defineElement } from '../host/wallet-element.ts';

/** The phases after which only a new code helps. */
const codeOfPhase: Readonly<Partial<Record<CodeEntryState['phase'], string>>> = {
  expired: 'CODE_EXPIRED',
  exhausted: 'CODE_EXHAUSTED',
};

class CodeEntry extends SignedOutElement {
  static readonly observedAttributes = ['type', 'credential-id', 'code-length'];
  #entry: Entry | undefined;
  #shown: CodeEntryState | undefined;
  /** Whether what was typed is no code. */
  #isShort = false;
  /** Whether a new code is the main thing to do. */
  #offersCode = false;

  constructor() {
    super(`${codeFieldStyle}
h2 + p { margin-top: calc(-0.75 * var(--spacing)); }
.foot { font-size: 0.875em; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5em 1em; }
p > bdi { color: var(--text); font-weight: 600; }
#hint { flex-wrap: nowrap; gap: 0.4em; }`);
  }

  get type(): OtpType {
    return this.getAttribute('type') === 'SMS_OTP' ? 'SMS_OTP' : 'EMAIL_OTP';
  }

  set type(type: OtpType | undefined) {
    this.setText('type', 'type', type);
  }

  /** The field has what a page gives the element; a press on its text goes to the heading, and opens no keyboard. */
  override focus(options?: FocusOptions): void {
    const input = this.#input;
    if (input === null) super.focus(options);
    else input.focus(options);
  }

  override attributeChangedCallback(_name?: string, before?: string | null, after?: string | null): void {
    super.attributeChangedCallback();
    const { wallet } = this;
    if (this.#entry === undefined || wallet === undefined || before === after) return;
    this.forget();
    this.begin(wallet);
  }

  protected override offer(wallet: Wallet): void {
    if (this.#entry !== undefined) return;
    const credentialId = this.getAttribute('credential-id');
    const entry = createCodeEntry(wallet, {
      type: this.type,
      codeLength: this.#length,
      ...(credentialId === null ? {} : { credentialId }),
    });
    this.#entry = entry;
    entry.subscribe(() => this.#follow(entry.state()));
  }

  protected override forget(): void {
    this.#entry?.close();
    this.#entry = undefined;
    this.#shown = undefined;
    this.#isShort = false;
    this.#offersCode = false;
    this.say('');
    const input = this.#input;
    if (input !== null) input.value = '';
  }

  protected override left(): void {
    // An element that was moved in the page is back by then, with the code that was sent.
    queueMicrotask(() => {
      if (!this.isConnected) this.forget();
    });
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    if (wallet?.state().status === 'signed-in') return null;
    const texts = this.texts('codeEntry', codeEntryEn);
    const state = this.#entry?.state();
    const { phase = 'sending', error, credential, isContinued = false } = state ?? {};
    const isPhone = this.type === 'SMS_OTP';
    const redraw = (): void => this.update();
    const describe = (problem: unknown) => describeError(problem, this.locale, redraw);
    const length = String(this.#length);
    const wrong = phase === 'wrong' ? describe({ code: 'CODE_WRONG', nextStep: 'retry' }) : undefined;
    const fault = this.#isShort ? fill(texts.short, { length }) : wrong && `${wrong.title}.`;
    const over = codeOfPhase[phase];
    const problem = error ?? (over === undefined ? undefined : { code: over, nextStep: 'retry' });
    // While a code is being sent, its button stays where it was pressed.
    if (phase !== 'sending' || error !== undefined) this.#offersCode = over !== undefined || phase === 'sending';
    const act = (kind: string) => (): void => this.emit('action', { kind });
    return (
      <section part="section">
        <h2 part="title" tabIndex={-1}>
          {isPhone ? texts.titlePhone : texts.titleEmail}
        </h2>
        <p class="muted" part="lead">
          {phase === 'sending'
            ? isPhone
              ? texts.goesPhone
              : texts.goesEmail
            : fillParts(texts.sent, { length, to: nameView(credential?.nickname ?? '') })}
          {isContinued && phase !== 'sending' ? ` ${texts.continued}` : null}
        </p>
        <form noValidate onSubmit={(event) => this.#submit(event)}>
          <label for="code" class="spoken">
            {texts.label}
          </label>
          <CodeField
            form={{ length: this.#length, alphabet: 'digits' }}
            isWrong={fault !== undefined}
            describedBy={fault !== undefined ? 'error hint' : 'hint'}
            onText={(typed, kept) => this.#type(typed, kept)}
          />
          {fault === undefined ? null : mistakeView('error', fault)}
          {problemView(problem === undefined ? undefined : describe(problem), {
            reload: () => location.reload(),
            'other-way': () => this.emit('back', {}),
            'log-in': act('log-in'),
            support: act('support'),
          })}
          {!this.#offersCode ? (
            <button class="primary" part="button primary" aria-disabled={this.isBusy()}>
              {texts.submit}
            </button>
          ) : (
            this.#resendView('primary', texts)
          )}
        </form>
        <div class="foot">
          {this.#offersCode ? null : this.#resendView('link', texts)}
          <button type="button" class="link" part="button" onClick={() => this.emit('back', {})}>
            {texts.back}
          </button>
        </div>
        <small id="hint" class="row">
          {icon('lock')}
          <span>{texts.hint}</span>
        </small>
        <p role="status" part="status" class={this.isBusy() ? 'spoken' : ''}>
          {phase === 'checking' ? texts.checking : this.isBusy() ? texts.sending : this.spoken}
        </p>
      </section>
    );
  }

  /** The way to a new code, or to the first one again, which counts down until it can be had. */
  #resendView(look: 'primary' | 'link', texts: TextsOf<typeof codeEntryEn>): VNode {
    const { resendIn = 0, error } = this.#entry?.state() ?? {};
    const isWaiting = resendIn > 0 && !this.isBusy() && !this.#canCheckAgain();
    const time = formatSeconds(resendIn);
    const [now, later] = error === undefined ? [texts.resend, texts.resendIn] : [texts.again, texts.againIn];
    return (
      <button
        key="resend"
        type="button"
        class={look}
        part={look === 'primary' ? 'button primary' : 'button'}
        aria-disabled={isWaiting || this.isBusy()}
        onClick={() => void this.#again()}
      >
        <span>{isWaiting ? fillParts(later, { time: <span translate={false}>{time}</span> }) : now}</span>
      </button>
    );
  }

  /** Whether a check failed on its way: its code stands in the field still. */
  #canCheckAgain(): boolean {
    const { phase, error } = this.#entry?.state() ?? {};
    return error !== undefined && phase === 'waiting' && this.#input?.value.length === this.#length;
  }

  override isBusy(): boolean {
    const { phase = 'sending', error } = this.#entry?.state() ?? {};
    return phase === 'checking' || (phase === 'sending' && error === undefined);
  }

  get #input(): HTMLInputElement | null {
    return this.find('input') as HTMLInputElement | null;
  }

  get #length(): number {
    return Number(this.getAttribute('code-length') ?? 6);
  }

  #follow(state: CodeEntryState): void {
    const before = this.#shown;
    this.#shown = state;
    this.update();
    const { phase, error } = state;
    if (error !== undefined && error !== before?.error) this.emit('problem', { error });
    // A person faster than the message has typed already.
    const input = this.#input;
    if (phase === 'waiting' && (before?.phase ?? 'sending') === 'sending' && input !== null)
      this.#type(input.value, input.value);
    if (phase === 'wrong' && before?.phase !== 'wrong') {
      this.#input?.select();
      this.focusNext('input');
    }
  }

  /** A whole code is sent by itself, once. */
  #type(typed: string, kept: string): void {
    this.#isShort = typed !== '' && kept === '';
    this.say('');
    void this.#entry?.submit(typed);
  }

  #submit(event: Event): void {
    event.preventDefault();
    void this.#send();
  }

  async #send(): Promise<void> {
    const entry = this.#entry;
    const { phase } = entry?.state() ?? {};
    if (phase === 'sending' || phase === 'checking') return;
    this.#isShort = (await entry?.submit(this.#input?.value ?? '')) === false && phase !== 'exhausted';
    if (this.#isShort) this.focusNext('input');
  }

  /** Tries again what went wrong: the code that stands in the field, or the sending. */
  async #again(): Promise<void> {
    const [entry, input] = [this.#entry, this.#input];
    if (entry === undefined || input === null || this.isBusy()) return;
    if (this.#canCheckAgain() && (await entry.submit(input.value))) return;
    if (entry.state().resendIn !== 0) return;
    input.value = '';
    await entry.resend();
    const after = entry.state();
    if (after.phase !== 'waiting' || after.error !== undefined || entry !== this.#entry) return;
    this.say(this.texts('codeEntry', codeEntryEn).resent);
    this.focusNext('input');
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-code-entry', CodeEntry);
}
