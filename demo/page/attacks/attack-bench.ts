/** The attack bench: each button really attacks the account of the person who is here, and says what came of it. */

import { css, html, LitElement, nothing, type CSSResult, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Demo } from '../demo.ts';
import { define } from '../step.ts';
import { outlinedButton } from '../underneath/outlined-button.ts';
import type { Attack, Outcome } from './attack.ts';
import { createAttacker, type Attacker } from './attacker.ts';
import { backEndAttacks } from './back-end-attacks.ts';
import { scriptAttacks } from './script-attacks.ts';

/** Every attack, in the order of the bench. */
export const attacks: readonly Attack[] = [...backEndAttacks, ...scriptAttacks];

class AttackBench extends LitElement {
  static override properties: PropertyDeclarations = {
    demo: { attribute: false },
    account: { attribute: false },
    running: { state: true },
    outcomes: { state: true },
  };
  static override styles: CSSResult = css`
    ${outlinedButton}
    :host {
      display: block;
      font-size: 0.875rem;
      line-height: 1.5;
    }
    * {
      box-sizing: border-box;
    }
    h3,
    h4,
    p,
    ol,
    dl,
    dd {
      margin: 0;
      padding: 0;
    }
    ol {
      display: grid;
      gap: 0.75rem;
      list-style: none;
    }
    h3 {
      margin: 1.25rem 0 0.5rem;
      font-size: 0.9375rem;
    }
    h4 {
      font-size: 0.9375rem;
    }
    code {
      font: 0.8125rem/1.5 var(--mono);
      overflow-wrap: anywhere;
    }
    .lead + ol {
      margin-top: 0.75rem;
    }
    .lead {
      color: var(--muted);
    }
    article {
      display: grid;
      gap: 0.5rem;
      padding: 0.875rem 1rem;
      border: 1px solid var(--line);
      border-radius: 10px;
      background: var(--surface);
    }
    button {
      justify-self: start;
      font-weight: 600;
    }
    button:hover:not([aria-disabled='true']) {
      border-color: var(--accent);
      color: var(--accent);
    }
    button[aria-disabled='true'] {
      color: var(--muted);
      cursor: default;
    }
    .outcome {
      display: grid;
      gap: 0.375rem;
      padding: 0.625rem 0.75rem;
      border-radius: 8px;
      background: var(--accent-soft);
    }
    .outcome[data-succeeded] {
      background: var(--warn-soft);
    }
    .verdict {
      font-weight: 650;
      color: var(--accent);
    }
    [data-succeeded] .verdict {
      color: var(--warn);
    }
    dl {
      display: grid;
      gap: 0.25rem;
    }
    dl div {
      display: grid;
      grid-template-columns: 5.5rem 1fr;
      gap: 0.5rem;
    }
    dt {
      color: var(--muted);
    }
    dd {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    @media (forced-colors: active) {
      .outcome {
        border: 1px solid;
      }
    }
  `;

  declare demo: Demo;
  /** The account of the person who is here. */
  declare account: string | undefined;
  declare running: string | null;
  declare outcomes: ReadonlyMap<string, Outcome>;
  #attacker: Attacker | null = null;
  #accountId: string | null = null;

  constructor() {
    super();
    this.running = null;
    this.outcomes = new Map();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  override render(): TemplateResult {
    if (this.demo.state.person === null) {
      return html`<p class="lead">
        Enter your e-mail address in the wallet first: the attacks are on your account there.
      </p>`;
    }
    const stopped = attacks.filter(({ guard }) => guard !== 'nobody');
    const others = attacks.filter(({ guard }) => guard === 'nobody');
    return html`
      <p class="lead">
        Each button really does it, to a wallet of its own that signs in to your account beside yours. The sandbox’s
        code is read from the sandbox.
      </p>
      <h3>What is stopped</h3>
      <ol>
        ${stopped.map((attack) => html`<li>${this.#renderAttack(attack)}</li>`)}
      </ol>
      <h3>What is not stopped</h3>
      <p class="lead">A script that runs in the page can do what the page can do. Nothing here stops these.</p>
      <ol>
        ${others.map((attack) => html`<li>${this.#renderAttack(attack)}</li>`)}
      </ol>
    `;
  }

  #renderAttack(attack: Attack): TemplateResult {
    const { name, title, story } = attack;
    const outcome = this.outcomes.get(name);
    return html`<article data-attack=${name} aria-labelledby=${name}>
      <h4 id=${name}>${title}</h4>
      <p>${story}</p>
      <button type="button" aria-disabled=${this.running !== null} @click=${() => void this.#run(attack)}>
        ${this.running === name ? 'Attacking…' : 'Try it'}
      </button>
      <div role="status">${outcome === undefined ? nothing : renderOutcome(attack, outcome)}</div>
    </article>`;
  }

  async #run(attack: Attack): Promise<void> {
    if (this.running !== null) return;
    this.running = attack.name;
    this.outcomes = new Map([...this.outcomes].filter(([name]) => name !== attack.name));
    try {
      this.#show(attack, await attack.run(this.#get()));
    } catch (error) {
      const { code, name, message } = error as Error & { code?: string };
      const done = 'It could not be begun: the wallet of the bench did not sign in.';
      this.#show(attack, { succeeded: false, code: code ?? name, message, done });
    } finally {
      this.running = null;
    }
  }

  #show({ name }: Attack, outcome: Outcome): void {
    this.outcomes = new Map([...this.outcomes, [name, outcome]]);
  }

  /** One attacker for as long as the same person is here. */
  #get(): Attacker {
    const { person } = this.demo.state;
    if (person === null) throw new TypeError('nobody is signed in to the platform');
    if (this.#attacker === null || this.#accountId !== person.accountId) {
      this.#leave();
      const { enclaveKeys, profile } = this.demo.settings;
      const { accountId } = person;
      this.#accountId = accountId;
      const fetch = (url: string, init: RequestInit): Promise<Response> => globalThis.fetch(url, init);
      this.#attacker = createAttacker({ accountId, enclaveKeys, profile, fetch });
    }
    return this.#attacker;
  }

  #leave(): void {
    this.#attacker?.close();
    this.#attacker = null;
  }
}

function renderOutcome(attack: Attack, { succeeded, code, message, done }: Outcome): TemplateResult {
  const { guard, check, heldBy } = attack;
  return html`<div class="outcome" ?data-succeeded=${succeeded}>
    <p class="verdict">
      ${succeeded ? 'Not stopped' : guard === 'nobody' ? 'It failed' : `Refused by ${guard}`}${code === null ? '' : html`: <code>${code}</code>`}
    </p>
    ${message === '' ? nothing : html`<p>${message}</p>`}
    <dl>
      <div>
        <dt>Done</dt>
        <dd>${done}</dd>
      </div>
      <div>
        <dt>${succeeded ? 'Limited by' : 'Caught by'}</dt>
        <dd>${check}</dd>
      </div>
      <div>
        <dt>Held by</dt>
        <dd>the tests in <code>test/${heldBy}</code></dd>
      </div>
    </dl>
  </div>`;
}

define('attack-bench', AttackBench);
