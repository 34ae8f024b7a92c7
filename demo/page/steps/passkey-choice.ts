/** Signing in with a passkey: everything is fetched ahead, so that the press starts the device's own dialogue. */

import { html, nothing, type TemplateResult } from 'lit';
import type { AuthMethod, Wallet } from 'countersign';
import type { Demo } from '../demo.ts';

type PreparedSignIn = Awaited<ReturnType<Wallet['passkey']['prepare']>>;

/** The credentials of the person who is here, read once; the passkey that was chosen is ready to be used. */
export class PasskeyChoice {
  /** The credential that codes are e-mailed for, so that nobody has to look for it again. */
  emailCredentialId: string | undefined;
  passkeys: readonly AuthMethod[] = [];
  ready: PreparedSignIn | null = null;
  readonly #demo: Demo;

  constructor(demo: Demo) {
    this.#demo = demo;
  }

  /** Lists the passkeys, and prepares the only one. */
  async read(): Promise<void> {
    const credentials = await this.#demo.wallet.credentials.list();
    this.emailCredentialId = credentials.find(({ type }) => type === 'EMAIL_OTP')?.id;
    this.passkeys = credentials.filter(({ type }) => type === 'PASSKEY');
    const [only, ...others] = this.passkeys;
    if (only !== undefined && others.length === 0) await this.choose(only);
  }

  /** Prepares one of them. */
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
