/** The ways to sign in to this wallet: the e-mail code, and passkeys that are added and removed here. */

import { html, nothing, type TemplateResult } from 'lit';
import type { AuthMethod, Wallet } from 'countersign';
import { readForm, textField } from '../fields.ts';
import { formatDate, skeletonRows } from '../payment-rows.ts';
import { define, Step } from '../step.ts';

type NewPasskey = Awaited<ReturnType<Wallet['passkey']['prepareAdd']>>;

const kinds: Readonly<Record<AuthMethod['type'], string>> = {
  EMAIL_OTP: 'Code by e-mail',
  SMS_OTP: 'Code by text message',
  PASSKEY: 'Passkey',
  OAUTH: 'Another provider',
};

class PasskeysView extends Step {
  #list: readonly AuthMethod[] | null = null;
  /** Fetched ahead, so that the next press can start the device's own dialogue at once. */
  #prepared: { readonly name: string; readonly passkey: NewPasskey } | null = null;
  #said = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.load(() => this.#read());
  }

  override render(): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Passkeys</h1>
      <p class="lead">
        A passkey signs you in with your device’s own lock. It stays on your devices; the service sees its public half.
      </p>
      ${this.#said === '' ? nothing : html`<p class="notice">${this.#said}</p>`}
      ${this.#list === null && this.problem === null ? skeletonRows(2, 'Reading your ways to sign in…') : nothing}
      <ul class="rows">
        ${(this.#list ?? []).map((credential) => this.#renderRow(credential))}
      </ul>
      ${this.#prepared === null ? this.#renderName() : this.#renderReady(this.#prepared.name)} ${this.renderProblem()}
      ${this.renderProgress()}
    </section>`;
  }

  #renderRow(credential: AuthMethod): TemplateResult {
    const { id, type, nickname, createdAt } = credential;
    const own = this.demo.walletState?.session?.credentialId === id;
    return html`<li>
      <span class="row-main">
        <span>${type === 'PASSKEY' ? nickname : kinds[type]}</span>
        <small>${type === 'PASSKEY' ? `passkey, added ${formatDate(createdAt)}` : nickname}</small>
      </span>
      <span class="row-side">
        ${own ? html`<small>signed in with this</small>` : nothing}
        ${
          type === 'PASSKEY' && !own
            ? html`<button
                type="button"
                class="quiet small"
                aria-label="Remove ${nickname}"
                @click=${() => this.#remove(credential)}
              >
                Remove
              </button>`
            : nothing
        }
      </span>
    </li>`;
  }

  #renderName(): TemplateResult {
    return html`<form novalidate @submit=${(event: SubmitEvent) => this.#prepare(event)}>
      ${textField({
        name: 'nickname',
        label: 'Name for a new passkey',
        value: 'My device',
        error: this.fieldError('nickname'),
        maxlength: 100,
      })}
      <div class="actions"><button class="primary" aria-disabled=${this.busy !== null}>Add a passkey</button></div>
    </form>`;
  }

  #renderReady(name: string): TemplateResult {
    return html`<p>Your device will ask you to confirm the passkey <strong>${name}</strong>.</p>
      <div class="actions">
        <button type="button" class="primary create" aria-disabled=${this.busy !== null} @click=${() => this.#add()}>
          Create it now
        </button>
        <button type="button" class="quiet" @click=${() => this.#forget()}>Not now</button>
      </div>`;
  }

  async #read(): Promise<void> {
    this.#list = await this.demo.wallet.credentials.list();
  }

  #prepare(event: SubmitEvent): void {
    const name = readForm(event).get('nickname') ?? '';
    if (!/^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(name)) {
      return this.refuseField('nickname', "Use 1 to 100 letters, digits, spaces and . _ - ' ( ).");
    }
    this.run('Asking for a challenge…', 'passkey', async () => {
      this.#said = '';
      const passkey = await this.demo.wallet.passkey.prepareAdd({ nickname: name, relyingPartyName: 'Sample wallet' });
      this.#prepared = { name, passkey };
      void this.#focus('.create');
    });
  }

  #add(): void {
    const prepared = this.#prepared;
    if (prepared === null) return;
    this.run('Confirm on your device…', 'passkey', async () => {
      await prepared.passkey.add();
      this.#prepared = null;
      this.#say(`${prepared.name} was added, signed by this browser’s session key.`);
      await this.#read();
      void this.#focus('h1');
    });
  }

  #remove({ id, nickname, type }: AuthMethod): void {
    this.run('Signing in this browser…', 'passkey', async () => {
      await this.demo.wallet.credentials.remove(id, { type });
      this.#say(`${nickname} was removed. Sessions that began with it have ended.`);
      await this.#read();
      void this.#focus('h1');
    });
  }

  #say(text: string): void {
    this.#said = text;
    this.demo.announce(text);
  }

  #forget(): void {
    this.#prepared = null;
    this.problem = null;
    this.requestUpdate();
  }

  async #focus(selector: string): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

define('passkeys-view', PasskeysView);
