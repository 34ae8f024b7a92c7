/** The attacks of the stage: each is really carried out, on an account of its own, and its wallet's lanes show where it stops. */

import { html, nothing, type TemplateResult } from 'lit';
import { mountInspector } from 'countersign-sandbox/devtools';
import { button } from '../fields.ts';
import { define, PagePart } from '../page-part.ts';
import { pageSettings } from '../settings.ts';
import { createAttacker, type Attacker } from './attacker.ts';
import { carryOut, type Outcome } from './attacks.ts';
import texts from './attacks.json' with { type: 'json' };

/**
 * One attack in words. `guard`: who notices, or `nobody`; `check`: what catches it, or else why nobody does in the browser, and who can;
 * `heldBy`: the file whose tests hold this.
 */
type Attack = (typeof texts)[number];

/** Every attack; those that nobody stops come last. In one profile no session key comes sealed. */
const attacks = texts.filter(({ name }) => name !== 'sealed-key' || pageSettings().profile === 'spec');
const stopped = attacks.filter(({ guard }) => guard !== 'nobody');
const notStopped = attacks.filter((attack) => !stopped.includes(attack));

class AttackBench extends PagePart {
  #chosen = attacks[0] as Attack;
  #running: Attack | null = null;
  #outcomes = new Map<Attack, Outcome>();
  #copied: Outcome | null = null;
  #attacker: Promise<Attacker> | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    const follow = (): void => void this.#land(attacks.find(({ name }) => location.hash === `#attack=${name}`));
    follow();
    addEventListener('hashchange', follow);
  }

  override render(): TemplateResult {
    const { title, story } = this.#chosen;
    const outcome = this.#outcomes.get(this.#chosen);
    const run = (label: string, some: readonly Attack[]): TemplateResult =>
      button(label, 'quiet small', () => this.#run(some), this.#running !== null);
    return html`
      <nav class="attacks" aria-label="Attacks">
        <div class="choices">
          ${run('Run all', attacks)}
          <p role="status" data-testid="score">${this.#score()}</p>
        </div>
        <h3>What is stopped</h3>
        ${this.#list(stopped)}
        <h3>What nobody can stop</h3>
        ${this.#list(notStopped)}
      </nav>
      <div>
        <article aria-labelledby="attack">
          <div>
            <h3 id="attack" tabindex="-1">${title}</h3>
            <p>${story} It is done to an account that is made for it: nothing of yours is touched.</p>
            ${run(this.#running === this.#chosen ? 'Attacking…' : 'Try it', [this.#chosen])}
            <div role="status">${outcome === undefined ? nothing : this.#renderOutcome(this.#chosen, outcome)}</div>
          </div>
        </article>
        <div class="lanes"></div>
      </div>
    `;
  }

  #choose(attack = this.#chosen): void {
    this.#chosen = attack;
    this.requestUpdate();
  }

  /** An attack's link leads to the attack, also where the list of all comes before it. */
  async #land(attack: Attack | undefined): Promise<void> {
    this.#choose(attack);
    if (attack === undefined) return;
    await this.updateComplete;
    const title = this.querySelector<HTMLElement>('#attack');
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ behavior: 'instant' });
  }

  #list(some: readonly Attack[]): TemplateResult {
    const mark = (attack: Attack): string => {
      const outcome = this.#outcomes.get(attack);
      return outcome === undefined ? '○' : outcome.succeeded ? '!' : '✓';
    };
    return html`<ul>
      ${some.map(
        (attack) =>
          html`<li data-attack=${attack.name}>
            <a
              href="#attack=${attack.name}"
              aria-current=${attack === this.#chosen}
              @click=${() => this.#choose(attack)}
              ><span aria-hidden="true">${mark(attack)}</span>${attack.title}</a
            >
          </li>`,
      )}
    </ul>`;
  }

  #score(): string {
    const ends = [...this.#outcomes];
    if (ends.length === 0) return '';
    const failed = ends.filter(([, { succeeded }]) => !succeeded).length;
    const odd = ends.filter(([attack, { succeeded }]) => succeeded === stopped.includes(attack)).length;
    const otherwise = odd === 0 ? '' : `; ${String(odd)} otherwise than announced`;
    return `${String(ends.length)} of ${String(attacks.length)} tried: ${String(failed)} stopped, ${String(ends.length - failed)} not${otherwise}.`;
  }

  async #run(some: readonly Attack[]): Promise<void> {
    if (this.#running !== null) return;
    for (const attack of some) {
      [this.#running, this.#chosen] = [attack, attack];
      this.#outcomes.delete(attack);
      this.requestUpdate();
      this.#outcomes.set(attack, await carryOut(attack.name, () => (this.#attacker ??= this.#enter())));
    }
    this.#running = null;
    this.requestUpdate();
  }

  #renderOutcome(attack: Attack, outcome: Outcome): TemplateResult {
    const { succeeded, code, message, tried } = outcome;
    const { title, guard, check, heldBy, name } = attack;
    const [done, expected, received] = tried ?? ['It could not be prepared.', '–', '–'];
    const refused = stopped.includes(attack) ? `Refused by ${guard}` : 'It failed';
    const verdict = succeeded ? 'Not stopped' : `${refused}: ${code}`;
    const copy = async (): Promise<void> => {
      const link = new URL(`#attack=${name}`, location.href);
      const lines = [title, verdict, done, `Expected: ${expected}`, `Received: ${received}`, check, link.href];
      await navigator.clipboard.writeText(lines.join('\n'));
      this.#copied = outcome;
      this.requestUpdate();
    };
    const rows: readonly (readonly [string, unknown])[] = [
      ['Done', done],
      ['Expected', expected],
      ['Received', html`<span class="received">${received}</span>`],
      [succeeded ? 'Why, who can' : 'Caught by', check],
      ['Held by', html`the tests in <code>${heldBy}</code>`],
    ];
    return html`<div class="outcome" ?data-succeeded=${succeeded}>
      <strong>${verdict}</strong>
      ${message === '' ? nothing : html`<p>${message}</p>`}
      <dl>
        ${rows.map(
          ([term, value]) =>
            html`<div>
              <dt>${term}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      ${button(this.#copied === outcome ? 'Copied' : 'Copy the result', 'quiet small', copy)}
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
