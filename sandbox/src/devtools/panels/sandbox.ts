/** The sandbox's controls: its time, its faults, the session's end and the code. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { all, bare, button, checkbox, definitions, el, part } from '../element.ts';
import type { Entry } from '../record/entry.ts';
import type { NextFault, PassedOnControl } from '../passed-on-control.ts';
import { lies, type LieName } from '../record/lies.ts';
import { timeOfDay } from '../words.ts';
import type { View } from './view.ts';

/** Draws the panel. */
export function drawSandbox(view: View): VNode {
  const { control, state, record } = view;
  const sessionId = state.session?.sessionId ?? null;
  if (control !== null) return part(Controls, { control, view, sessionId, credentialId: askedFor(record.entries) });
  const how = 'Pass mountInspector the path where your back-end passes calls on to the sandbox, as its option control.';
  return all(bare('p.empty', how), lieButtons(view));
}

/** Arms a lie for the next answer, or takes it back. */
function lieButtons({ record, arm }: View): VNode {
  return all(
    bare('h3', 'The next answer lies: a payload for'),
    bare(
      'div.actions',
      ...(Object.keys(lies) as LieName[]).map((lie) =>
        button(lie, () => arm(record.lie === lie ? null : lie), { 'aria-pressed': String(record.lie === lie) }),
      ),
    ),
    bare(
      'p.none',
      'It is told in this page, between back-end and wallet, by the next answer whose payload holds such a value.',
    ),
  );
}

/** The credential of the last code that was asked for. */
function askedFor(entries: readonly Entry[]): string | null {
  for (const entry of [...entries].reverse()) {
    const path = entry.kind === 'exchange' ? entry.path.replaceAll('%3A', ':') : '';
    const [, id = null] = /\/auth\/credentials\/(AuthMethod:[0-9a-f-]{36})\/challenge$/.exec(path) ?? [];
    if (id !== null) return id;
  }
  return null;
}

const minute = 60_000;
const faults: readonly (readonly [string, NextFault])[] = [
  ['Delayed by 3 s', { delayMs: 3000 }],
  ['Lost before it takes effect', { drop: 'before' }],
  ['Lost after it took effect', { drop: 'after' }],
  ['429, try in 2 s', { status: 429, retryAfter: 2 }],
  ['500', { status: 500 }],
];

const ended = 'The service has ended the session. This browser learns of it with its next question.';

interface ControlsProps {
  readonly view: View;
  readonly control: PassedOnControl;
  readonly sessionId: string | null;
  readonly credentialId: string | null;
}

function Controls({ control, view, sessionId, credentialId }: ControlsProps): VNode {
  const [said, say] = useState<{ readonly tone: 'good' | 'bad'; readonly words: string } | null>(null);
  const [isSigned, onlySigned] = useState(false);
  /** Does what a button says, and then says what came of it. */
  const doing = (words: string, work: () => Promise<unknown>) => (): void => {
    work().then(
      (told) => say({ tone: 'good', words: typeof told === 'string' ? `${words} ${told}.` : words }),
      (error: unknown) => say({ tone: 'bad', words: error instanceof Error ? error.message : 'That did not work.' }),
    );
  };
  useEffect(() => {
    control.readTime().then(view.learnTime, () => undefined);
  }, [control]);
  const advance = (minutes: number): VNode =>
    button(
      `+${String(minutes)} min`,
      doing(`The service’s time is ${String(minutes)} min further on.`, async () =>
        view.learnTime(await control.advance(minutes * minute)),
      ),
    );
  const leg = isSigned ? 2 : null;
  const which = isSigned ? 'signed call' : 'call';
  return all(
    bare('h3', 'Time'),
    definitions([['At the service', timeOfDay(view.serviceNow)]]),
    bare(
      'p.none',
      'The sandbox is one for everybody who uses it: its time and its faults are for one person at a time.',
    ),
    bare('div.actions', ...[1, 5, 15].map(advance)),
    bare('h3', `The next ${which}`),
    bare('div.checks', checkbox('Only one that carries a stamp', isSigned, onlySigned)),
    bare(
      'div.actions',
      ...faults.map(([label, fault]) =>
        button(
          label,
          doing(`The next ${which} meets: ${label.toLowerCase()}.`, () => control.fail(fault, leg)),
        ),
      ),
      button('None of these', doing('No fault waits any more.', control.clearFaults)),
    ),
    lieButtons(view),
    bare('h3', 'Session and code'),
    bare(
      'div.actions',
      button(
        'End the session at the service',
        doing(ended, () => control.endSession(sessionId ?? '')),
        {
          disabled: sessionId === null,
        },
      ),
      button(
        'Show the code',
        doing('The code is', () => control.readCode(credentialId ?? '')),
        {
          disabled: credentialId === null,
        },
      ),
    ),
    el('p.verdict', { role: 'status', 'data-tone': said?.tone ?? 'plain' }, said?.words ?? ''),
  );
}
