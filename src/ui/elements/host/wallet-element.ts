/** Base of all elements: the wallet and its replacement, the language, drawing, and one call at a time. */
import { render, type RefObject, type VNode } from 'preact';
import { parseDateTime } from '../../../kit/date-time.ts';
import { bare, copyOwn } from '../../../kit/own-members.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import type { Locale, Screens } from '../../messages/index.ts';
import { checkLocale, mistake } from '../parts/checked.ts';
import { withOwnTexts } from './own-texts.tsx';
import type { Presses } from './presses.ts';
import { describeError, loadWords, problemView } from '../parts/problem-view.tsx';
import { baseStyle } from './style.ts';

/** A page may make its wallet after the element, but not so late. */
const patienceMs = 3000;

/** Where the focus goes: a ref, or a selector without classes, which other parts may share. */
export type FocusTarget = string | RefObject<HTMLElement | null>;

/** An element of a wallet. A subclass draws in `view()`, and forgets in `forget()` what belongs to one wallet. */
export abstract class WalletElement extends HTMLElement {
  /** The buttons that sign; none in most elements. */
  protected readonly presses: Presses = {};
  /** The current work, as a text to show; null while the element waits for the person. */
  busy: string | null = null;
  /** The error that the last call rejected with. */
  problem: unknown;
  /** Warns of a wallet that doesn't come; 0 where none is needed, and once that is said. */
  protected warning: ReturnType<typeof setTimeout> | 0 | undefined;
  readonly #root: ShadowRoot;
  readonly #style: string;
  #wallet: Wallet | undefined;
  #locale: Locale | undefined;
  /** Mistakes of the page, by field. */
  readonly #mistakes = new Map<string, unknown>();
  #reported = '';
  /** Ends what was begun with the wallet that is shown. */
  #life = new AbortController();
  #stopFollowing: (() => void) | undefined;
  /** Properties that a page set before the element was defined; the fields' first values would replace them. */
  #setBefore: Record<string, unknown> = {};
  #isScheduled = false;
  #spoken = '';
  #focusNext: FocusTarget | undefined;
  /** The button that was pressed last: it shows a spinner while that runs. */
  #pressed: Element | null = null;

  constructor(style: string) {
    super();
    this.#root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    this.#style = style;
    this.adoptedCallback();
    for (const type of ['keydown', 'keypress', 'keyup']) this.#root.addEventListener(type, keepKey);
    const press = ({ target }: Event): void => {
      if (!this.isBusy()) this.#pressed = (target as Element).closest('button');
    };
    this.#root.addEventListener('click', press, true);
    this.#root.addEventListener('input', () => (this.#pressed = null));
    const self = this as unknown as Record<string, unknown>;
    for (const name of Object.keys(self)) {
      if (!(name in new.target.prototype)) continue;
      this.#setBefore[name] = self[name];
      // An own property would hide the accessor of the class.
      delete self[name];
    }
  }

  get wallet(): Wallet | undefined {
    return this.#wallet;
  }

  set wallet(wallet: Wallet | undefined) {
    if (wallet === this.#wallet) return;
    // A promise of one, for example.
    const isWallet = typeof (wallet as Partial<Wallet> | null | undefined)?.subscribe === 'function';
    const given = this.checked('wallet', wallet, isWallet, 'what createWallet has returned');
    this.#life.abort();
    this.#life = new AbortController();
    this.#wallet = given;
    this.busy = null;
    this.problem = undefined;
    this.forget();
    this.#follow();
  }

  get locale(): Locale | undefined {
    return this.#locale;
  }

  set locale(locale: Locale | undefined) {
    const before = this.language;
    this.#locale = locale || undefined;
    // A text of another language is told no more.
    if (before !== this.language) this.#spoken = '';
    this.update();
  }

  connectedCallback(): void {
    const { defaultView } = this.ownerDocument;
    if (defaultView !== null) this.presses.begin?.(defaultView);
    Object.assign(this, this.#setBefore);
    this.#setBefore = {};
    this.#follow();
    void loadWords();
  }

  disconnectedCallback(): void {
    this.presses.end?.();
    this.#follow();
    this.left();
  }

  /** A sheet belongs to its document. */
  adoptedCallback(): void {
    const { ownerDocument } = this;
    const { CSSStyleSheet: Sheet } = ownerDocument.defaultView ?? globalThis;
    // A document without a layout, as jsdom's, makes no sheets, and needs none.
    if (!('replaceSync' in Sheet.prototype)) return;
    this.#root.adoptedStyleSheets = [baseStyle, this.#style].map((style) => sheetOf(style, ownerDocument, Sheet));
  }

  attributeChangedCallback(): void {
    this.update();
  }

  /** Draws the element. */
  protected abstract view(wallet: Wallet | undefined): VNode | null;

  /** Drops data of the wallet before. Values that the page has set stay. */
  protected forget(): void {}

  /** Begins what is read once; called whenever the element is in the page with a wallet, also after it was moved. */
  protected begin(_wallet: Wallet): void {}

  /** Ends timers. */
  protected left(): void {}

  /** Follows what the element shows of the wallet; returns the way to stop. */
  protected follow(_wallet: Wallet): () => void {
    return () => undefined;
  }

  /** Called after each change of the wallet's state. */
  protected walletChanged(_wallet: Wallet): void {}

  /** Called when the network is back. */
  protected online(_wallet: Wallet): void {}

  /** Called after each drawing, for the focus. */
  protected drawn(): void {}

  /** Draws again, once after all changes of a task. */
  update(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      // The document of a frame or a window that is gone has no view, and makes no nodes.
      if (!this.isConnected || this.ownerDocument.defaultView === null) return;
      try {
        this.#draw();
        this.#reported = '';
      } catch (error) {
        this.#drawMistake(error);
      }
    });
  }

  #draw(): void {
    const [wrong] = this.#mistakes.values();
    if (wrong !== undefined) throw wrong;
    checkLocale(this.#locale);
    this.presses.look?.();
    const { activeElement } = this.#root;
    render(withOwnTexts(this.presses.instead?.() ?? this.view(this.#wallet)), this.#root);
    // For hyphens, and for who reads aloud. On the element itself it would differ from what a server has rendered.
    for (const part of this.#root.children) (part as HTMLElement).lang = this.language;
    const working = this.isBusy() ? (this.#pressed?.isConnected ? this.#pressed : this.find('.primary')) : null;
    for (const button of this.#root.querySelectorAll('button')) {
      button.toggleAttribute('data-busy', button === working);
    }
    if (activeElement?.isConnected === false) this.#focusNext ??= 'h2';
    this.#moveFocus();
    this.drawn();
  }

  /** Shows a problem in place of all that can't be drawn, and tells the page once. */
  #drawMistake(error: unknown): void {
    const words = describeError(error, undefined, () => this.update());
    const isNew = this.#reported !== String(error);
    // The same alert drawn anew would be spoken with each drawing.
    if (isNew) render(null, this.#root);
    render(problemView(words, {}), this.#root);
    if (!isNew) return;
    this.#reported = String(error);
    this.emit('problem', { error });
  }

  /** Returns what the page has set; undefined for nothing, such as Preact's empty text, and for a mistake, noted until it's corrected. */
  protected checked<Value>(
    field: string,
    value: Value | null | undefined,
    isRight: boolean,
    mustBe: string,
  ): Value | undefined {
    const given = value || undefined;
    const isMistake = given !== undefined && !isRight;
    if (isMistake) this.#mistakes.set(field, mistake(field, mustBe));
    else this.#mistakes.delete(field);
    this.update();
    return isMistake ? undefined : given;
  }

  /** Sets an attribute for a property that is a text. */
  protected setText(attribute: string, field: string, text: string | null | undefined): void {
    this.setAttribute(attribute, this.checked(field, text, typeof text === 'string', 'a string') ?? '');
  }

  /** Moves the focus to a part of the next drawing, unless the person has gone elsewhere in the page. */
  focusNext(target: FocusTarget): void {
    this.#focusNext = target;
    this.update();
  }

  /** Tells the page of something; the event bubbles and stays outside of other elements' insides. */
  protected emit(what: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`countersign-${what}`, { detail, bubbles: true }));
  }

  /** The texts of a screen: those of the language, English where it has none. */
  texts<Group extends keyof Screens>(group: Group, english: Screens[Group]): Screens[Group] {
    return copyOwn({ ...english, ...this.#locale?.screens?.[group] });
  }

  /** The language of dates and amounts. */
  protected get language(): string {
    return this.#locale?.language ?? 'en';
  }

  /** An instant as people of the language write it: of the same day as another one, today by default, the time alone. */
  protected instant(time: string | number | undefined, other: string | number = Date.now()): string {
    const date = dateOf(time);
    const day = date.toDateString() === dateOf(other).toDateString() ? {} : ({ dateStyle: 'medium' } as const);
    return this.#format(date, { ...day, timeStyle: 'short' });
  }

  /** The day of an instant, as people of the language write it. */
  protected day(time: string | undefined): string {
    return this.#format(dateOf(time), { dateStyle: 'medium' });
  }

  /** The same, with today and yesterday in words. */
  protected dayInWords(time: string | undefined): string {
    const days = Math.round((dateOf(time).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86_400_000);
    return days === 0 || days === -1
      ? new Intl.RelativeTimeFormat(this.language, bare({ numeric: 'auto' as const })).format(days, 'day')
      : this.day(time);
  }

  /** The time of day of an instant. */
  protected timeOfDay(time: string | undefined): string {
    return this.#format(dateOf(time), { timeStyle: 'short' });
  }

  /** Empty for a time that can't be read. */
  #format(date: Date, style: Intl.DateTimeFormatOptions): string {
    return Number.isNaN(Number(date)) ? '' : new Intl.DateTimeFormat(this.language, bare(style)).format(date);
  }

  /**
   * Runs one call of the wallet, unless another is under way. Shows its error, and reports it by
   * `countersign-problem`, unless the wallet was replaced meanwhile.
   */
  protected async run(doing: string, work: (wallet: Wallet, signal: AbortSignal) => Promise<void>): Promise<void> {
    const wallet = this.#wallet;
    if (wallet === undefined || this.busy !== null) return;
    const { signal } = this.#life;
    this.busy = doing;
    this.problem = undefined;
    this.say(doing);
    try {
      await work(wallet, signal);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    } finally {
      if (!signal.aborted) {
        this.busy = null;
        this.update();
      }
    }
  }

  /** Whether something runs that the person waits for. */
  isBusy(): boolean {
    return this.busy !== null;
  }

  /** Shows and tells an error. */
  protected fail(error: unknown): void {
    this.problem = error;
    this.#spoken = '';
    this.emit('problem', { error });
    this.update();
  }

  /** Ends with the wallet that is shown. */
  protected get signal(): AbortSignal {
    return this.#life.signal;
  }

  /** Has a text spoken by the element's live region, which `spoken` fills. */
  say(text: string): void {
    this.#spoken = text;
    this.update();
  }

  /** The text of the live region. */
  protected get spoken(): string {
    return this.presses.refusal?.() ?? this.#spoken;
  }

  /** Looks for a part of what is drawn. */
  protected find(selector: string): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(selector);
  }

  #moveFocus(): void {
    if (this.#focusNext === undefined) return;
    const next = this.#focusNext;
    const target = typeof next === 'string' ? this.find(next) : next.current;
    this.#focusNext = undefined;
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    if (activeElement === null || activeElement === this || activeElement === document.body) target?.focus();
  }

  #follow(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
    this.update();
    clearTimeout(this.warning);
    if (!this.isConnected) return;
    const wallet = this.#wallet;
    if (wallet === undefined) {
      const warn = (): void => {
        this.warning = 0;
        // Not an error: a wallet that comes later mends it.
        console.warn(`<${this.localName}> has no wallet: set element.wallet (React: elementComponent)`);
      };
      if (this.warning !== 0) this.warning = setTimeout(warn, patienceMs);
      return;
    }
    const stop = wallet.subscribe(() => {
      this.walletChanged(wallet);
      this.update();
    });
    const online = (): void => this.online(wallet);
    addEventListener('online', online);
    const stopReading = this.follow(wallet);
    this.#stopFollowing = () => {
      stop();
      stopReading();
      removeEventListener('online', online);
    };
    this.begin(wallet);
  }
}

/** Keys that write, edit or move in a field; a keyboard of a phone and one that composes name no key. */
const fieldKeys = /^(?:.|Backspace|Delete|Enter|Arrow\w+|Home|End|Dead|Process|Unidentified)$/su;

/** Keeps what is typed into a field from the page's shortcuts; chords go on. Ctrl and Alt together write characters on Windows. */
function keepKey(event: Event): void {
  const { key, repeat, target, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
  // A key that is held presses once.
  if (repeat && key === 'Enter') event.preventDefault();
  const isChord = metaKey || ctrlKey !== altKey;
  if (!isChord && (target as Element).matches('input') && fieldKeys.test(key)) event.stopPropagation();
}

/** A time of the service, or epoch ms, as a date; an invalid one where it can't be read. */
function dateOf(time: string | number | undefined): Date {
  return new Date(typeof time === 'number' ? time : parseDateTime(time));
}

const sheetsOf = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** One sheet for all elements of a style in a document. */
function sheetOf(style: string, owner: Document, Sheet: typeof CSSStyleSheet): CSSStyleSheet {
  const sheets = sheetsOf.get(owner) ?? new Map<string, CSSStyleSheet>();
  sheetsOf.set(owner, sheets);
  const made = sheets.get(style) ?? new Sheet();
  if (!sheets.has(style)) made.replaceSync(style);
  sheets.set(style, made);
  return made;
}

/** Defines an element, unless it is defined already. */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
