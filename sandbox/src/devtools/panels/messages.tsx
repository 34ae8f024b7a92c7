/** @jsxImportSource preact */
/** Everything in the order of time, by the wallet's calls: messages between browser, relay, service and enclave, and signed payloads. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Entry, ExchangeEntry } from '../record/entry.ts';
import { exportTrace, withoutFields } from '../record/kept-entries.ts';
import { lastOf } from '../record/last-of.ts';
import type { Signing } from '../record/record.ts';
import { groupsOf, isPlainRead, nameOfGroup, short, timeOfDay } from '../words.ts';
import { Choice, exchangeView, reach } from './exchange.tsx';
import { checkbox, LaneHeads, pill, type Tone } from './parts.tsx';
import { outcomePill, signedView } from './signed.tsx';
import { checkWords, offencesOf, offenceTable, outcomeMark } from './values.tsx';
import type { View } from './view.ts';

/** The panel. */
export function MessagesPanel({ record: { entries, signings }, trace }: View): VNode {
  const [withReads, showReads] = useState(false);
  const [typed, find] = useState('');
  const words = typed.trim().toLowerCase();
  const groups = groupsOf(entries);
  const reads = groups.filter(([, list]) => isPlainRead(list));
  const shown = groups.filter(([, list]) =>
    words === '' ? withReads || !isPlainRead(list) : textOf(list).includes(words),
  );
  return (
    <>
      <p class="legend">
        <span>
          <span class="line" data-seen="yes" />
          seen by this page
        </span>
        <span>
          <span class="line" data-seen="no" />
          as the protocol says
        </span>
      </p>
      <div class="filters">
        <label class="field">
          Find
          <input type="search" value={typed} onInput={(event) => find(event.currentTarget.value)} />
        </label>
        <div class="checks">{checkbox(`Show read-only requests (${String(reads.length)})`, withReads, showReads)}</div>
        <div class="actions">
          <button type="button" disabled={entries.length === 0} onClick={() => download(exportTrace(entries))}>
            Export without secrets
          </button>
          <button type="button" disabled={entries.length === 0} onClick={() => trace.clear()}>
            Clear
          </button>
        </div>
      </div>
      <p class="none" role="status">
        {words === '' ? '' : `${String(shown.length)} of ${String(groups.length)} found`}
      </p>
      <LaneHeads />
      {shown.length === 0 && words === '' ? (
        <p class="empty">Nothing yet. What the wallet asks, signs and sends is drawn here as it happens.</p>
      ) : null}
      <div class="groups">
        {shown.map(([id, list]) => (
          <div class="group" key={id} role="group" aria-label={nameOfGroup(list)}>
            {id < 0 ? null : headOf(list)}
            <ol>
              {list.filter(isDrawn).map((entry) => (
                <li key={entry.id}>{entryView(entry, signings)}</li>
              ))}
            </ol>
            {stopOf(list, signings)}
          </div>
        ))}
      </div>
    </>
  );
}

function headOf(list: readonly Entry[]): VNode {
  return (
    <div class="title">
      <h3>{nameOfGroup(list)}</h3>
      <span>
        {list[0]?.isEarlier === true ? pill('plain', 'before the reload') : null}
        <time>{timeOfDay(list[0]?.at ?? 0)}</time>
        {outcomeOf(list)}
      </span>
    </div>
  );
}

/** The head of a group says when its call began, and that it ended well. */
function isDrawn(entry: Entry): boolean {
  return entry.kind !== 'call' || (entry.phase ?? entry.code) !== null;
}

/** Text for the search: the call's name, and those parts of its entries that an export holds. */
function textOf(entries: readonly Entry[]): string {
  const values = entries.map((entry) => Object.values(withoutFields(entry)));
  return JSON.stringify([nameOfGroup(entries), values])
    .replaceAll('%3A', ':')
    .toLowerCase();
}

function download(json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'countersign-trace.json';
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const stops = {
  browser: 'Stopped in this browser',
  relay: 'Stopped by the back-end',
  service: 'Stopped by the service',
};

/** The lane that refused: the one of the last answer, or the browser where no answer did; nothing where nothing was refused. */
function stopOf(entries: readonly Entry[], signings: readonly Signing[]): VNode | null {
  const end = lastOf(entries, (entry) => entry.kind === 'call' && entry.step === 'end');
  const last = lastOf(entries, (entry): entry is ExchangeEntry => entry.kind === 'exchange');
  const refused = last !== undefined && (last.status ?? 0) >= 400 ? last : null;
  const hasFailed = end?.kind === 'call' ? end.outcome === 'failed' : refused !== null;
  if (!hasFailed || last?.isLost === true) return null;
  const lane = refused === null ? 'browser' : reach(refused) === 1 ? 'relay' : 'service';
  const own = refused === null && end?.kind === 'call' ? end.code : null;
  const signing = signings.find((one) => one.stamp === '' && entries.some(({ id }) => one.entryIds.includes(id)));
  return (
    <div class="stop" data-lane={lane}>
      <span class="at" aria-hidden="true">
        ✕
      </span>
      <p>
        <strong>{stops[lane]}</strong> <code>{refused?.code ?? own ?? refused?.status}</code>
      </p>
      {signing === undefined ? null : offenceTable(offencesOf(signing, signings))}
    </div>
  );
}

/** Outcome of the group: the wallet's own word where it tells its events, else the last answer's. */
function outcomeOf(entries: readonly Entry[]): VNode | null {
  const end = lastOf(entries, (entry) => entry.kind === 'call' && entry.step === 'end');
  if (end?.kind === 'call') {
    const { outcome, code, durationMs } = end;
    if (outcome === 'aborted') return pill('plain', 'ended by this page');
    const tone = outcome === 'done' ? 'good' : outcome === 'unknown' ? 'warn' : 'bad';
    const took = durationMs === null ? '' : ` · ${String(durationMs)} ms`;
    return pill(tone, outcome === 'done' ? `done${took}` : (code ?? outcome ?? 'ended'));
  }
  const last = lastOf(entries, (entry): entry is ExchangeEntry => entry.kind === 'exchange');
  if (last === undefined) return null;
  if (last.isLost) return pill('bad', 'no answer');
  if (last.status === null) return pill('plain', 'under way');
  if (last.status === 202) return pill('plain', 'to be signed');
  return last.status < 400 ? pill('good', 'done') : pill('bad', last.code ?? last.status);
}

function entryView(entry: Entry, signings: readonly Signing[]): VNode {
  const signing = signings.find(({ entryIds }) => entryIds.includes(entry.id));
  if (entry.kind === 'exchange') return exchangeView(entry, signing, signings);
  const [tone, words, lane = 'browser'] = noteOf(entry);
  return (
    <>
      <div class="note" data-lane={lane} data-tone={tone}>
        <p>
          <time>{timeOfDay(entry.at)}</time> {words}
        </p>
        {entry.kind === 'check' ? (
          <ul class="values">
            {Object.entries(entry.compared).map(([name, one]) => (
              <li>
                {name} {outcomeMark(one)}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {signing === undefined ? null : (
        <Choice more={() => <div class="whole">{signedView(signing, signings, entry.id)}</div>}>
          <span class="marks">The payload that came {outcomePill(signing)}</span>
        </Choice>
      )}
    </>
  );
}

type Note = readonly [tone: Tone, words: ComponentChildren, lane?: 'browser' | 'enclave'];

/** Note of an entry that is no exchange. */
function noteOf(entry: Exclude<Entry, ExchangeEntry>): Note {
  if (entry.kind === 'check') {
    const { tone, words } = checkWords(entry);
    return [tone, words];
  }
  if (entry.kind === 'state') {
    const ended = entry.ended === null ? '' : `, ended: ${entry.ended}`;
    return ['plain', `State: ${entry.status}, ${entry.storage}${ended}`];
  }
  if (entry.kind === 'call') {
    const { step, phase, outcome, code, nextStep } = entry;
    const words = [phase ?? step, outcome, code, nextStep].filter((part) => part !== null).join(' · ');
    return [step === 'end' && outcome !== 'done' ? 'bad' : 'plain', words];
  }
  const { key, happened, how, publicKeyHex } = entry;
  const isEnclaves = key !== 'one-time code' && (key === 'target key' || happened === 'sealed');
  const hex = publicKeyHex === null ? null : <code> {short(publicKeyHex)}</code>;
  const words = [<strong>{`${key} ${happened}`}</strong>, hex, `. ${how}`];
  return [happened === 'foreign' ? 'bad' : 'plain', words, isEnclaves ? 'enclave' : 'browser'];
}
