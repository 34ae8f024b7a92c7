/** @jsxImportSource preact */
/** `<countersign-sign-in>`: the sign-in options of this account in this browser. */
import { h, type ComponentChildren, type VNode } from 'preact';
import { onceShown } from '../../../kit/shown.ts';
import { signInEn } from '../../messages/screens/sign-in.ts';
import type { PasskeySignIn, Wallet } from '../../../kit/wallet/index.ts';
import { openCodePrefix } from '../../../kit/stored.ts';
import type { AuthMethod, OtpType } from '../../../kit/wire.ts';
import { define as defineCodeEntry } from './code-entry.tsx';
import type { OfferedProvider } from '../elements.ts';
import { actView } from '../parts/act-view.tsx';
import { eachOnce } from '../parts/each-once.ts';
import { fill, fillParts } from '../parts/fill.ts';
import { withHiddenMarked } from '../parts/hidden-characters.tsx';
import { icon, iconOfWay } from '../parts/icon.tsx';
import { mask } from '../parts/mask.ts';
import { nameView } from '../parts/name-view.tsx';
import { keepWays, readWays, type SeenWays } from '../parts/seen-ways.ts';
import { createNextAttempt } from '../../next-attempt.ts';
import { describeError, problemView } from '../parts/problem-view.tsx';
import { SignedOutElement } from '../host/signed-out-element.ts';
import { defineElement } from '../host/wallet-element.ts';

const partsOfCode = 'section, title, lead, field, box, button, primary, status, problem';

/** A way in, as a button. */
interface Way {
  readonly kind: AuthMethod['type'];
  readonly label: string;
  /** Where its code goes. */
  readonly address?: string;
  readonly sign: VNode;
  readonly press: () => void;
  readonly isOff: boolean;
}

/** Rows before they are known: so many have most people. */
const usual: readonly AuthMethod['type'][] = ['PASSKEY', 'EMAIL_OTP'];

const style = `
::slotted(*) { width: 1.25em; height: 1.25em; object-fit: contain; }
h2 + p { margin-top: calc(-0.75 * var(--spacing)); }
button > .act { justify-items: start; text-align: start; }
.skeleton.two { height: max(var(--control-height), 3.8125em + 2px); }
`;

class SignIn extends SignedOutElement {
  static readonly observedAttributes = ['begin-with', 'brand', 'theme'];
  #providers: readonly OfferedProvider[] = [];
  #list: readonly AuthMethod[] | undefined;
  /** As this browser knows them from before. */
  #seen: SeenWays = { last: '', rows: [] };
  #isReading = false;
  #isPreparing = false;
  #ready: PasskeySignIn | undefined;
  /** How the code comes whose entry is open. */
  #code: OtpType | undefined;
  /** Id of its credential, if the list was read before. */
  #codeFor: string | undefined;
  #isCodeNew = false;
  #again: () => void = () => undefined;
  readonly #attempt = createNextAttempt();

  constructor() {
    super(style);
  }

  get brand(): string {
    return this.getAttribute('brand') ?? '';
  }

  set brand(brand: string | undefined) {
    this.setText('brand', 'brand', brand);
  }

  get providers(): readonly OfferedProvider[] {
    return this.#providers;
  }

  set providers(providers: readonly OfferedProvider[] | undefined) {
    this.#providers = this.checked('providers', providers, Array.isArray(providers), 'a list') ?? [];
  }

  protected override offer(wallet: Wallet): void {
    this.#code ??= openCode(wallet.accountId);
    this.#seen = readWays(wallet.accountId);
    if (this.#list === undefined && !this.#isReading) void this.#read(wallet, this.signal);
  }

  protected override forget(): void {
    this.#list = undefined;
    this.#isReading = false;
    this.#ready = undefined;
    this.#attempt.forget();
    this.#code = undefined;
    const { wallet } = this;
    const { session } = wallet?.state() ?? {};
    if (wallet === undefined || session === undefined) return;
    keepOpenCode(wallet.accountId, undefined);
    keepWays(wallet.accountId, { ...readWays(wallet.accountId), last: session.credentialType });
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    const status = wallet?.state().status;
    if (status === 'signed-in') return null;
    if (this.#code !== undefined && status === 'signed-out') return this.#codeView(this.#code);
    const texts = this.texts('signIn', signInEn);
    const { problem } = this;
    const described = problem === undefined ? undefined : describeError(problem, this.locale, () => this.update());
    const act = (kind: string) => (): void => this.emit('action', { kind });
    const { last, rows } = this.#seen;
    const [again, reload] = [(): void => this.#again(), (): void => location.reload()];
    return (
      <section part="section">
        <h2 part="title" tabIndex={-1}>
          {texts.title}
        </h2>
        {this.brand === '' ? null : (
          <p part="lead" class="muted">
            {fillParts(texts.to, { brand: <bdi translate={false}>{withHiddenMarked(this.brand)}</bdi> })}
          </p>
        )}
        {this.#list !== undefined ? (
          <div class="stack">{this.#waysIn(this.#list, texts)}</div>
        ) : problem === undefined ? (
          <div class="stack" aria-hidden="true">
            {withOr(
              (rows.length === 0 ? usual : rows).map((kind) => (
                <span class={`skeleton control ${kind === last || kind.endsWith('OTP') ? 'two' : ''}`} />
              )),
              texts,
            )}
          </div>
        ) : null}
        <p role="status" part="status" class={this.busy === null ? 'spoken' : ''}>
          {this.busy ?? (this.#list === undefined && problem === undefined ? texts.reading : null)}
        </p>
        {problemView(described, {
          retry: again,
          'start-over': again,
          'sign-in': again,
          'new-code': again,
          reload,
          'log-in': act('log-in'),
          support: act('support'),
        })}
      </section>
    );
  }

  protected override drawn(): void {
    const { wallet } = this;
    if (wallet !== undefined && this.#list !== undefined) keepWays(wallet.accountId, this.#seen);
    const isOffered = this.#providers.length > 0 && this.#list?.some(({ type }) => type === 'OAUTH') === true;
    if (isOffered && wallet?.state().status === 'signed-out') this.#attempt.prepare(wallet);
  }

  #waysIn(list: readonly AuthMethod[], texts: typeof signInEn): ComponentChildren {
    const passkeys = list.filter(({ type }) => type === 'PASSKEY');
    const identities = list.filter(({ type }) => type === 'OAUTH');
    const ways: Way[] = [
      ...passkeys.map((passkey) => {
        const isNext = this.#ready === undefined ? this.#isPreparing && passkeys.length === 1 : this.#isReady(passkey);
        const [next, other] =
          passkeys.length === 1 ? [texts.passkey, texts.otherPasskey] : [texts.named, texts.otherPasskey];
        return {
          kind: passkey.type,
          label: fill(isNext ? next : other, { name: passkey.nickname }),
          sign: icon('passkey'),
          press: () => (this.#isReady(passkey) ? this.#useReady(texts) : this.#choose(passkey, texts)),
          isOff: this.#isPreparing,
        };
      }),
      ...(['EMAIL_OTP', 'SMS_OTP'] as const).flatMap((kind) => {
        const found = list.find(({ type }) => type === kind);
        const label = kind === 'EMAIL_OTP' ? texts.email : texts.sms;
        const [sign, press] = [icon(iconOfWay[kind]), (): void => this.#enterCode(kind)];
        return found === undefined ? [] : [{ kind, label, address: mask(found.nickname), sign, press, isOff: false }];
      }),
      ...eachOnce(this.#providers).flatMap((provider) =>
        identities.map(({ id, nickname }) => ({
          kind: 'OAUTH' as const,
          label: fill(texts.provider, { name: provider.name }) + (identities.length === 1 ? '' : ` (${nickname})`),
          sign: <slot name={provider.name}>{icon('person')}</slot>,
          press: () => this.#useProvider(provider, id, texts),
          isOff: false,
        })),
      ),
    ];
    if (ways.length === 0) return <p>{texts.none}</p>;
    const rows = ways.map(({ kind }) => kind);
    this.#seen = { ...this.#seen, rows };
    const buttons = ways.map(({ kind, label, address, sign, press, isOff }, index) => {
      // With two of a kind it isn't known which it was.
      const isLast = kind === this.#seen.last && rows.indexOf(kind) === rows.lastIndexOf(kind);
      const below = [
        address === undefined ? '' : nameView(address, withHiddenMarked),
        address === undefined || !isLast ? '' : ' · ',
        isLast ? texts.last : '',
      ];
      return (
        <button
          type="button"
          class={index === 0 ? 'primary' : ''}
          part={index === 0 ? 'button primary' : 'button'}
          aria-disabled={isOff || this.busy !== null}
          onClick={() => (isOff || this.busy !== null ? undefined : press())}
        >
          {sign}
          {actView(label, address === undefined && !isLast ? undefined : below)}
        </button>
      );
    });
    return withOr(buttons, texts);
  }

  #codeView(type: OtpType): VNode {
    const theme = this.getAttribute('theme');
    const ref = (entry: HTMLElement | null): void => {
      if (entry === null || !this.#isCodeNew) return;
      this.#isCodeNew = false;
      // Once it's drawn.
      queueMicrotask(() => entry.focus());
    };
    const properties: object = {
      key: type,
      ref,
      exportparts: partsOfCode,
      ...(theme === null ? {} : { theme }),
      type,
      ...(this.#codeFor === undefined ? {} : { 'credential-id': this.#codeFor }),
      locale: this.locale,
      wallet: this.wallet,
      'oncountersign-back': () => this.#leaveCode(),
      'oncountersign-problem': ({ detail }: CustomEvent<object>) => this.emit('problem', detail),
      'oncountersign-action': ({ detail }: CustomEvent<object>) => this.emit('action', detail),
    };
    return h('countersign-code-entry', properties);
  }

  async #read(wallet: Wallet, signal: AbortSignal): Promise<void> {
    this.#isReading = true;
    this.problem = undefined;
    try {
      const [list, availability] = await Promise.all([wallet.credentials.list({ signal }), wallet.passkey.available()]);
      if (signal.aborted || !this.#isReading) return;
      this.#list = availability === 'no' ? list.filter(({ type }) => type !== 'PASSKEY') : list;
      const type = this.getAttribute('begin-with');
      const hasPasskey = this.#list.some((one) => one.type === 'PASSKEY');
      if (hasPasskey) await new Promise<void>((resolve) => void onceShown(resolve));
      if (signal.aborted) return;
      if (hasPasskey) await this.#prepare(wallet, signal).catch(() => undefined);
      else if (type === 'EMAIL_OTP' || type === 'SMS_OTP') this.#enterCode(type);
    } catch (error) {
      if (signal.aborted || !this.#isReading) return;
      this.#again = () => void this.#read(wallet, signal);
      this.fail(error);
    } finally {
      if (!signal.aborted) this.#isReading = false;
      this.update();
    }
  }

  /** Prepares the passkey that is named, the one used last here, or the only one. */
  async #prepare(wallet: Wallet, signal: AbortSignal, credentialId?: string): Promise<PasskeySignIn> {
    this.#ready = undefined;
    this.#isPreparing = true;
    this.update();
    try {
      const ready = await wallet.passkey.prepare({ signal, ...(credentialId === undefined ? {} : { credentialId }) });
      if (!signal.aborted) this.#ready = ready;
      return ready;
    } finally {
      if (!signal.aborted) this.#isPreparing = false;
      this.update();
    }
  }

  #isReady({ id }: AuthMethod): boolean {
    return this.#ready?.credential.id === id;
  }

  #choose({ id }: AuthMethod, texts: typeof signInEn): void {
    this.#again = () => this.#choose({ id } as AuthMethod, texts);
    void this.run(texts.preparing, async (wallet, signal) => void (await this.#prepare(wallet, signal, id)));
  }

  #useReady(texts: typeof signInEn): void {
    const ready = this.#ready;
    if (ready === undefined) return;
    this.#again = () => this.#useReady(texts);
    void this.run(texts.confirming, async (wallet, signal) => {
      try {
        // Nothing is awaited before it: the prompt needs the press.
        await ready.signIn({ signal });
      } catch (error) {
        const { code } = error as { readonly code?: unknown };
        // A prepared sign-in can still be used after its prompt was closed.
        if (code === 'CANCELLED' || signal.aborted) throw error;
        const again = this.#prepare(wallet, signal, ready.credential.id);
        if (code !== 'CHALLENGE_EXPIRED') {
          await again.catch(() => undefined);
          throw error;
        }
        await (await again).signIn({ signal });
      }
    });
  }

  #useProvider(provider: OfferedProvider, credentialId: string, texts: typeof signInEn): void {
    this.#again = () => this.#useProvider(provider, credentialId, texts);
    void this.run(fill(texts.waiting, { name: provider.name }), (wallet, signal) =>
      this.#attempt.use(wallet, async (attempt) => {
        const idToken = await provider.idToken(attempt.nonce);
        signal.throwIfAborted();
        await attempt.verify(idToken, { credentialId, signal });
      }),
    );
  }

  #enterCode(type: OtpType): void {
    this.problem = undefined;
    this.#isCodeNew = this.#code !== type;
    this.#code = type;
    this.#codeFor = this.#list?.find((one) => one.type === type)?.id;
    if (this.wallet !== undefined) keepOpenCode(this.wallet.accountId, type);
    this.update();
  }

  #leaveCode(): void {
    this.#code = undefined;
    if (this.wallet !== undefined) keepOpenCode(this.wallet.accountId, undefined);
    this.focusNext('h2');
  }
}

/** The rows, with "or" behind the first. */
const withOr = ([first, ...others]: readonly VNode[], { or }: typeof signInEn): ComponentChildren => [
  first,
  ...(others.length === 0 ? [] : [<div class="or">{or}</div>, ...others]),
];

const keyOf = (accountId: string): string => `${openCodePrefix}${accountId}`;

/** Type of the code entry that a reload has left open. */
function openCode(accountId: string): OtpType | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(accountId));
    return kept === 'EMAIL_OTP' || kept === 'SMS_OTP' ? kept : undefined;
  } catch {
    return undefined;
  }
}

function keepOpenCode(accountId: string, type: OtpType | undefined): void {
  try {
    if (type === undefined) sessionStorage.removeItem(keyOf(accountId));
    else sessionStorage.setItem(keyOf(accountId), type);
  } catch {
    // A browser that keeps nothing shows the ways in after a reload.
  }
}

/** Defines the element, and the code entry inside it. */
export function define(): void {
  defineCodeEntry();
  defineElement('countersign-sign-in', SignIn);
}
