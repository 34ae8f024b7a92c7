/** @jsxImportSource preact */
/** The attacks of the stage: each is really carried out, on an account of its own, and its wallet's lanes show where it stops. */

import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { mountInspector } from 'countersign-sandbox/devtools';
import { Button } from '../fields.tsx';
import { pageSettings } from '../settings.ts';
import { createAttacker, type Attacker } from './attacker.ts';
import { carryOut, type Outcome } from './attacks.ts';
import texts from './attacks.json' with { type: 'json' };

/**
 * One attack in words. `guard`: who notices, or `nobody`; `check`: what catches it, or else why nobody does in the browser, and who can;
 * `heldBy`: the file whose tests hold this.
 */
type Attack = (typeof texts)[number];

/** Every attack; those that nobody stops come last. In one profile no session key comes sealed, and not each app has a wallet page. */
const { profile, walletPage } = pageSettings();
const isHere: Readonly<Record<string, boolean>> = {
  'sealed-key': profile === 'spec',
  'script-beside-page': walletPage,
};
const attacks = texts.filter(({ name }) => isHere[name] !== false);
const stopped = attacks.filter(({ guard }) => guard !== 'nobody');
const notStopped = attacks.filter((attack) => !stopped.includes(attack));

export function AttackBench(): VNode {
  const [chosen, choose] = useState(attacks[0] as Attack);
  const [running, setRunning] = useState<Attack | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Attack, Outcome>>(new Map());
  const attacker = useRef<Promise<Attacker> | null>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  // An attack's link leads to the attack, also where the list of all comes before it.
  useLayoutEffect(() => {
    const follow = (): void => {
      const attack = attacks.find(({ name }) => location.hash === `#attack=${name}`);
      if (attack === undefined) return;
      choose(attack);
      title.current?.focus({ preventScroll: true });
      title.current?.scrollIntoView({ behavior: 'instant' });
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const enter = async (): Promise<Attacker> => {
    try {
      const made = await createAttacker();
      if (lanes.current !== null) mountInspector(made.wallet, { tap: made.tap, parent: lanes.current });
      return made;
    } catch (error) {
      attacker.current = null;
      throw error;
    }
  };
  const run = async (some: readonly Attack[]): Promise<void> => {
    if (running !== null) return;
    let ends = outcomes;
    for (const attack of some) {
      setRunning(attack);
      choose(attack);
      setOutcomes((ends = new Map([...ends].filter(([one]) => one !== attack))));
      const end = await carryOut(attack.name, () => (attacker.current ??= enter()));
      setOutcomes((ends = new Map([...ends, [attack, end]])));
    }
    setRunning(null);
  };
  const runs = (label: string, some: readonly Attack[]): VNode => (
    <Button label={label} class="quiet small" run={() => run(some)} waits={running !== null} />
  );
  const list = (some: readonly Attack[]): VNode => (
    <ul>
      {some.map((attack) => (
        <li data-attack={attack.name}>
          <a href={`#attack=${attack.name}`} aria-current={attack === chosen} onClick={() => choose(attack)}>
            <span aria-hidden="true" data-end={markOf(outcomes.get(attack))}>
              {markOf(outcomes.get(attack)) ?? '○'}
            </span>
            {attack.title}
          </a>
        </li>
      ))}
    </ul>
  );
  const outcome = outcomes.get(chosen);
  return (
    <section class="bench">
      <article aria-labelledby="attack">
        <div>
          <h3 id="attack" tabIndex={-1} ref={title}>
            {chosen.title}
          </h3>
          <p>{chosen.story} Runs against a throwaway account.</p>
          {runs(running === chosen ? 'Attacking…' : 'Try it', [chosen])}
          <div role="status">{outcome !== undefined && <Ended attack={chosen} outcome={outcome} />}</div>
        </div>
      </article>
      <nav class="attacks" aria-label="Attacks">
        <div class="choices">
          {runs('Run all', attacks)}
          <p role="status" data-testid="score">
            {scoreOf([...outcomes])}
          </p>
        </div>
        <h3>What is stopped</h3>
        {list(stopped)}
        <h3>What nobody can stop</h3>
        {list(notStopped)}
      </nav>
      <div class="lanes" ref={lanes} />
    </section>
  );
}

function markOf(outcome: Outcome | undefined): string | undefined {
  return outcome && (outcome.succeeded ? '!' : '✓');
}

function scoreOf(ends: readonly (readonly [Attack, Outcome])[]): string {
  if (ends.length === 0) return '';
  const failed = ends.filter(([, { succeeded }]) => !succeeded).length;
  const odd = ends.filter(([attack, { succeeded }]) => succeeded === stopped.includes(attack)).length;
  const otherwise = odd === 0 ? '' : `; ${String(odd)} otherwise than announced`;
  return `${String(ends.length)} of ${String(attacks.length)} tried: ${String(failed)} stopped, ${String(ends.length - failed)} not${otherwise}.`;
}

/** What came of an attack. */
function Ended({ attack, outcome }: { readonly attack: Attack; readonly outcome: Outcome }): VNode {
  const [copied, setCopied] = useState<Outcome | null>(null);
  const { succeeded, code, message, tried } = outcome;
  const { title, guard, check, heldBy, name } = attack;
  const [done, expected, received] = tried ?? ['It could not be prepared.', '–', '–'];
  const refused = stopped.includes(attack) ? `Refused by ${guard}` : 'It failed';
  const verdict = succeeded ? 'Not stopped' : `${refused}: ${code}`;
  const copy = async (): Promise<void> => {
    const link = new URL(`#attack=${name}`, location.href);
    const lines = [title, verdict, done, `Expected: ${expected}`, `Received: ${received}`, check, link.href];
    await navigator.clipboard.writeText(lines.join('\n'));
    setCopied(outcome);
  };
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    ['What happened', done],
    ['Expected', expected],
    ['Received', <span class="received">{received}</span>],
    [succeeded ? 'Why it works and how to prevent it' : 'Caught by', check],
    ['Covered by test', <code>{heldBy}</code>],
  ];
  return (
    <div class="outcome" data-succeeded={succeeded || undefined}>
      <strong>{verdict}</strong>
      {message !== '' && <p>{message}</p>}
      <dl>
        {rows.map(([term, value]) => (
          <div>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button label={copied === outcome ? 'Copied' : 'Copy the result'} class="quiet small" run={copy} />
    </div>
  );
}
