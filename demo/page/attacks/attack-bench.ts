/** The attacks of the stage: each is really carried out, on an account of its own, and its wallet's lanes show where it stops. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { mountInspector } from 'countersign/devtools';
import { pageSettings } from '../settings.ts';
import { define } from '../step.ts';
import { createAttacker, type Attacker } from './attacker.ts';
import { carryOut, type Outcome } from './attacks.ts';
import texts from './attacks.json' with { type: 'json' };

/**
 * One attack in words. `guard`: who notices, or `nobody`; `check`: what catches it, or else why nobody does in the browser, and who can;
 * `heldBy`: the file, below `test`, whose tests hold this.
 */
type Attack = (typeof texts)[number];

/** Every attack; those that nobody stops come last. In one profile no session key comes sealed. */
const attacks: readonly Attack[] = texts.filter(
  ({ name }) => name !== 'sealed-key' || pageSettings().profile === 'spec',
);
const isStopped = ({ guard }: Attack): boolean => guard !== 'nobody';

class AttackBench extends LitElement {
  static override properties: PropertyDeclarations = {
    chosen: { state: true },
    running: { state: true },
    outcomes: { state: true },
    copied: { state: true },
  };

  declare chosen: Attack;
  declare running: Attack | null;
  declare outcomes: ReadonlyMap<Attack, Outcome>;
  declare copied: Outcome | null;
  #attacker: Promise<Attacker> | null = null;

  constructor() {
    super();
    this.chosen = attacks[0] as Attack;
    this.running = null;
    this.outcomes = new Map();
    this.copied = null;
    const choose = (): void => {
      this.chosen = attacks.find(({ name }) => location.hash === `#attack=${name}`) ?? this.chosen;
    };
    choose();
    addEventListener('hashchange', choose);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    const { title, story } = this.chosen;
    const outcome = this.outcomes.get(this.chosen);
    const run = (label: string, some: readonly Attack[]): TemplateResult =>
      html`<button
        type="button"
        class="quiet small"
        aria-disabled=${this.running !== null}
        @click=${() => this.#run(some)}
      >
        ${label}
      </button>`;
    return html`
      <nav class="attacks" aria-label="Attacks">
        <div class="choices">
          ${run('Run all', attacks)}
          <p role="status" data-testid="score">${this.#score()}</p>
        </div>
        <h3>What is stopped</h3>
        ${this.#list(attacks.filter(isStopped))}
        <h3>What nobody can stop in the browser</h3>
        ${this.#list(attacks.filter((attack) => !isStopped(attack)))}
      </nav>
      <div>
        <article aria-labelledby="attack">
          <div>
            <h3 id="attack">${title}</h3>
            <p>${story} It is done to an account that is made for it: nothing of yours is touched.</p>
            ${run(this.running === this.chosen ? 'Attacking…' : 'Try it', [this.chosen])}
            <div role="status">${outcome === undefined ? nothing : this.#renderOutcome(this.chosen, outcome)}</div>
          </div>
        </article>
        <div class="lanes"></div>
      </div>
    `;
  }

  #list(some: readonly Attack[]): TemplateResult {
    const mark = (attack: Attack): string => {
      const outcome = this.outcomes.get(attack);
      return outcome === undefined ? '○' : outcome.succeeded ? '!' : '✓';
    };
    return html`<ul>
      ${some.map(
        (attack) =>
          html`<li data-attack=${attack.name}>
            <a
              href="#attack=${attack.name}"
              aria-current=${attack === this.chosen}
              @click=${() => (this.chosen = attack)}
              ><span aria-hidden="true">${mark(attack)}</span>${attack.title}</a
            >
          </li>`,
      )}
    </ul>`;
  }

  #score(): string {
    if (this.outcomes.size === 0) return '';
    const ends = [...this.outcomes];
    const stopped = ends.filter(([, { succeeded }]) => !succeeded).length;
    const odd = ends.filter(([attack, { succeeded }]) => succeeded === isStopped(attack)).length;
    const otherwise = odd === 0 ? '' : `; ${String(odd)} otherwise than announced`;
    return `${String(ends.length)} of ${String(attacks.length)} tried: ${String(stopped)} stopped, ${String(ends.length - stopped)} not${otherwise}.`;
  }

  async #run(some: readonly Attack[]): Promise<void> {
    if (this.running !== null) return;
    for (const attack of some) {
      [this.running, this.chosen] = [attack, attack];
      this.outcomes = new Map([...this.outcomes].filter(([one]) => one !== attack));
      const outcome = await carryOut(attack.name, () => (this.#attacker ??= this.#enter()));
      this.outcomes = new Map([...this.outcomes, [attack, outcome]]);
    }
    this.running = null;
  }

  #renderOutcome(attack: Attack, outcome: Outcome): TemplateResult {
    const { succeeded, code, message, tried } = outcome;
    const { title, guard, check, heldBy, name } = attack;
    const [done, expected, received] = tried ?? ['It could not be prepared.', '–', '–'];
    const verdict = succeeded ? 'Not stopped' : `${isStopped(attack) ? `Refused by ${guard}` : 'It failed'}: ${code}`;
    const copy = async (): Promise<void> => {
      const link = new URL(`#attack=${name}`, location.href);
      const lines = [title, verdict, done, `Expected: ${expected}`, `Received: ${received}`, check, link.href];
      await navigator.clipboard.writeText(lines.join('\n'));
      this.copied = outcome;
    };
    const row = (term: string, value: unknown): TemplateResult =>
      html`<div>
        <dt>${term}</dt>
        <dd>${value}</dd>
      </div>`;
    return html`<div class="outcome" ?data-succeeded=${succeeded}>
      <strong>${verdict}</strong>
      ${message === '' ? nothing : html`<p>${message}</p>`}
      <dl>
        ${row('Done', done)} ${row('Expected', expected)}
        ${row('Received', html`<span class="received">${received}</span>`)}
        ${row(succeeded ? 'Why, who can' : 'Caught by', check)}
        ${row('Held by', html`the tests in <code>test/${heldBy}</code>`)}
      </dl>
      <button type="button" class="quiet small" @click=${copy}>
        ${this.copied === outcome ? 'Copied' : 'Copy the result'}
      </button>
    </div>`;
  }

  async #enter(): Promise<Attacker> {
    try {
      const attacker = await createAttacker();
      const parent = this.querySelector('.lanes');
      if (parent !== null) mountInspector(attacker.wallet, { tap: attacker.tap, parent });
      return attacker;
    } catch (error) {
      this.#attacker = null;
      throw error;
    }
  }
}

define('attack-bench', AttackBench);
