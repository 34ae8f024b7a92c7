/** The first step: who you are to the platform, and then the way into the wallet: a passkey, or a code. */

import { html, nothing, type TemplateResult } from 'lit';
import type { AuthMethod } from 'countersign';
import type { CodeType } from '../demo-state.ts';
import { readForm, textField } from '../fields.ts';
import { define, Step } from '../step.ts';
import { SignInChoice } from './sign-in-choice.ts';

class WelcomeStep extends Step {
  #choice: SignInChoice | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.demo.state.person !== null) this.load(() => this.#readChoice());
  }

  protected override firstUpdated(): void {
    for (const event of ['focusin', 'pointerover'] as const) {
      this.addEventListener(event, fetchSignInFiles, { once: true });
    }
  }

  override render(): TemplateResult {
    const { person } = this.demo.state;
    return html`<section class="sheet">
      <h1 tabindex="-1">${person === null ? 'Your wallet, signed by you' : 'Welcome back'}</h1>
      ${person === null ? this.#renderNew() : this.#renderKnown(person.email)}
      ${this.renderProblem({ 'new-code': { label: 'Try again', run: () => this.#begin('EMAIL_OTP') } })}
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
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>E-mail me a code</button>
        </div>
      </form>`;
  }

  #renderKnown(email: string): TemplateResult {
    const busy = this.busy !== null;
    const hasPasskey = (this.#choice?.passkeys.length ?? 0) > 0;
    return html`<p class="lead">
        ${
          hasPasskey
            ? html`Open the wallet of <strong>${email}</strong> with a passkey, or with a new code.`
            : html`To open the wallet of <strong>${email}</strong>, we send a new code to that address.`
        }
      </p>
      <div class="actions">
        ${
          this.#choice?.render(
            busy,
            (passkey) => this.#choose(passkey),
            () => this.#signIn(),
          ) ?? nothing
        }
        <button
          type="button"
          class=${hasPasskey ? 'quiet' : 'primary'}
          aria-disabled=${busy}
          @click=${() => this.#begin('EMAIL_OTP')}
        >
          E-mail me a code
        </button>
        ${this.#renderPhone(busy)}
        <button type="button" class="quiet" @click=${() => this.#leave()}>Use another address</button>
      </div>`;
  }

  #renderPhone(busy: boolean): TemplateResult | typeof nothing {
    if (this.#choice?.codeBy('SMS_OTP') === undefined) return nothing;
    return html`<button type="button" class="quiet" aria-disabled=${busy} @click=${() => this.#begin('SMS_OTP')}>
      Text me a code
    </button>`;
  }

  #enter(event: SubmitEvent): void {
    const email = readForm(event).get('email') ?? '';
    this.run('Opening your wallet…', 'sign-in', async () => {
      await this.demo.enter(email);
      await this.#readChoice();
      if (this.#choice?.passkeys.length === 0) this.#begin('EMAIL_OTP');
      else void this.#focusPasskey();
    });
  }

  #choose(passkey: AuthMethod): void {
    this.run('Asking for a challenge…', 'passkey', async () => {
      await this.#choice?.choose(passkey);
      void this.#focusPasskey();
    });
  }

  #signIn(): void {
    this.run('Confirm on your device…', 'passkey', async () => {
      await this.#choice?.signIn();
      this.demo.arrive();
    });
  }

  #leave(): void {
    this.run('Signing out…', 'other', () => this.demo.leave(null));
  }

  /** The code screen sends it, and says what goes wrong with that. */
  #begin(type: CodeType): void {
    if (this.isConnected) this.demo.enterCode(type, this.#choice?.codeBy(type)?.id);
  }

  async #readChoice(): Promise<void> {
    const choice = new SignInChoice(this.demo);
    await choice.read();
    this.#choice = choice;
    this.requestUpdate();
  }

  async #focusPasskey(): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector<HTMLElement>('.use-passkey')?.focus();
  }
}

/** Fetches what a sign-in needs while the person is still at the field: the press then waits for the service alone. */
function fetchSignInFiles(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="sign-in-files"]');
  const files = named?.content.split(' ').filter((file) => file !== '') ?? [];
  named?.remove();
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}

define('welcome-step', WelcomeStep);
