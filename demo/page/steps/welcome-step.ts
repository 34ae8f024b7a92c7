/** The first step: who you are to the platform, and a code for your wallet by e-mail. */

import { html, nothing, type TemplateResult } from 'lit';
import { readForm, textField } from '../fields.ts';
import { define, Step } from '../step.ts';

class WelcomeStep extends Step {
  override render(): TemplateResult {
    const { person, notice } = this.demo.state;
    return html`<section class="sheet">
      ${notice === null ? nothing : html`<p class="notice" role="status">${notice}</p>`}
      <h1 tabindex="-1">${person === null ? 'Your wallet, signed by you' : 'Welcome back'}</h1>
      ${person === null ? this.#renderNew() : this.#renderKnown(person.email)}
      ${this.renderProblem({ 'new-code': { label: 'Try again', run: () => this.#sendCode() } })}
      ${this.renderProgress()}
    </section>`;
  }

  #renderNew(): TemplateResult {
    return html`<p class="lead">
        Sign in to a sample wallet and withdraw to a bank. Each payment is signed in this browser, with a key that
        cannot leave it.
      </p>
      <form novalidate @submit=${(event: SubmitEvent) => this.#enter(event)}>
        ${textField({
          name: 'email',
          label: 'E-mail address',
          value: 'sample.customer@example.com',
          error: this.fieldError('email'),
          type: 'email',
          autocomplete: 'email',
          inputmode: 'email',
          ...(this.demo.settings.sandbox ? { hint: 'A sample customer. No e-mail is sent.' } : {}),
        })}
        <button class="primary" aria-disabled=${this.busy !== null}>E-mail me a code</button>
      </form>`;
  }

  #renderKnown(email: string): TemplateResult {
    return html`<p class="lead">To open the wallet of <strong>${email}</strong>, we send a new code to that address.</p>
      <div class="actions">
        <button type="button" class="primary" aria-disabled=${this.busy !== null} @click=${() => this.#sendCode()}>
          E-mail me a code
        </button>
        <button type="button" class="quiet" @click=${() => this.#leave()}>Use another address</button>
      </div>`;
  }

  #enter(event: SubmitEvent): void {
    const email = readForm(event).get('email') ?? '';
    this.run('Opening your wallet…', 'sign-in', async () => {
      await this.demo.enter(email);
      await this.#begin();
    });
  }

  #sendCode(): void {
    this.run('Sending a code…', 'sign-in', () => this.#begin());
  }

  #leave(): void {
    this.run('Signing out…', 'other', () => this.demo.leave(null));
  }

  async #begin(): Promise<void> {
    const attempt = await this.demo.wallet.emailOtp.begin();
    this.demo.go('code', { attempt });
  }
}

define('welcome-step', WelcomeStep);
