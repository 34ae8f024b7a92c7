/** The code from the e-mail. A wrong one leaves the person here, to type it again or to ask for another. */

import { html, nothing, type TemplateResult } from 'lit';
import { readForm, textField } from '../fields.ts';
import { readCode } from '../six-digits.ts';
import { define, Step } from '../step.ts';

class CodeStep extends Step {
  /** The code that was sent last: filling it in again sends nothing. */
  #tried = '';

  override render(): TemplateResult {
    const { attempt } = this.demo.state;
    // One button for a new code: the problem's own, where it offers one.
    const isOffered = this.offered === 'new-code' || this.offered === 'sign-in' || this.waitSeconds > 0;
    const address = attempt?.credential.nickname ?? '';
    return html`<section class="sheet">
      <h1 tabindex="-1">Enter your code</h1>
      <p class="lead">We sent a code to <strong>${address}</strong>. It works for a few minutes.</p>
      ${
        this.demo.settings.sandbox
          ? html`<p class="sandbox">This is the sandbox: nothing is e-mailed, and the code is <code>000000</code>.</p>`
          : nothing
      }
      <form novalidate @submit=${(event: SubmitEvent) => this.#verify(event)}>
        ${textField({
          name: 'code',
          label: 'Code',
          value: '',
          error: this.fieldError('code') ?? (this.problem?.action === 'none' ? 'Type the code again.' : null),
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          className: 'code',
          hint: 'Six digits. Encrypted in this browser before they go anywhere.',
          onInput: (input) => this.#typed(input),
        })}
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>Sign in</button>
          ${
            isOffered
              ? nothing
              : html`<button
                  type="button"
                  class="quiet"
                  aria-disabled=${this.busy !== null}
                  @click=${() => this.#resend()}
                >
                  Send a new code
                </button>`
          }
        </div>
      </form>
      ${this.renderProgress()}
      ${this.renderProblem({
        'new-code': { label: 'Send a new code', run: () => this.#resend() },
        'sign-in': { label: 'Send a new code', run: () => this.#resend() },
      })}
    </section>`;
  }

  override firstUpdated(): void {
    this.#input()?.focus();
  }

  #input(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>('input[name="code"]');
  }

  /** Takes what was typed, pasted or filled in by the device; a whole code is sent by itself, once. */
  #typed(input: HTMLInputElement): void {
    const code = readCode(input.value);
    if (code !== null) input.value = code;
    if (code === null || code === this.#tried || this.busy !== null) return;
    this.#submit(code);
  }

  #verify(event: SubmitEvent): void {
    const typed = readForm(event).get('code') ?? '';
    this.#submit(readCode(typed) ?? typed.replaceAll(/[\s-]/g, ''));
  }

  #submit(code: string): void {
    this.#tried = code;
    if (code === '') return this.refuseField('code', 'Type the code from the e-mail.');
    this.run('Checking your code and making your session key…', 'code', async () => {
      const { attempt } = this.demo.state;
      if (attempt === null) return this.goOn('welcome');
      try {
        await attempt.verify(code);
      } catch (error) {
        this.#input()?.select();
        throw error;
      }
      this.#clear();
      this.demo.arrive();
    });
  }

  #resend(): void {
    this.run('Sending a new code…', 'sign-in', async () => {
      await this.demo.state.attempt?.resend();
      this.#clear();
      this.#tried = '';
      this.goOn('code', { notice: 'A new code is on its way. The one before it no longer works.' });
      this.#input()?.focus();
    });
  }

  #clear(): void {
    const input = this.#input();
    if (input !== null) input.value = '';
  }
}

define('code-step', CodeStep);
