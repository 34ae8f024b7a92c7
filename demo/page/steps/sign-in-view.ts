/** The ways to sign in to this wallet: codes by e-mail and by text message, and passkeys, added and removed here. */

import { html, nothing, type TemplateResult } from 'lit';
import type { AuthMethod, Wallet } from 'countersign';
import { readForm, textField } from '../fields.ts';
import { formatDate, skeletonRows } from '../payment-rows.ts';
import { define, Step } from '../step.ts';

type NewPasskey = Awaited<ReturnType<Wallet['passkey']['prepareAdd']>>;
type Available = Awaited<ReturnType<Wallet['passkey']['available']>>;

const kinds: Readonly<Record<AuthMethod['type'], string>> = {
  EMAIL_OTP: 'Code by e-mail',
  SMS_OTP: 'Code by text message',
  PASSKEY: 'Passkey',
  OAUTH: 'Another provider',
};

const removed: Readonly<Partial<Record<AuthMethod['type'], string>>> = {
  SMS_OTP: 'No more codes go to it. Sessions that began with it have ended.',
  PASSKEY: 'Sessions that began with it have ended.',
};

class SignInView extends Step {
  #list: readonly AuthMethod[] | null = null;
  /** Where this page can use a passkey: nothing is offered that can't be done. */
  #available: Available | null = null;
  /** Fetched ahead, so that the next press can start the device's own dialogue at once. */
  #prepared: { readonly name: string; readonly passkey: NewPasskey } | null = null;
  #said = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.load(() => this.#read());
  }

  override render(): TemplateResult {
    const list = this.#list;
    return html`<section class="sheet">
      <h1 tabindex="-1">Ways to sign in</h1>
      ${this.#said === '' ? nothing : html`<p class="notice">${this.#said}</p>`}
      ${list === null && this.problem === null ? skeletonRows(2, 'Reading your ways to sign in…') : nothing}
      <ul class="rows">
        ${(list ?? []).map((credential) => this.#renderRow(credential))}
      </ul>
      ${this.renderProblem()} ${this.renderProgress()} ${list === null ? nothing : this.#renderPasskey()}
      ${list === null || list.some(({ type }) => type === 'SMS_OTP') ? nothing : this.#renderPhone()}
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
          type in removed && !own
            ? html`<button
                type="button"
                class="quiet small"
                aria-label="Remove ${nickname}"
                aria-disabled=${this.busy !== null}
                @click=${() => this.#remove(credential)}
              >
                Remove
              </button>`
            : nothing
        }
      </span>
    </li>`;
  }

  #renderPasskey(): TemplateResult {
    return html`<section class="part">
      <h2>Add a passkey</h2>
      <p class="hint">${this.#describePasskeys()}</p>
      ${
        this.#available === 'no'
          ? nothing
          : this.#prepared === null
            ? this.#renderName()
            : this.#renderReady(this.#prepared.name)
      }
    </section>`;
  }

  #describePasskeys(): string {
    if (this.#available === 'no') return 'This browser has no passkeys for this page.';
    return this.#available === 'elsewhere'
      ? 'This device can’t keep one itself, but a phone or a security key can. The service sees its public half only.'
      : 'It signs you in with your device’s own lock, and stays on your devices. The service sees its public half only.';
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
      <div class="actions"><button class="quiet" aria-disabled=${this.busy !== null}>Add a passkey</button></div>
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

  #renderPhone(): TemplateResult {
    return html`<section class="part">
      <h2>Add a mobile number</h2>
      <p class="hint">Codes then come by text message as well.</p>
      <form novalidate @submit=${(event: SubmitEvent) => this.#addPhone(event)}>
        ${textField({
          name: 'phoneNumber',
          label: 'Mobile number',
          value: this.demo.settings.sandbox ? '+1 415 555 0100' : '',
          error: this.fieldError('phoneNumber'),
          hint: 'With its country, as in +1 415 555 0100',
          type: 'tel',
          autocomplete: 'tel',
          inputmode: 'tel',
        })}
        <div class="actions"><button class="quiet" aria-disabled=${this.busy !== null}>Add this number</button></div>
      </form>
    </section>`;
  }

  async #read(): Promise<void> {
    const { credentials, passkey } = this.demo.wallet;
    [this.#list, this.#available] = await Promise.all([credentials.list(), passkey.available()]);
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
      await this.#tell(`${prepared.name} was added, signed by this browser’s session key.`);
    });
  }

  /** The platform tells the service the number; that codes may go there is signed in this browser. */
  #addPhone(event: SubmitEvent): void {
    const phoneNumber = (readForm(event).get('phoneNumber') ?? '').replaceAll(/[\s().-]/g, '');
    if (!/^\+[1-9]\d{6,14}$/.test(phoneNumber)) {
      return this.refuseField('phoneNumber', 'Write + and the country’s number first, as in +1 415 555 0100.');
    }
    const { person } = this.demo.state;
    if (person === null) return;
    this.run('Signing in this browser…', 'other', async () => {
      this.#said = '';
      await this.demo.requests.setPhoneNumber(person, phoneNumber);
      await this.demo.wallet.credentials.addSmsOtp(phoneNumber);
      await this.#tell(`Codes can go to ${phoneNumber} from now on, signed by this browser’s session key.`);
    });
  }

  #remove({ id, nickname, type }: AuthMethod): void {
    this.run('Signing in this browser…', type === 'PASSKEY' ? 'passkey' : 'other', async () => {
      this.#said = '';
      await this.demo.wallet.credentials.remove(id, { type });
      await this.#tell(`${nickname} was removed. ${removed[type] ?? ''}`);
    });
  }

  /** Says what has changed, and shows the list as it is now. */
  async #tell(text: string): Promise<void> {
    this.#said = text;
    this.demo.announce(text);
    await this.#read();
    void this.#focus('h1');
  }

  #forget(): void {
    this.#prepared = null;
    this.problem = null;
    void this.#focus('h1');
  }

  async #focus(selector: string): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

define('sign-in-view', SignInView);
