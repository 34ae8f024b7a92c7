/** "Show the code": the few lines of the kit behind a step, read from the files that the tests run. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { codeOf } from './code-of-steps.ts';
import { define } from './step.ts';

type Lines = ReturnType<typeof codeOf>;

class CodeBox extends LitElement {
  static override properties: PropertyDeclarations = {
    name: { attribute: true },
    flavour: { state: true },
    lines: { state: true },
    reading: { state: true },
  };

  declare name: string;
  declare flavour: 'plain' | 'react';
  declare lines: Lines | null;
  /** Whether the lines are on their way, or couldn't be had. */
  declare reading: 'no' | 'yes' | 'failed';

  constructor() {
    super();
    this.name = '';
    this.flavour = 'plain';
    this.lines = null;
    this.reading = 'no';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    return html`<details @toggle=${() => void this.#read()}>
      <summary>Show the code</summary>
      ${this.lines === null ? this.#renderWait() : this.#renderLines(this.lines)}
    </details>`;
  }

  #renderWait(): TemplateResult | typeof nothing {
    if (this.reading === 'no') return nothing;
    // Browsers differ in whether they fetch a module again that failed once; a new page always does.
    const words =
      this.reading === 'yes' ? 'Reading…' : 'The code could not be read. Reload this page once you are online again.';
    return html`<p class="hint" role="status">${words}</p>`;
  }

  #renderLines(lines: Lines): TemplateResult {
    const tab = (flavour: 'plain' | 'react', label: string): TemplateResult =>
      html`<button
        type="button"
        class="quiet small"
        aria-pressed=${this.flavour === flavour}
        @click=${() => (this.flavour = flavour)}
      >
        ${label}
      </button>`;
    return html`<div class="actions" role="group" aria-label="Written for">
        ${tab('plain', 'TypeScript')} ${tab('react', 'React')}
      </div>
      <pre><code>${lines[this.flavour]}</code></pre>`;
  }

  async #read(): Promise<void> {
    if (this.lines !== null || this.reading === 'yes') return;
    this.reading = 'yes';
    try {
      const { codeOf } = await import('./code-of-steps.ts');
      this.lines = codeOf(this.name);
      this.reading = 'no';
    } catch {
      this.reading = 'failed';
    }
  }
}

/** Renders the box of a step that has code of the kit; the others have none. */
export function codeBox(view: string): TemplateResult | typeof nothing {
  const name = Object.hasOwn(files, view) ? files[view] : undefined;
  return name === undefined ? nothing : html`<code-box name=${name}></code-box>`;
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
