/** The ways in that the person has, and that this browser can use; what a press needs is fetched ahead of it. */

import { html, nothing, type TemplateResult } from 'lit';
import type { AuthMethod, Wallet } from 'countersign';
import type { Demo } from '../demo.ts';

type PreparedSignIn = Awaited<ReturnType<Wallet['passkey']['prepare']>>;

/** The credentials of the person who is here, read once; the passkey that was chosen is ready to be used. */
export class SignInChoice {
  /** The credentials that codes are sent for, so that nobody has to look for them again. */
  codes: readonly AuthMethod[] = [];
  passkeys: readonly AuthMethod[] = [];
  ready: PreparedSignIn | null = null;
  readonly #demo: Demo;

  constructor(demo: Demo) {
    this.#demo = demo;
  }

  /** Lists the credentials, passkeys only where this page can use one, and prepares the only one. */
  async read(): Promise<void> {
    const { credentials, passkey } = this.#demo.wallet;
    const list = await credentials.list();
    this.codes = list.filter(({ type }) => type === 'EMAIL_OTP' || type === 'SMS_OTP');
    const passkeys = list.filter(({ type }) => type === 'PASSKEY');
    this.passkeys = passkeys.length > 0 && (await passkey.available()) !== 'no' ? passkeys : [];
    const [only, ...others] = this.passkeys;
    if (only !== undefined && others.length === 0) await this.choose(only);
  }

  /** The credential for codes of a kind. */
  codeBy(type: 'EMAIL_OTP' | 'SMS_OTP'): AuthMethod | undefined {
    return this.codes.find((credential) => credential.type === type);
  }

  /** Prepares one of the passkeys. */
  async choose({ id }: AuthMethod): Promise<void> {
    this.ready = await this.#demo.wallet.passkey.prepare({ credentialId: id });
  }

  /** Signs in with the prepared one; a challenge is good for one attempt, so the next is fetched at once. */
  async signIn(): Promise<void> {
    const { ready } = this;
    if (ready === null) return;
    try {
      await ready.signIn();
    } catch (error) {
      this.ready = null;
      await this.choose(ready.credential).catch(() => undefined);
      throw error;
    }
  }

  /** Renders a button for the prepared passkey, and one to choose each of the others. */
  render(busy: boolean, choose: (passkey: AuthMethod) => void, signIn: () => void): TemplateResult {
    const { ready } = this;
    const others = this.passkeys.filter(({ id }) => id !== ready?.credential.id);
    return html`${
      ready === null
        ? nothing
        : html`<button type="button" class="primary use-passkey" aria-disabled=${busy} @click=${signIn}>
            Sign in with ${ready.credential.nickname}
          </button>`
    }
    ${others.map(
      (passkey) =>
        html`<button type="button" class="quiet" aria-disabled=${busy} @click=${() => choose(passkey)}>
          Use the passkey ${passkey.nickname}
        </button>`,
    )}`;
  }
}
