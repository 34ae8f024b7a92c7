/** @jsxImportSource preact */
/** `<countersign-credentials>`: the ways to sign in, added, changed and removed. */
import { createRef, type VNode } from 'preact';
import { credentialsEn } from '../../messages/screens/credentials.ts';
import type { OAuthAttempt, PasskeyAdd, Wallet } from '../../../kit/wallet/index.ts';
import type { AuthMethod } from '../../../kit/wire.ts';
import type { ElementEvents, OfferedProvider } from '../elements.ts';
import { eachOnce } from '../parts/each-once.ts';
import { fill } from '../parts/fill.ts';
import { withHiddenMarked } from '../parts/hidden-characters.tsx';
import { namedView } from '../parts/act-view.tsx';
import { followerOf } from '../host/follower.ts';
import { icon, iconOfWay } from '../parts/icon.tsx';
import { identityQuestion } from '../parts/identity.ts';
import { createNextAttempt } from '../../next-attempt.ts';
import { nameView } from '../parts/name-view.tsx';
import { createTypedFields } from '../parts/typed-fields.ts';
import { createAccountPresses } from '../host/account-presses.tsx';
import { SignedInElement } from '../host/signed-in-element.tsx';
import { defineSigning } from '../host/signing.ts';

type Texts = typeof credentialsEn;
type Field = 'passkey' | 'email' | 'phone';
type Change = ElementEvents['countersign-credentials-changed']['change'];

const patterns: Readonly<Record<Field, RegExp>> = {
  passkey: /^[\p{L}\p{N} ._\-'()]{1,100}$/u,
  email: /^[^\s@]+@[^\s@]+$/,
  phone: /^\+[1-9]\d{6,14}$/,
};
const inputs = {
  passkey: { autocomplete: 'off', maxLength: 100 },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
} as const;

/** An identity that is about to be added. */
interface Linking {
  readonly provider: OfferedProvider;
  readonly attempt: OAuthAttempt;
  readonly token: string;
  readonly text: string;
  /** The address or account in it. */
  readonly who: string;
}

class Credentials extends SignedInElement {
  static readonly observedAttributes = ['allow-framed'];
  protected override readonly follows = ['credentials'] as const;
  #savePhoneNumber: ((phoneNumber: string) => Promise<void>) | undefined;
  #customerId: string | undefined;
  #providers: readonly OfferedProvider[] = [];
  #list: readonly AuthMethod[] | undefined;
  #available: Awaited<ReturnType<Wallet['passkey']['available']>> = 'no';
  /** Fetched ahead, so that the next press starts the device's own dialogue at once. */
  #prepared: { readonly name: string; readonly passkey: PasskeyAdd } | undefined;
  /** An identity whose owner the person has not agreed to yet. */
  #linking: Linking | undefined;
  readonly #readyBox = createRef<HTMLDivElement>();
  readonly #linkBox = createRef<HTMLDivElement>();
  #mistaken: Field | undefined;
  readonly #attempt = createNextAttempt();
  readonly #fields = createTypedFields(() => this.update());
  protected override readonly presses = createAccountPresses(this, {
    signs: () =>
      this.#list && [
        this.#list.map(({ id, nickname }) => [id, nickname]),
        this.#prepared?.name,
        this.#linking?.text,
        this.#fields.fromElsewhere(),
      ],
    refusesFrames: true,
  });

  constructor() {
    super(
      `form { padding-top: var(--spacing); border-top: 1px solid var(--border); }
form .actions > button { flex: auto; }`,
    );
  }

  get customerId(): string | undefined {
    return this.#customerId;
  }

  set customerId(customerId: string | undefined) {
    this.#customerId = customerId;
    this.update();
  }

  get savePhoneNumber(): ((phoneNumber: string) => Promise<void>) | undefined {
    return this.#savePhoneNumber;
  }

  set savePhoneNumber(savePhoneNumber: ((phoneNumber: string) => Promise<void>) | undefined) {
    this.#savePhoneNumber = savePhoneNumber;
  }

  get providers(): readonly OfferedProvider[] {
    return this.#providers;
  }

  set providers(providers: readonly OfferedProvider[] | undefined) {
    this.#providers = this.checked('providers', providers, Array.isArray(providers), 'a list') ?? [];
  }

  protected override async read(wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    const read = (shared: AbortSignal): Promise<readonly AuthMethod[]> => wallet.credentials.list({ signal: shared });
    const [list, available] = await Promise.all([
      followerOf(wallet).read('credentials', signal, read),
      wallet.passkey.available(),
    ]);
    return () => {
      this.#list = list;
      this.#available = available;
    };
  }

  protected override forget(): void {
    super.forget();
    this.#list = undefined;
    this.#prepared = undefined;
    this.#linking = undefined;
    this.#mistaken = undefined;
    this.#attempt.forget();
  }

  protected override drawn(): void {
    const { wallet } = this;
    if (this.#providers.length > 0 && this.#list !== undefined && wallet !== undefined) this.#attempt.prepare(wallet);
  }

  protected override view(): VNode {
    const texts = this.texts('credentials', credentialsEn);
    const list = this.#list;
    const has = (type: string): boolean | undefined => list?.some((one) => one.type === type);
    return this.frame(
      texts,
      list === undefined ? null : (
        <>
          <ul class="rows" part="list">
            {list.map((one) => this.#row(one, texts))}
          </ul>
          {this.#passkey(texts)}
          {has('EMAIL_OTP')
            ? this.#customerId && this.#form('email', texts.changeEmail, texts.newEmail, texts)
            : this.#form('email', texts.addEmail, texts.email, texts)}
          {has('SMS_OTP') ? null : this.#form('phone', texts.addPhone, texts.phone, texts)}
          {this.#linking === undefined
            ? this.#identities(has('OAUTH') === true, texts)
            : this.#linkView(this.#linking, texts)}
        </>
      ),
    );
  }

  /** The one provider of a page isn't offered to somebody who has an identity. */
  #identities(hasIdentity: boolean, texts: Texts): VNode | null {
    const providers = eachOnce(this.#providers);
    if (providers.length === 0 || (hasIdentity && providers.length === 1)) return null;
    return (
      <div class="stack">
        {providers.map((provider) =>
          this.button(fill(texts.addProvider, { name: provider.name }), () => this.#addIdentity(provider, texts)),
        )}
      </div>
    );
  }

  #row(credential: AuthMethod, texts: Texts): VNode {
    const { id, type, nickname, createdAt } = credential;
    const isInUse = this.wallet?.state().session?.credentialId === id;
    const label = fill(texts.removeName, { name: nickname });
    const [only, ...others] = eachOnce(this.#providers);
    // The service doesn't tell the provider of an identity.
    const way = type === 'OAUTH' && only !== undefined && others.length === 0 ? only.name : texts[type];
    const question = this.presses.question(id);
    const date = this.day(createdAt);
    return (
      <li key={id} part="row">
        <div class="row">
          {icon(iconOfWay[type])}
          <div>
            <strong>{nameView(nickname, withHiddenMarked)}</strong>
            <small>{fill(way, { date })}</small>
          </div>
          {isInUse ? (
            <span class="tag" part="current">
              {texts.inUse}
            </span>
          ) : question === null ? (
            this.button(texts.remove, () => this.#ask(credential, texts), {
              class: 'link',
              'aria-label': label,
              'data-about': id,
            })
          ) : null}
        </div>
        {question}
      </li>
    );
  }

  /** A signed-in person keeps the credential that they used, which may be the last. */
  #ask({ id, type, nickname }: AuthMethod, texts: Texts): void {
    const rest = this.#list?.filter((one) => one.id !== id) ?? [];
    const [left] = rest;
    const text = [
      fill(texts.question, { name: nickname }),
      ...(type === 'SMS_OTP' || type === 'EMAIL_OTP' ? [texts.noMoreCodes] : []),
      ...(rest.length === 1 && left !== undefined ? [fill(texts.lastWay, { name: left.nickname })] : []),
    ].join(' ');
    const act = (): void =>
      this.#change('removed', texts.signing, async ({ credentials }, signal) => {
        await credentials.remove(id, { type, signal });
        return fill(texts.removed, { name: nickname });
      });
    this.presses.ask({ about: id, text, yes: texts.yes, subject: namedView(nickname), no: texts.no, act });
  }

  #passkey(texts: Texts): VNode {
    if (this.#available === 'no') return <p class="muted">{texts.passkeyNone}</p>;
    const prepared = this.#prepared;
    const hint = this.#available === 'here' ? texts.passkeyHint : texts.passkeyElsewhere;
    if (prepared === undefined) return this.#form('passkey', texts.addPasskey, texts.passkeyName, texts, hint);
    const leave = (): void => {
      this.#prepared = undefined;
      this.focusNext('h2');
    };
    return (
      <div ref={this.#readyBox} class="note" part="question" role="group" aria-labelledby="ready" tabIndex={-1}>
        <p id="ready">{fill(texts.ready, { name: prepared.name })}</p>
        <div class="actions">
          {this.presses.button(
            texts.create,
            namedView(prepared.name),
            () => this.#addPasskey(prepared.passkey, prepared.name, texts),
            { class: 'primary' },
          )}
          {this.button(texts.notNow, leave)}
        </div>
      </div>
    );
  }

  #form(field: Field, title: string, label: string, texts: Texts, hint?: string): VNode {
    const isMistaken = this.#mistaken === field;
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      this.#submit(field, this.#written(field), texts);
    };
    const written = field === 'passkey' ? '' : this.#written(field);
    const subject = patterns[field].test(written) ? nameView(written, withHiddenMarked) : undefined;
    const described = [hint === undefined ? '' : `${field}-hint`, isMistaken ? `${field}-error` : ''].join(' ').trim();
    return (
      <form key={field} part="form" noValidate onSubmit={submit}>
        <label>
          {label}
          <input
            part="input"
            name={field}
            defaultValue={field === 'passkey' ? texts.myDevice : ''}
            aria-invalid={isMistaken}
            aria-describedby={described || undefined}
            {...inputs[field]}
            {...this.#fields.field(field)}
          />
        </label>
        {hint && <small id={`${field}-hint`}>{hint}</small>}
        {isMistaken && (
          <p class="field-error" id={`${field}-error`}>
            {texts[`${field}Mistake`]}
          </p>
        )}
        <div class="actions">{this.presses.button(title, subject, undefined, { type: 'submit' })}</div>
      </form>
    );
  }

  /** The address, number or name that a field's text is. */
  #written(field: Field): string {
    const text = this.#fields.text(field);
    return field === 'phone' ? text.replaceAll(/[\s().-]/g, '') : text.trim();
  }

  #submit(field: Field, value: string, texts: Texts): void {
    if (this.busy !== null) return;
    this.#mistaken = patterns[field].test(value) ? undefined : field;
    if (this.#mistaken !== undefined) return this.focusNext(`[name="${field}"]`);
    if (field === 'passkey') return this.#prepare(value, texts);
    const said = fill(texts.codesGoTo, { name: value });
    const isChange = field === 'email' && this.#list?.some(({ type }) => type === 'EMAIL_OTP') === true;
    this.#change(isChange ? 'changed' : 'added', texts.signing, async ({ credentials }, signal) => {
      if (field === 'phone') {
        await this.savePhoneNumber?.(value);
        signal.throwIfAborted();
        await credentials.addSmsOtp(value, { signal });
      } else if (isChange) await credentials.changeEmail(this.#customerId ?? '', value, { signal });
      else await credentials.addEmailOtp(value, { signal });
      return said;
    });
  }

  #prepare(name: string, texts: Texts): void {
    this.press(
      texts.preparing,
      async (wallet, signal) => {
        const passkey = await wallet.passkey.prepareAdd({ nickname: name, signal });
        if (!signal.aborted) this.#prepared = { name, passkey };
        return '';
      },
      this.#readyBox,
    );
  }

  #addPasskey(passkey: PasskeyAdd, name: string, texts: Texts): void {
    this.#change('added', texts.onDevice, async (_, signal) => {
      try {
        await passkey.add({ signal });
        this.#prepared = undefined;
      } catch (error) {
        // Only a dialogue that was closed can be opened again with the same challenge.
        if ((error as { readonly code?: unknown }).code !== 'CANCELLED') {
          this.#prepared = undefined;
          this.again = () => this.#prepare(name, texts);
        }
        throw error;
      }
      return fill(texts.added, { name });
    });
  }

  #addIdentity(provider: OfferedProvider, texts: Texts): void {
    const work = (wallet: Wallet, signal: AbortSignal): Promise<string> =>
      this.#attempt.use(wallet, async (attempt) => {
        const token = await provider.idToken(attempt.nonce);
        if (!signal.aborted) this.#linking = { provider, attempt, token, ...identityQuestion(token, texts) };
        return '';
      });
    this.press(fill(texts.waiting, { name: provider.name }), work, this.#linkBox);
  }

  /** Asks if the identity's owner may pay: a page that was led to another's account would link that. */
  #linkView({ provider, attempt, token, text, who }: Linking, texts: Texts): VNode {
    const leave = (): void => {
      if (this.busy !== null) return;
      this.#linking = undefined;
      this.focusNext('h2');
    };
    const link = (): void =>
      this.#change('added', texts.signing, async ({ credentials }, signal) => {
        try {
          await credentials.addOAuth(attempt, token, { signal });
        } catch (error) {
          // The token serves once.
          this.again = () => this.#addIdentity(provider, texts);
          throw error;
        } finally {
          if (!signal.aborted) this.#linking = undefined;
        }
        return fill(texts.added, { name: provider.name });
      });
    return (
      <div ref={this.#linkBox} class="note" part="question" role="group" aria-labelledby="link" tabIndex={-1}>
        <p id="link" translate={false}>
          {withHiddenMarked(text)}
        </p>
        <div class="actions">
          {this.presses.button(texts.link, namedView(who), link, { class: 'danger' })}
          {this.button(texts.linkNot, leave)}
        </div>
      </div>
    );
  }

  #change(change: Change, doing: string, work: (wallet: Wallet, signal: AbortSignal) => Promise<string>): void {
    this.press(doing, async (wallet, signal) => {
      const said = await work(wallet, signal);
      if (signal.aborted) return said;
      this.emit('credentials-changed', { change });
      await this.load();
      return said;
    });
  }
}

/** Defines the element. */
export function define(): void {
  defineSigning('countersign-credentials', Credentials);
}
