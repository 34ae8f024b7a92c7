/** @jsxImportSource preact */
/** The wallet's recovery phrase, in view only while the person wants it and sees it. */
import type { VNode } from 'preact';
import { createAccountPresses, defineSigning, fill, SignedInElement } from '../elements/parts.ts';
import { pageEn, type PageTexts } from './texts/en.ts';

/** A page that is left, or that others may see: a phone's list of open apps shows it without a blur. */
const leaving = ['blur', 'pagehide', 'visibilitychange'];

/** The phrase stays in view for this, ms. */
const shownMs = 60_000;

class ExportPhrase extends SignedInElement {
  words: PageTexts = pageEn;
  brand = '';
  enclaveKeys: readonly string[] = [];
  #phrase: string | undefined;
  /** Counts what hides: a phrase that comes later isn't shown. */
  #hidden = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #hide = (): void => {
    clearTimeout(this.#timer);
    this.#hidden += 1;
    if (this.#phrase === undefined) return;
    this.#phrase = undefined;
    this.say(this.words.hidden);
    this.focusNext('h2');
  };
  protected override readonly presses = createAccountPresses(this, { signs: () => 'export' });

  constructor() {
    super(`ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 0.25em 1em; list-style: decimal inside; font: 1.0625em/1.7 ui-monospace, monospace; }
li::marker { color: var(--muted); }`);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const event of leaving) addEventListener(event, this.#hide);
  }

  override disconnectedCallback(): void {
    this.#hide();
    for (const event of leaving) removeEventListener(event, this.#hide);
    super.disconnectedCallback();
  }

  protected override read(): Promise<() => void> {
    return Promise.resolve(() => undefined);
  }

  protected override view(): VNode {
    const { words } = this;
    const phrase = this.#phrase;
    const show = (): void => this.#show();
    return this.frame(
      { title: words.phrase, reading: words.showing, signedOut: '' },
      <>
        <p class="note">
          <span>
            {fill(words.phraseLead, { brand: this.brand })} {words.phraseAlone}
          </span>
        </p>
        {phrase === undefined ? null : (
          <ol translate={false}>
            {phrase.split(' ').map((word) => (
              <li>{word}</li>
            ))}
          </ol>
        )}
        <div class="actions">
          {phrase === undefined
            ? this.presses.button(words.show, undefined, show, { class: 'primary' })
            : this.button(words.hide, this.#hide, { class: 'primary' })}
        </div>
      </>,
    );
  }

  #show(): void {
    const hidden = this.#hidden;
    this.press(this.words.showing, async (wallet, signal) => {
      const phrase = await wallet.account.export({ enclaveKeys: this.enclaveKeys, signal });
      if (signal.aborted || hidden !== this.#hidden) return this.words.hidden;
      this.#phrase = phrase;
      this.#timer = setTimeout(this.#hide, shownMs);
      this.emit('done', {});
      return this.words.shown;
    });
  }
}

/** Defines the element. */
export function defineExportPhrase(): void {
  defineSigning('countersign-page-export', ExportPhrase);
}
