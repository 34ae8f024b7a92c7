/** @jsxImportSource preact */
/** `<countersign-code-entry>`: one code, from its sending to the sign-in. */
import type { VNode } from 'preact';
import { createCodeEntry, type CodeEntry as Entry, type CodeEntryState } from '../code-entry/index.ts';
import { codeEntryEn } from '../messages/screens/code-entry.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import type { OtpType } from '../../kit/wire.ts';
import { fill } from './fill.ts';
import { describeError, problemView } from './problem-view.tsx';
import { SignedOutElement } from './signed-out-element.ts';
import { defineElement } from './wallet-element.ts';

/** The phases that are problems by themselves. */
const codeOfPhase: Readonly<Partial<Record<CodeEntryState['phase'], string>>> = {
  wrong: 'CODE_WRONG',
  expired: 'CODE_EXPIRED',
  exhausted: 'CODE_EXHAUSTED',
};

class CodeEntry extends SignedOutElement {
  static readonly observedAttributes = ['type', 'credential-id', 'code-length'];
  #entry: Entry | undefined;
  #shown: CodeEntryState | undefined;
  /** Whether what was typed is no code. */
  #isShort = false;

  constructor() {
    super(
      'input { font-size: 1.375rem; letter-spacing: 0.2em; font-variant-numeric: tabular-nums; max-width: 14rem; }',
    );
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
    this.say('');
    const input = this.#input;
    if (input !== null) input.value = '';
  }

  protected override left(): void {
    // Whoever is moved in the page is back by then, with the code that was sent.
    queueMicrotask(() => {
      if (!this.isConnected) this.forget();
    });
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    if (wallet?.state().status === 'signed-in') return null;
    const texts = this.texts('codeEntry', codeEntryEn);
    const state = this.#entry?.state();
    const { phase = 'sending', resendIn = 0, error, credential, isContinued = false } = state ?? {};
    const code = codeOfPhase[phase];
    const problem = error ?? (code === undefined ? undefined : { code, nextStep: 'retry' });
    const told = problem === undefined ? undefined : describeError(problem, this.locale, () => this.update());
    const [isChecking, isSending] = [phase === 'checking', phase === 'sending' && error === undefined];
    const mustWait = resendIn > 0 || isChecking || isSending;
    const wait = `${String(Math.floor(resendIn / 60))}:${String(resendIn % 60).padStart(2, '0')}`;
    const isWrong = this.#isShort || phase === 'wrong';
    const fieldError = this.#isShort ? fill(texts.short, { length: String(this.#length) }) : texts.wrong;
    const lead = phase === 'sending' ? texts.goes : texts.sent;
    const act = (kind: string) => (): void => this.emit('action', { kind });
    return (
      <section part="section">
        <h2 part="title" tabIndex={-1}>
          {texts.title}
        </h2>
        <p class="muted" part="lead">
          {fill(lead, { to: credential?.nickname ?? (this.type === 'SMS_OTP' ? texts.phone : texts.address) })}
          {phase === 'sending' ? null : ` ${isContinued ? texts.continued : texts.lasts}`}
        </p>
        <form noValidate onSubmit={(event) => this.#submit(event)}>
          <label for="code">{texts.label}</label>
          <input
            id="code"
            name="code"
            part="field"
            autocomplete="one-time-code"
            inputMode="numeric"
            dir="ltr"
            autocapitalize="none"
            spellcheck={false}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? 'error hint' : 'hint'}
            onInput={({ currentTarget }) => this.#type(currentTarget.value)}
          />
          <p id="error" class="field-error" hidden={!isWrong}>
            {isWrong ? fieldError : null}
          </p>
          <small id="hint">{texts.hint}</small>
          <div class="actions">
            <button class="primary" part="button primary" aria-disabled={isChecking || phase === 'sending'}>
              {texts.submit}
            </button>
            <button type="button" part="button" aria-disabled={mustWait} onClick={() => void this.#again()}>
              {error === undefined ? texts.resend : texts.again}
              {resendIn > 0 && !isChecking ? <span translate={false}> {fill(texts.wait, { time: wait })}</span> : null}
            </button>
            <button type="button" part="button" onClick={() => this.emit('back', {})}>
              {texts.back}
            </button>
          </div>
        </form>
        <p role="status" part="status">
          {isChecking ? texts.checking : isSending ? texts.sending : this.spoken}
        </p>
        {problemView(told, {
          reload: () => location.reload(),
          'other-way': () => this.emit('back', {}),
          'log-in': act('log-in'),
          support: act('support'),
        })}
      </section>
    );
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
    // Whoever was faster than the message has typed already.
    if (phase === 'waiting' && (before?.phase ?? 'sending') === 'sending') this.#type(this.#input?.value ?? '');
    if (phase === 'wrong' && before?.phase !== 'wrong') {
      this.#input?.select();
      this.focusNext('input');
    }
  }

  /** A whole code is sent by itself, once. */
  #type(text: string): void {
    this.#isShort = false;
    this.say('');
    void this.#entry?.submit(text);
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
    const { phase, resendIn, error } = entry?.state() ?? {};
    if (entry === undefined || input === null || phase === 'checking' || resendIn !== 0) return;
    if (error !== undefined && phase === 'waiting' && (await entry.submit(input.value))) return;
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
