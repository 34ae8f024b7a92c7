/** The first step: who you are to the platform, and then the ways into the wallet. */

import { html, nothing, type TemplateResult } from 'lit';
import { defineElements } from 'countersign/elements';
import { button, readForm, skeletonRows, textField } from '../fields.ts';
import { providersOf } from '../sample-id.ts';
import { define, Step } from '../step.ts';

class WelcomeStep extends Step {
  protected override firstUpdated(): void {
    if (this.demo.state.person !== null) this.load(() => defineElements('sign-in'));
    for (const event of ['focusin', 'pointerover'] as const) {
      document.addEventListener(event, fetchSignInFiles, { once: true });
    }
  }

  override render(): TemplateResult {
    const { person, entering } = this.demo.state;
    if (entering !== null) return this.#renderEntering(entering);
    return html`<section class="sheet">
      <h1 tabindex="-1">${person === null ? 'Your wallet, signed by you' : 'Welcome back'}</h1>
      ${person === null ? this.#renderNew() : this.#renderKnown(person.email)} ${this.renderProblem()}
      ${this.renderProgress()}
    </section>`;
  }

  #renderEntering(progress: string): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Your funded wallet</h1>
      <p class="progress" role="status">${progress}</p>
      ${skeletonRows(3, progress)}
    </section>`;
  }

  #renderNew(): TemplateResult {
    return html`<p class="lead">
        Sign in to a sample wallet and withdraw to a bank. Each payment is signed in this browser, with a key that
        cannot leave it.
      </p>
      ${
        this.demo.settings.sandbox
          ? html`<div class="actions">
              ${button('Start with a funded wallet', 'primary', () => this.#start(), this.busy !== null)}
              <a class="quiet" href="#attack=another-payload">Attack it</a>
            </div>`
          : nothing
      }
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
        <div class="actions">
          <button class=${this.demo.settings.sandbox ? 'quiet' : 'primary'} aria-disabled=${this.busy !== null}>
            E-mail me a code
          </button>
        </div>
      </form>`;
  }

  #renderKnown(email: string): TemplateResult {
    const { settings, state, wallet } = this.demo;
    return html`<p class="lead">The wallet of <strong>${email}</strong>.</p>
      ${
        settings.sandbox
          ? html`<p class="sandbox">This is the sandbox: no message is sent, and the code is <code>000000</code>.</p>`
          : nothing
      }
      <countersign-sign-in
        begin-with=${state.wantsCode ? 'EMAIL_OTP' : nothing}
        .wallet=${wallet}
        .providers=${providersOf(this.demo)}
        @countersign-action=${({ detail }: CustomEvent<{ kind: string }>) => (detail.kind === 'log-in' ? this.#leave() : undefined)}
      ></countersign-sign-in>
      <div class="actions">${button('Use another address', 'quiet', () => this.#leave())}</div>`;
  }

  #start(): void {
    this.run('Opening a funded wallet…', async () => {
      const { enterFunded } = await import('./signed-in.ts');
      await enterFunded(this.demo);
    });
  }

  #enter(event: SubmitEvent): void {
    const email = readForm(event).get('email') ?? '';
    this.run('Opening your wallet…', () => Promise.all([this.demo.enter(email), defineElements('sign-in')]));
  }

  #leave(): void {
    this.run('Signing out…', () => this.demo.leave(null));
  }
}

/** Fetches what a sign-in needs while the person is still at the field: the press then waits for the service alone. */
function fetchSignInFiles(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="sign-in-files"]');
  const files = named?.content.split(' ').filter((file) => file !== '') ?? [];
  named?.remove();
  // What goes wrong with the first press has to be said.
  if (named !== null) defineElements('problem').catch(() => undefined);
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}

define('welcome-step', WelcomeStep);
