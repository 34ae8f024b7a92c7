/** @jsxImportSource preact */
/** The sandbox's controls: its time, its faults, the session's end and the code. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Entry } from '../record/entry.ts';
import type { NextFault, PassedOnControl } from '../passed-on-control.ts';
import { lies, type LieName } from '../record/lies.ts';
import { timeOfDay } from '../words.ts';
import { checkbox, definitions, verdict, type Tone } from './parts.tsx';
import type { View } from './view.ts';

/** The panel. */
export function SandboxPanel(view: View): VNode {
  const { control } = view;
  if (control !== null) return <Controls control={control} view={view} />;
  return (
    <>
      <p class="empty">
        Pass mountInspector the path where your back-end passes calls on to the sandbox, as its option control.
      </p>
      {lieButtons(view)}
    </>
  );
}

/** Arms a lie for the next answer, or takes it back. */
function lieButtons({ record, trace, onLie }: View): VNode {
  const arm = (lie: LieName): void => {
    const isArmed = record.lie === lie;
    trace.know({ lie: isArmed ? null : lie, isLieUnused: false });
    if (!isArmed) onLie();
  };
  return (
    <>
      <h3>The next answer lies: a payload for</h3>
      <div class="actions">
        {(Object.keys(lies) as LieName[]).map((lie) => (
          <button type="button" aria-pressed={record.lie === lie} onClick={() => arm(lie)}>
            {lie}
          </button>
        ))}
      </div>
      <p class="none">
        {record.lie === null
          ? 'Takes effect on the next response that contains this value.'
          : record.isLieUnused
            ? 'Not used: the last payload contains no such value. It stays armed for the next one.'
            : 'Armed: the next response that contains this value, such as the next quote.'}
      </p>
    </>
  );
}

/** The credential of the last requested code. */
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

function Controls({ control, view }: { readonly control: PassedOnControl; readonly view: View }): VNode {
  const [said, say] = useState<{ readonly tone: Tone; readonly words: string } | null>(null);
  const [isSigned, onlySigned] = useState(false);
  const sessionId = view.state.session?.sessionId ?? null;
  const credentialId = askedFor(view.record.entries);
  /** A button that runs work, and then reports its outcome. */
  const act = (label: string, words: string, work: () => Promise<unknown>, disabled = false): VNode => {
    const press = (): void =>
      void work().then(
        (answer) => say({ tone: 'good', words: typeof answer === 'string' ? `${words} ${answer}.` : words }),
        (error: unknown) => say({ tone: 'bad', words: error instanceof Error ? error.message : 'That did not work.' }),
      );
    return (
      <button type="button" disabled={disabled} onClick={press}>
        {label}
      </button>
    );
  };
  useEffect(() => {
    control.readTime().then(view.learnTime, () => undefined);
  }, [control]);
  const which = isSigned ? 'signed call' : 'call';
  return (
    <>
      <h3>Time</h3>
      {definitions([['At the service', timeOfDay(view.serviceNow)]])}
      <p class="none">
        The sandbox is one for everybody who uses it: its time and its faults are for one person at a time.
      </p>
      <div class="actions">
        {[1, 5, 15].map((minutes) =>
          act(`+${String(minutes)} min`, `The service’s time is ${String(minutes)} min further on.`, async () =>
            view.learnTime(await control.advance(minutes * minute)),
          ),
        )}
      </div>
      <h3>The next {which}</h3>
      <div class="checks">{checkbox('Only one that carries a stamp', isSigned, onlySigned)}</div>
      <div class="actions">
        {faults.map(([label, fault]) =>
          act(label, `The next ${which} meets: ${label.toLowerCase()}.`, () =>
            control.fail(fault, isSigned ? 2 : null),
          ),
        )}
        {act('None of these', 'No fault waits any more.', control.clearFaults)}
      </div>
      {lieButtons(view)}
      <h3>Session and code</h3>
      <div class="actions">
        {act('End the session at the service', ended, () => control.endSession(sessionId ?? ''), sessionId === null)}
        {act('Show the code', 'The code is', () => control.readCode(credentialId ?? ''), credentialId === null)}
      </div>
      {verdict(said)}
    </>
  );
}
