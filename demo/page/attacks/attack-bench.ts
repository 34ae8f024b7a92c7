/** The attacks of the stage: each is really carried out, on an account of its own, and its wallet's lanes show where it stops. */

import { css, html, LitElement, nothing, type CSSResult, type PropertyDeclarations, type TemplateResult } from 'lit';
import { mountInspector } from 'countersign/devtools';
import type { PageSettings } from '../settings.ts';
import { define } from '../step.ts';
import { partStyle } from '../underneath/part-style.ts';
import { carryOut, type Attack, type Outcome } from './attack.ts';
import { createAttacker, type Attacker } from './attacker.ts';
import { backEndAttacks, swappedQuote } from './back-end-attacks.ts';
import { scriptAttacks } from './script-attacks.ts';

const all = [...backEndAttacks, ...scriptAttacks];
const stopped = all.filter(({ guard }) => guard !== 'nobody');
const others = [swappedQuote, ...all.filter(({ guard }) => guard === 'nobody')];
/** Every attack, in the order of the list. */
export const attacks: readonly Attack[] = [...stopped, ...others];

class AttackBench extends LitElement {
  static override properties: PropertyDeclarations = {
    settings: { attribute: false },
    chosen: { state: true },
    running: { state: true },
    outcomes: { state: true },
    isCopied: { state: true },
  };
  static override styles: CSSResult[] = [
    partStyle,
    css`
      :host {
        display: grid;
        gap: 0.75rem;
        container-type: inline-size;
      }
      .stage,
      .outcome,
      dl {
        display: grid;
        gap: 0.5rem 1.5rem;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
        gap: 0 1rem;
      }
      li a {
        display: flex;
        gap: 0.5rem;
        padding: 0.25rem 0.5rem;
        border-radius: 6px;
        color: inherit;
        text-decoration: none;
      }
      li a::before {
        content: '○';
        width: 1rem;
        color: var(--muted);
      }
      li[data-end='refused'] a::before {
        content: '✓';
        color: var(--accent);
      }
      li[data-end='succeeded'] a::before {
        content: '!';
        color: var(--warn);
        font-weight: 700;
      }
      a:hover,
      a[aria-current='true'] {
        background: var(--accent-soft);
        color: var(--accent);
      }
      article {
        display: grid;
        align-content: start;
        gap: 0.5rem;
        padding: 0.875rem 1rem;
        border: 1px solid var(--line);
        border-radius: 10px;
        background: var(--surface);
      }
      .outcome {
        padding: 0.625rem 0.75rem;
        border-radius: 8px;
        background: var(--accent-soft);
        --tone: var(--accent);
      }
      .outcome[data-succeeded] {
        background: var(--warn-soft);
        --tone: var(--warn);
      }
      .verdict {
        font-weight: 650;
        color: var(--tone);
      }
      dl div {
        display: grid;
        grid-template-columns: 5.5rem minmax(0, 1fr);
        gap: 0.5rem;
      }
      dd {
        overflow-wrap: anywhere;
      }
      .received {
        color: var(--danger);
        font-weight: 600;
      }
      @container (min-width: 60rem) {
        .stage {
          grid-template-columns: 19rem minmax(0, 1fr);
        }
      }
    `,
  ];

  declare settings: PageSettings;
  declare chosen: Attack;
  declare running: string | null;
  declare outcomes: ReadonlyMap<string, Outcome>;
  declare isCopied: boolean;
  #attacker: Promise<Attacker> | null = null;
  readonly #choose = (): void => {
    this.chosen = attacks.find(({ name }) => location.hash === `#attack=${name}`) ?? this.chosen;
    this.isCopied = false;
  };

  constructor() {
    super();
    [this.chosen = swappedQuote] = attacks;
    this.running = null;
    this.outcomes = new Map();
    this.#choose();
    addEventListener('hashchange', this.#choose);
  }

  override render(): TemplateResult {
    const isBusy = this.running !== null;
    const { name, title, story } = this.chosen;
    const outcome = this.outcomes.get(name);
    return html`
      <p>Each attack is real, on an account that is made for it: nothing of yours is touched.</p>
      <div class="parts">
        <button type="button" aria-disabled=${isBusy} @click=${() => void this.#run(attacks)}>Run all</button>
        <p role="status" data-testid="score">${this.#score()}</p>
      </div>
      <div class="stage">
        <nav aria-label="Attacks">
          <h3>What is stopped</h3>
          ${this.#list(stopped)}
          <h3>What nobody can stop in the browser</h3>
          <p>
            A confirmation on an origin of its own, or a passkey for each payment, stops what a script does with a key.
          </p>
          ${this.#list(others)}
        </nav>
        <div class="body">
          <article aria-labelledby="title" data-of=${name}>
            <h3 id="title">${title}</h3>
            <p>${story}</p>
            <button type="button" aria-disabled=${isBusy} @click=${() => void this.#run([this.chosen])}>
              ${this.running === name ? 'Attacking…' : 'Try it'}
            </button>
            <div role="status">${outcome === undefined ? nothing : this.#outcome(this.chosen, outcome)}</div>
          </article>
          <div id="lanes"></div>
        </div>
      </div>
    `;
  }

  #list(some: readonly Attack[]): TemplateResult {
    const end = (name: string): string => {
      const outcome = this.outcomes.get(name);
      return outcome === undefined ? 'none' : outcome.succeeded ? 'succeeded' : 'refused';
    };
    return html`<ul>
      ${some.map(
        ({ name, title }) =>
          html`<li data-attack=${name} data-end=${end(name)}>
            <a href="#attack=${name}" aria-current=${String(name === this.chosen.name)}>${title}</a>
          </li>`,
      )}
    </ul>`;
  }

  #outcome(attack: Attack, { succeeded, code, message, tried }: Outcome): TemplateResult {
    const [done, expected, received] = tried ?? ['It could not be prepared.', '', ''];
    const row = (name: string, value: unknown, look = ''): TemplateResult =>
      html`<div>
        <dt>${name}</dt>
        <dd class=${look}>${value}</dd>
      </div>`;
    const copy = async (text: string): Promise<void> => {
      await navigator.clipboard.writeText(text);
      this.isCopied = true;
    };
    return html`<div class="outcome" data-of=${attack.name} ?data-succeeded=${succeeded}>
      <p class="verdict">${verdictOf(attack, { succeeded, code })}</p>
      ${message === '' ? nothing : html`<p>${message}</p>`}
      <dl>
        ${row('Done', done)} ${row('Expected', html`<code>${expected}</code>`)}
        ${row('Received', html`<code>${received}</code>`, 'received')}
        ${row(succeeded ? 'Why, who can' : 'Caught by', attack.check)}
        ${row('Held by', html`the tests in <code>test/${attack.heldBy}</code>`)}
      </dl>
      <button
        type="button"
        @click=${() => void copy(`${attack.title}\n${verdictOf(attack, { succeeded, code })}\n${done}\nExpected: ${expected}\nReceived: ${received}\n${attack.check}\n${location.href.split('#')[0] ?? ''}#attack=${attack.name}\n`)}
      >
        ${this.isCopied ? 'Copied' : 'Copy the result'}
      </button>
    </div>`;
  }

  #score(): string {
    const ends = attacks.flatMap(({ name, guard }) => {
      const outcome = this.outcomes.get(name);
      return outcome === undefined ? [] : [{ ...outcome, isAsSaid: outcome.succeeded === (guard === 'nobody') }];
    });
    if (ends.length === 0) return '';
    const count = (fits: (end: (typeof ends)[number]) => boolean): string => String(ends.filter(fits).length);
    const surprises = ends.filter(({ isAsSaid }) => !isAsSaid).length;
    return `${String(ends.length)} of ${String(attacks.length)} tried: ${count(({ succeeded }) => !succeeded)} stopped, ${count(({ succeeded }) => succeeded)} not${surprises === 0 ? '' : `; ${String(surprises)} otherwise than announced`}.`;
  }

  async #run(some: readonly Attack[]): Promise<void> {
    if (this.running !== null) return;
    this.isCopied = false;
    try {
      for (const attack of some) {
        this.running = attack.name;
        this.chosen = attack;
        const outcome = await this.#start(attack);
        this.outcomes = new Map([...this.outcomes, [attack.name, outcome]]);
      }
    } finally {
      this.running = null;
    }
  }

  async #start(attack: Attack): Promise<Outcome> {
    this.outcomes = new Map([...this.outcomes].filter(([name]) => name !== attack.name));
    this.#attacker ??= this.#enter();
    try {
      return await carryOut(attack, await this.#attacker);
    } catch (error) {
      this.#attacker = null;
      return { tried: null, succeeded: false, code: 'NOT_BEGUN', message: (error as Error).message };
    }
  }

  async #enter(): Promise<Attacker> {
    const attacker = await createAttacker(this.settings);
    const parent = this.renderRoot.querySelector('#lanes');
    if (parent !== null) mountInspector(attacker.wallet, { tap: attacker.tap, parent });
    return attacker;
  }
}

function verdictOf({ guard }: Attack, { succeeded, code }: Pick<Outcome, 'succeeded' | 'code'>): string {
  if (succeeded) return 'Not stopped';
  return `${guard === 'nobody' ? 'It failed' : `Refused by ${guard}`}: ${code}`;
}

define('attack-bench', AttackBench);
