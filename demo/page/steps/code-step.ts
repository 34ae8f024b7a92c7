/** The code from the message: the looks of the kit's code entry. It outlives a reload, and other tabs. */

import { html, nothing, type TemplateResult } from 'lit';
import type { CodeEntry, CodeEntryState } from 'countersign/code-entry';
import { textField } from '../fields.ts';
import { renderProblem, type Remedy } from '../problem-box.ts';
import { explain, problemOf, type Problem } from '../problem.ts';
import { define, Step } from '../step.ts';

/** What the phases say that are problems by themselves. */
const phaseProblems: Readonly<Partial<Record<CodeEntryState['phase'], string>>> = {
  wrong: 'CODE_WRONG',
  expired: 'CODE_EXPIRED',
  exhausted: 'CODE_EXHAUSTED',
};

class CodeStep extends Step {
  /** Said by the page itself about what was typed. */
  #mistake: string | null = null;
  #phase: CodeEntryState['phase'] | null = null;
  #error: unknown;

  override render(): TemplateResult {
    const entry = this.demo.state.codeEntry;
    if (entry === null) return html``;
    const state = entry.state();
    const problem = problemIn(state);
    const remedy = problem === null ? undefined : this.#remedyFor(problem, entry);
    const isBusy = state.phase === 'checking' || state.phase === 'sending';
    return html`<section class="sheet">
      <h1 tabindex="-1">Enter your code</h1>
      <p class="lead">${this.#renderLead(state)}</p>
      ${
        this.demo.settings.sandbox
          ? html`<p class="sandbox">This is the sandbox: no message is sent, and the code is <code>000000</code>.</p>`
          : nothing
      }
      <form novalidate @submit=${(event: SubmitEvent) => this.#submit(event, entry)}>
        ${textField({
          name: 'code',
          label: 'Code',
          value: '',
          error: this.#mistake ?? (state.phase === 'wrong' ? 'Type the code again.' : null),
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          className: 'code',
          hint: 'Six digits. Encrypted in this browser before they go anywhere.',
          onInput: ({ value }) => void this.#type(value, entry),
        })}
        <div class="actions">
          <button class="primary" aria-disabled=${isBusy}>Sign in</button>
          ${remedy === undefined ? this.#renderResend(entry, state) : nothing}
          <button type="button" class="quiet" @click=${() => this.#leave()}>Use another address</button>
        </div>
      </form>
      <p class="progress" role="status">${this.busy ?? progressOf(state) ?? nothing}</p>
      ${renderProblem(problem, remedy, state.resendIn)} ${this.problem === null ? nothing : this.renderProblem()}
    </section>`;
  }

  #renderLead({ credential, isContinued, phase }: CodeEntryState): TemplateResult {
    const { codeType, person } = this.demo.state;
    const address = credential?.nickname ?? (codeType === 'SMS_OTP' ? 'your phone' : (person?.email ?? ''));
    if (phase === 'sending') return html`A code goes to <strong>${address}</strong>.`;
    return html`We sent a code to <strong>${address}</strong>.
      ${isContinued ? 'The code from before still works.' : 'It works for a few minutes.'}`;
  }

  #renderResend(entry: CodeEntry, { phase, resendIn }: CodeEntryState): TemplateResult {
    const mustWait = resendIn > 0 || phase === 'sending' || phase === 'checking';
    return html`<button type="button" class="quiet" aria-disabled=${mustWait} @click=${() => this.#resend(entry)}>
      Send a new code
    </button>`;
  }

  protected override firstUpdated(): void {
    this.#input()?.focus();
  }

  protected override updated(): void {
    const state = this.demo.state.codeEntry?.state();
    if (state === undefined || (state.phase === this.#phase && state.error === this.#error)) return;
    const before = this.#phase;
    this.#phase = state.phase;
    this.#error = state.error;
    if (state.phase === 'done') this.demo.arrive();
    // Whoever was faster than the message has typed already.
    if (before === 'sending' && state.phase === 'waiting')
      void this.demo.state.codeEntry?.submit(this.#input()?.value ?? '');
    if (state.phase === 'wrong') this.#input()?.select();
    if (state.phase === 'wrong') this.#input()?.focus();
    else if (problemIn(state) !== null) this.querySelector<HTMLElement>('.problem')?.focus();
  }

  #remedyFor({ action }: Problem, entry: CodeEntry): Remedy | undefined {
    if (action === 'new-code' || action === 'sign-in') {
      return { label: 'Send a new code', run: () => this.#resend(entry), mayHaveToWait: true };
    }
    if (action === 'reload') return { label: 'Reload this page', run: () => location.reload() };
    return action === 'retry'
      ? { label: 'Try again', run: () => void this.#again(entry), mayHaveToWait: true }
      : undefined;
  }

  #input(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>('input[name="code"]');
  }

  /** A whole code is sent by itself, once; whatever else stands in the field waits for more. */
  async #type(text: string, entry: CodeEntry): Promise<void> {
    this.#mistake = null;
    await entry.submit(text);
  }

  #submit(event: SubmitEvent, entry: CodeEntry): void {
    event.preventDefault();
    const text = this.#input()?.value ?? '';
    if (/^\D*(?:\d\D*){6}$/.test(text)) return void entry.submit(text);
    this.#mistake = 'Type the six digits from the message.';
    this.requestUpdate();
    this.#input()?.focus();
  }

  #leave(): void {
    this.run('Signing out…', 'other', () => this.demo.leave(null));
  }

  async #again(entry: CodeEntry): Promise<void> {
    const text = this.#input()?.value ?? '';
    if (entry.state().phase === 'sending' || !(await entry.submit(text))) this.#resend(entry);
  }

  #resend(entry: CodeEntry): void {
    const { phase, resendIn } = entry.state();
    if (resendIn > 0 || phase === 'checking') return;
    void this.#send(entry);
  }

  async #send(entry: CodeEntry): Promise<void> {
    const input = this.#input();
    if (input !== null) input.value = '';
    await entry.resend();
    const { phase, error } = entry.state();
    if (phase !== 'waiting' || error !== undefined) return;
    this.goOn('code', { notice: 'A new code is on its way. The one before it no longer works.' });
    this.#input()?.focus();
  }
}

function problemIn({ phase, error }: CodeEntryState): Problem | null {
  if (error !== undefined) return explain(error, phase === 'sending' ? 'sign-in' : 'code');
  const code = phaseProblems[phase];
  return code === undefined ? null : problemOf(code);
}

function progressOf({ phase, error }: CodeEntryState): string | null {
  if (phase === 'checking') return 'Checking your code and making your session key…';
  return phase === 'sending' && error === undefined ? 'Sending a code…' : null;
}

define('code-step', CodeStep);
