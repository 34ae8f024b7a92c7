/** "Show the code": the few lines of the kit behind a step, read from the files that the tests run. */

import { html, nothing, type TemplateResult } from 'lit';
import type { codeOf } from './code-of-steps.ts';
import type { Demo } from './demo.ts';
import { define, PagePart } from './page-part.ts';

type Lines = ReturnType<typeof codeOf>;

class CodeBox extends PagePart {
  /** The file with the lines. */
  name = '';
  #flavour: keyof Lines = 'plain';
  #lines: Lines | null = null;
  /** Whether the lines are on their way, or couldn't be had. */
  #reading: 'no' | 'yes' | 'failed' = 'no';

  override render(): TemplateResult {
    return html`<details @toggle=${() => void this.#read()}>
      <summary>Show the code</summary>
      ${this.#lines === null ? this.#renderWait() : this.#renderLines(this.#lines)}
    </details>`;
  }

  #renderWait(): TemplateResult | typeof nothing {
    if (this.#reading === 'no') return nothing;
    // Browsers differ in whether they fetch a module again that failed once; a new page always does.
    const words =
      this.#reading === 'yes' ? 'Reading…' : 'The code could not be read. Reload this page once you are online again.';
    return html`<p class="hint" role="status">${words}</p>`;
  }

  #renderLines(lines: Lines): TemplateResult {
    const tab = (flavour: keyof Lines, label: string): TemplateResult =>
      html`<button
        type="button"
        class="quiet small"
        aria-pressed=${this.#flavour === flavour}
        @click=${() => this.#choose(flavour)}
      >
        ${label}
      </button>`;
    return html`<div class="actions" role="group" aria-label="Written for">
        ${tab('plain', 'TypeScript')} ${tab('react', 'React')}
      </div>
      <pre><code>${lines[this.#flavour]}</code></pre>`;
  }

  #choose(flavour: keyof Lines): void {
    this.#flavour = flavour;
    this.requestUpdate();
  }

  async #read(): Promise<void> {
    if (this.#lines !== null || this.#reading === 'yes') return;
    this.#reading = 'yes';
    this.requestUpdate();
    try {
      const { codeOf } = await import('./code-of-steps.ts');
      this.#lines = codeOf(this.name);
      this.#reading = 'no';
    } catch {
      this.#reading = 'failed';
    }
    this.requestUpdate();
  }
}

/** Renders the box of a step that has code of the kit; the others have none. */
export function codeBox(view: string, demo: Demo): TemplateResult | typeof nothing {
  const name = Object.hasOwn(files, view) ? files[view] : undefined;
  return name === undefined ? nothing : html`<code-box .name=${name} .demo=${demo}></code-box>`;
}

/** The file behind each step. */
const files: Readonly<Record<string, string>> = {
  welcome: 'sign-in',
  review: 'pay',
  card: 'card',
  'sign-in': 'passkey',
  sessions: 'sessions',
};

define('code-box', CodeBox);
