/** The code from the e-mail. A wrong one leaves the person here, to type it again or to ask for another. */

import { html, type TemplateResult } from 'lit';
import { readForm, textField } from '../fields.ts';
import { define, Step } from '../step.ts';

class CodeStep extends Step {
  override render(): TemplateResult {
    const { attempt, notice } = this.demo.state;
    const address = attempt?.credential.nickname ?? '';
    return html`<section class="sheet">
      <h1 tabindex="-1">Enter your code</h1>
      <p class="lead">We sent a code to <strong>${address}</strong>. It works for a few minutes.</p>
      ${
        this.demo.settings.sandbox
          ? html`<p class="sandbox">This is the sandbox: nothing is e-mailed, and the code is <code>000000</code>.</p>`
          : ''
      }
      <form novalidate @submit=${(event: SubmitEvent) => this.#verify(event)}>
        ${textField({
          name: 'code',
          label: 'Code',
          value: '',
          error: this.fieldError('code') ?? (this.problem?.action === 'none' ? 'Type the code again.' : null),
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 12,
          className: 'code',
          hint: 'Encrypted in this browser before it goes anywhere.',
        })}
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>Sign in</button>
          <button type="button" class="quiet" aria-disabled=${this.busy !== null} @click=${() => this.#resend()}>
            Send a new code
          </button>
        </div>
      </form>
      <p class="progress" role="status">${this.busy ?? notice ?? ''}</p>
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

  #verify(event: SubmitEvent): void {
    const code = (readForm(event).get('code') ?? '').replaceAll(/[\s-]/g, '');
    if (code === '') return this.refuseField('code', 'Type the code from the e-mail.');
    this.run('Checking your code and making your session key…', 'code', async () => {
      const { attempt } = this.demo.state;
      if (attempt === null) return this.demo.go('welcome');
      try {
        await attempt.verify(code);
      } catch (error) {
        this.#input()?.select();
        throw error;
      }
      this.#clear();
      this.demo.go('wallet', { attempt: null });
    });
  }

  #resend(): void {
    this.run('Sending a new code…', 'sign-in', async () => {
      await this.demo.state.attempt?.resend();
      this.#clear();
      this.demo.go('code', { notice: 'A new code is on its way. The one before it no longer works.' });
      this.#input()?.focus();
    });
  }

  #clear(): void {
    const input = this.#input();
    if (input !== null) input.value = '';
  }
}

define('code-step', CodeStep);
