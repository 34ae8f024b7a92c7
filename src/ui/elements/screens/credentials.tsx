/** @jsxImportSource preact */
/** `<countersign-credentials>`: the ways to sign in, added, changed and removed. */
import type { VNode } from 'preact';
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
import { mistakeView } from '../parts/problem-view.tsx';
import { nameView } from '../parts/name-view.tsx';
import { createTypedFields } from '../parts/typed-fields.ts';
import { createAccountPresses } from '../host/account-presses.tsx';
import { SignedInElement } from '../host/signed-in-element.tsx';
import { defineSigning } from '../host/signing.ts';

type Texts = typeof credentialsEn;
type Field = 'passkey' | 'email' | 'phone';
type Group = 'passkeys' | 'codes' | 'accounts';
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

const groupOf: Readonly<Record<AuthMethod['type'], Group>> = {
  PASSKEY: 'passkeys',
  EMAIL_OTP: 'codes',
  SMS_OTP: 'codes',
  OAUTH: 'accounts',
};
/** The button of each group that its question stands for, and to which a refusal goes back. */
const askedIn = { passkeys: 'passkey', codes: 'codes', accounts: 'account' } as const;
const groupOfField = { passkey: 'passkeys', email: 'codes', phone: 'codes' } as const;

/** A way to sign in that can be added: `id` finds its button again. */
interface Offer {
  readonly id: string;
  readonly label: string;
  readonly begin: () => void;
}

class Credentials extends SignedInElement {
  static readonly observedAttributes = ['allow-framed'];
  protected override readonly follows = ['credentials'] as const;
  #savePhoneNumber: ((phoneNumber: string) => Promise<void>) | undefined;
  #customerId: string | undefined;
  #providers: readonly OfferedProvider[] = [];
  #list: readonly AuthMethod[] | undefined;
  #available: Awaited<ReturnType<Wallet['passkey']['available']>> = 'no';
  /** The field that is open, and whether it holds a mistake. */
  #open: Field | undefined;
  #isMistaken = false;
  /** The group of the last press, where its outcome is told. */
  #at: Group | undefined;
  readonly #attempt = createNextAttempt();
  readonly #fields = createTypedFields(() => this.update());
  protected override readonly presses = createAccountPresses(this, {
    signs: () =>
      this.#list && [this.#list.map(({ id, nickname }) => [id, nickname]), this.#open, this.#fields.fromElsewhere()],
    refusesFrames: true,
  });

  constructor() {
    super(
      `.group > :not(:first-child, :empty) { margin-top: calc(0.75 * var(--spacing)); }
.head { display: flex; justify-content: space-between; align-items: center; gap: 1em; min-height: var(--control-height); border-bottom: 1px solid var(--border); }
h3 { font-size: 1em; font-weight: 650; }
.row > :nth-child(2) { flex-basis: min(13rem, 100% - 2em); }
.ends { display: flex; align-items: center; gap: 1em; margin-inline-start: auto; }
form button { flex: auto; }`,
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
    this.#savePhoneNumber = savePhoneNumber || undefined;
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
    this.#open = this.#at = undefined;
    this.#attempt.forget();
  }

  protected override drawn(): void {
    const { wallet } = this;
    if (this.#providers.length > 0 && this.#list !== undefined && wallet !== undefined) this.#attempt.prepare(wallet);
  }

  protected override view(): VNode {
    const texts = this.texts('credentials', credentialsEn);
    const list = this.#list;
    return this.frame(texts, list === undefined ? null : (outcome) => this.#groups(list, outcome, texts));
  }

  #groups(list: readonly AuthMethod[], outcome: VNode, texts: Texts): VNode {
    const offers = this.#offers(list, texts);
    const shown = (['passkeys', 'codes', 'accounts'] as const).filter(
      (group) => group !== 'accounts' || offers.accounts.length > 0 || list.some(({ type }) => groupOf[type] === group),
    );
    const isPlaced = this.#at !== undefined && shown.includes(this.#at);
    return (
      <>
        {shown.map((group) => (
          <div key={group} class="group">
            {this.#group(
              group,
              list.filter(({ type }) => groupOf[type] === group),
              offers[group],
              texts,
            )}
            {group === this.#at ? outcome : null}
          </div>
        ))}
        {isPlaced ? null : outcome}
      </>
    );
  }

  /** The ways that can be added. The one provider of a page isn't offered to somebody who has an identity. */
  #offers(list: readonly AuthMethod[], texts: Texts): Readonly<Record<Group, readonly Offer[]>> {
    const has = (kind: AuthMethod['type']): boolean => list.some(({ type }) => type === kind);
    const offer = (id: Field, label: string): Offer => ({ id, label, begin: () => this.#openField(id) });
    const providers = eachOnce(this.#providers);
    return {
      passkeys: this.#available === 'no' ? [] : [offer('passkey', texts.addPasskey)],
      codes: [
        ...(has('EMAIL_OTP') ? [] : [offer('email', texts.addEmail)]),
        ...(has('SMS_OTP') ? [] : [offer('phone', texts.addPhone)]),
      ],
      accounts:
        has('OAUTH') && providers.length === 1
          ? []
          : providers.map((provider) => ({
              id: 'account',
              label: fill(texts.addProvider, { name: provider.name }),
              begin: () => this.#addIdentity(provider, texts),
            })),
    };
  }

  #group(group: Group, list: readonly AuthMethod[], offers: readonly Offer[], texts: Texts): VNode {
    const field = this.#open;
    const isOpen = field !== undefined && groupOfField[field] === group;
    const question = this.presses.question(askedIn[group]);
    const [only, ...others] = isOpen || question !== null ? [] : offers;
    const link = { class: 'link', 'data-about': only?.id };
    return (
      <>
        <div class="head">
          <h3 id={group} tabIndex={-1}>
            {texts[group]}
          </h3>
          {only === undefined || others.length > 0
            ? null
            : this.button(texts.add, only.begin, { ...link, 'aria-label': only.label })}
        </div>
        {list.length === 0 ? null : (
          <ul class="rows" part="list">
            {list.map((one) => this.#row(one, texts))}
          </ul>
        )}
        {group === 'passkeys' && this.#available === 'no' ? <p class="muted">{texts.passkeyNone}</p> : null}
        {others.length === 0 ? null : (
          <div class="actions">
            {offers.map(({ id, label, begin }) => this.button(label, begin, { class: 'link', 'data-about': id }))}
          </div>
        )}
        {isOpen ? this.#form(field, texts) : question}
      </>
    );
  }

  #row(credential: AuthMethod, texts: Texts): VNode {
    const { id, type, nickname, createdAt } = credential;
    const isInUse = this.wallet?.state().session?.credentialId === id;
    const isChangeable = type === 'EMAIL_OTP' && this.#customerId && this.#open !== 'email';
    const label = fill(texts.removeName, { name: nickname });
    const [only, ...others] = eachOnce(this.#providers);
    const added = fill(texts.addedOn, { date: this.day(createdAt) });
    // The service doesn't tell the provider of an identity.
    const provider = only !== undefined && others.length === 0 ? only.name : added;
    const way = type === 'OAUTH' ? provider : type === 'PASSKEY' ? added : texts[type];
    const question = this.presses.question(id);
    return (
      <li key={id} part="row">
        <div class="row">
          {icon(iconOfWay[type])}
          <div>
            <strong>{nameView(nickname, withHiddenMarked)}</strong>
            <small>{way}</small>
          </div>
          <div class="ends">
            {isInUse ? (
              <span class="tag" part="current">
                {texts.inUse}
              </span>
            ) : null}
            {isChangeable
              ? this.button(texts.change, () => this.#openField('email'), {
                  class: 'link',
                  'aria-label': texts.changeEmail,
                  'data-about': 'email',
                })
              : null}
            {isInUse || question !== null
              ? null
              : this.button(texts.remove, () => this.#ask(credential, texts), {
                  class: 'link',
                  'aria-label': label,
                  'data-about': id,
                })}
          </div>
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
    this.#at = groupOf[type];
    const act = (): void =>
      this.#change('removed', texts.signing, async ({ credentials }, signal) => {
        await credentials.remove(id, { type, signal });
        return fill(texts.removed, { name: nickname });
      });
    this.presses.ask({ about: id, text, yes: texts.yes, subject: namedView(nickname), no: texts.no, act });
  }

  #openField(field: Field): void {
    this.#open = field;
    this.#isMistaken = false;
    this.#at = groupOfField[field];
    this.problem = undefined;
    this.say('');
    this.focusNext(`[name="${field}"]`);
  }

  #form(field: Field, texts: Texts): VNode {
    const isMistaken = this.#isMistaken;
    const isChange = field === 'email' && this.#hasEmail();
    const words: Readonly<Record<Field, readonly [label: string, act: string]>> = {
      passkey: [texts.passkeyName, texts.addPasskey],
      email: isChange ? [texts.newEmail, texts.changeEmail] : [texts.email, texts.addEmail],
      phone: [texts.phone, texts.addPhone],
    };
    const [label, act] = words[field];
    const hint = field !== 'passkey' ? '' : this.#available === 'here' ? texts.passkeyHint : texts.passkeyElsewhere;
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      this.#submit(field, this.#written(field), texts);
    };
    const leave = (): void => {
      this.#open = undefined;
      this.focusNext(`[data-about="${field}"]`);
    };
    const written = field === 'passkey' ? '' : this.#written(field);
    const subject = patterns[field].test(written) ? nameView(written, withHiddenMarked) : undefined;
    return (
      <form key={field} part="form" noValidate onSubmit={submit}>
        <label>
          {label}
          <input
            part="input"
            name={field}
            defaultValue={field === 'passkey' ? texts.myDevice : ''}
            aria-invalid={isMistaken}
            aria-describedby={isMistaken ? 'mistake' : hint ? 'hint' : undefined}
            {...inputs[field]}
            {...this.#fields.field(field)}
          />
        </label>
        {isMistaken ? mistakeView('mistake', texts[`${field}Mistake`]) : hint && <small id="hint">{hint}</small>}
        <div class="actions">
          {this.presses.button(act, subject, undefined, { type: 'submit', class: 'primary' })}
          {this.button(texts.notNow, leave)}
        </div>
      </form>
    );
  }

  #hasEmail(): boolean {
    return this.#list?.some(({ type }) => type === 'EMAIL_OTP') === true;
  }

  /** The address, number or name that a field's text is. */
  #written(field: Field): string {
    const text = this.#fields.text(field);
    return field === 'phone' ? text.replaceAll(/[\s().-]/g, '') : text.trim();
  }

  #submit(field: Field, value: string, texts: Texts): void {
    if (this.busy !== null) return;
    this.#isMistaken = !patterns[field].test(value);
    if (this.#isMistaken) return this.focusNext(`[name="${field}"]`);
    if (field === 'passkey') return this.#prepare(value, texts);
    const said = fill(texts.codesGoTo, { name: value });
    const isChange = field === 'email' && this.#hasEmail();
    this.#change(isChange ? 'changed' : 'added', texts.signing, async ({ credentials }, signal) => {
      if (field === 'phone') {
        await this.savePhoneNumber?.(value);
        signal.throwIfAborted();
        await credentials.addSmsOtp(value, { signal });
      } else if (isChange) await credentials.changeEmail(this.#customerId ?? '', value, { signal });
      else await credentials.addEmailOtp(value, { signal });
      this.#open = undefined;
      return said;
    });
  }

  /** Fetches a passkey's challenge ahead, so that the next press starts the device's own dialogue at once. */
  #prepare(name: string, texts: Texts): void {
    this.press(texts.preparing, async (wallet, signal) => {
      const passkey = await wallet.passkey.prepareAdd({ nickname: name, signal });
      return () => {
        this.#open = undefined;
        this.presses.ask({
          about: askedIn.passkeys,
          text: fill(texts.ready, { name }),
          yes: texts.create,
          look: 'primary',
          subject: namedView(name),
          no: texts.notNow,
          act: () => this.#addPasskey(passkey, name, texts),
        });
      };
    });
  }

  #addPasskey(passkey: PasskeyAdd, name: string, texts: Texts): void {
    this.#change('added', texts.onDevice, async (_, signal) => {
      try {
        await passkey.add({ signal });
      } catch (error) {
        // Only a dialogue that was closed can be opened again with the same challenge.
        if ((error as { readonly code?: unknown }).code !== 'CANCELLED') {
          this.presses.settle();
          this.again = () => this.#prepare(name, texts);
        }
        throw error;
      }
      return fill(texts.added, { name });
    });
  }

  /** Asks if the identity's owner may pay: a page that was led to another's account would link that. */
  #addIdentity(provider: OfferedProvider, texts: Texts): void {
    this.#at = 'accounts';
    const { name } = provider;
    const link = (attempt: OAuthAttempt, token: string): void =>
      this.#change('added', texts.signing, async ({ credentials }, signal) => {
        try {
          await credentials.addOAuth(attempt, token, { signal });
        } catch (error) {
          // The token serves once.
          this.presses.settle();
          this.again = () => this.#addIdentity(provider, texts);
          throw error;
        }
        return fill(texts.added, { name });
      });
    this.press(fill(texts.waiting, { name }), (wallet) =>
      this.#attempt.use(wallet, async (attempt) => {
        const token = await provider.idToken(attempt.nonce);
        const { text, who } = identityQuestion(token, texts);
        return () =>
          this.presses.ask({
            about: askedIn.accounts,
            title: fill(texts.linkTitle, { name }),
            text,
            yes: texts.link,
            look: 'primary',
            subject: namedView(who),
            no: texts.notNow,
            act: () => link(attempt, token),
          });
      }),
    );
  }

  #change(change: Change, doing: string, work: (wallet: Wallet, signal: AbortSignal) => Promise<string>): void {
    const done = async (wallet: Wallet, signal: AbortSignal): Promise<string> => {
      const said = await work(wallet, signal);
      if (signal.aborted) return said;
      this.emit('credentials-changed', { change });
      await this.load();
      return said;
    };
    this.press(doing, done, `#${this.#at ?? ''}`);
  }
}

/** Defines the element. */
export function define(): void {
  defineSigning('countersign-credentials', Credentials);
}
