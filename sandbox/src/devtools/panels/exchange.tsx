/** @jsxImportSource preact */
/** One request and its answer, as an arrow through the lanes; opened, with their content. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeEntry } from '../record/entry.ts';
import type { Signing } from '../record/record.ts';
import type { ShownField } from '../record/shown-fields.ts';
import { short, shortPath, timeOfDay } from '../words.ts';
import { definitions, ofEntry, pill } from './parts.tsx';
import { outcomePill, signedView } from './signed.tsx';

/** Reach of a message: 1 relay, 2 service, 3 enclave. */
export function reach({ to, code, path, leg, status }: ExchangeEntry): number {
  if (to === 'back-end' || code?.startsWith('RELAY_') === true) return 1;
  if ((status ?? 0) >= 400) return 2;
  return leg !== null || /\/(?:challenge|verify)$/.test(path) ? 3 : 2;
}

interface ChoiceProps {
  readonly children: ComponentChildren;
  /** Details that a press shows below it. */
  readonly more: () => VNode;
}

/** A row that opens. */
export function Choice({ children, more }: ChoiceProps): VNode {
  const [isOpen, open] = useState(false);
  return (
    <>
      <button type="button" class="exchange" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {children}
      </button>
      {isOpen ? <div class="details">{more()}</div> : null}
    </>
  );
}

/** The row of an exchange; `signing` is what its stamp signed. */
export function exchangeView(entry: ExchangeEntry, signing: Signing | undefined, signings: readonly Signing[]): VNode {
  const { at, method, path, status, isLost, durationMs, leg, signedBy, to } = entry;
  const state = isLost ? 'lost' : status === null ? 'waiting' : status < 400 ? 'good' : 'bad';
  return (
    <Choice more={() => details(entry, signing === undefined ? null : signedView(signing, signings, entry.id))}>
      <span class="head">
        <span class="method">{method}</span>
        <span class="path">{breakable(shortPath(path))}</span>
        <span class="status" data-tone={state === 'lost' ? 'bad' : state}>
          {isLost ? 'lost' : (status ?? '…')}
        </span>
        <span class="ms">{durationMs === null ? '' : `${String(durationMs)} ms`}</span>
      </span>
      <span class="marks">
        <time>{timeOfDay(at)}</time>
        {leg === 1 ? pill('plain', 'requests payload') : null}
        {leg === 2 || signing !== undefined ? pill('plain', 'signed') : null}
        {signedBy === null ? null : pill('plain', ['by ', <code>{short(signedBy)}</code>])}
        {signing === undefined ? null : outcomePill(signing)}
        {to === 'back-end' ? pill('plain', 'not relayed') : null}
      </span>
      <span class="track" aria-hidden="true" data-reach={reach(entry)} data-state={state}>
        <span class="out">
          <i />
          <b />
        </span>
        {state === 'waiting' ? null : (
          <span class="back">
            <i />
            <b />
          </span>
        )}
      </span>
    </Choice>
  );
}

/** A path that breaks after its slashes. */
function breakable(path: string): ComponentChildren {
  return path.split(/(?<=\/)(?=.)/).flatMap((piece) => [piece, <wbr />]);
}

function details(entry: ExchangeEntry, signed: VNode | null): VNode {
  return (
    <>
      <p class="whole">
        <code>{`${entry.method} ${entry.path.replaceAll('%3A', ':')}`}</code>
      </p>
      {signed === null ? null : <div class="whole">{signed}</div>}
      {entry.isEarlier === true ? (
        <p class="none whole">Headers, bodies, payload and stamp were in memory alone: they went with the reload.</p>
      ) : (
        <>
          {fields('Sent: headers', entry.sentHeaders, entry.id)}
          {fields('Sent: body', entry.sent, entry.id)}
          {fields('Received: headers', entry.receivedHeaders, entry.id)}
          {fields('Received: body', entry.received, entry.id)}
        </>
      )}
    </>
  );
}

function fields(title: string, list: readonly ShownField[], entry: number): VNode {
  if (list.length === 0) return <p class="none">{title}: none</p>;
  const withheld = (why = ''): VNode => (
    <span class="withheld">
      <em>withheld</em> {why}
    </span>
  );
  return (
    <section aria-label={ofEntry(title, entry)}>
      <h4>{title}</h4>
      {definitions(list.map(({ name, value, why }) => [<code>{name}</code>, value ?? withheld(why)]))}
    </section>
  );
}
