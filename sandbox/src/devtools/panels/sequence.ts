/** The messages between browser, relay, service and enclave, drawn as they happen. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { all, bare, button, checkbox, el, laneHeads, part, pill } from '../element.ts';
import type { CheckEntry, Entry, ExchangeEntry, KeyEntry } from '../record/entry.ts';
import type { Signing } from '../record/record.ts';
import type { ShownField } from '../record/shown-fields.ts';
import { groupsOf, isPlainRead, nameOfGroup, short, shortPath } from '../words.ts';
import type { View } from './view.ts';
import { lastOf } from '../record/last-of.ts';
import { offencesOf, offenceTable, outcomeMark } from './values.ts';

type Drawn = ExchangeEntry | CheckEntry | KeyEntry;

/** Draws the panel. */
export function drawSequence({ record }: View): VNode {
  return part(Sequence, record);
}

/** What the panel is drawn from. */
interface Recorded {
  readonly entries: readonly Entry[];
  readonly signings: readonly Signing[];
}

function Sequence({ entries, signings }: Recorded): VNode {
  const [withReads, showReads] = useState(false);
  const now = entries.filter((entry) => entry.isEarlier !== true);
  const groups = groupsOf(now).filter(([, list]) => list.some(({ kind }) => kind === 'exchange' || kind === 'check'));
  const shown = withReads ? groups : groups.filter(([, list]) => !isPlainRead(list));
  const reads = groups.filter(([, list]) => isPlainRead(list)).length;
  const seen = (word: 'yes' | 'no'): VNode => el('span.line', { 'data-seen': word });
  return all(
    bare('p.legend', bare('span', seen('yes'), 'seen by this page'), bare('span', seen('no'), 'as the protocol says')),
    bare('div.checks', checkbox(`Plain reads too (${String(reads)})`, withReads, showReads)),
    laneHeads(),
    shown.length === 0
      ? bare('p.empty', 'Nothing yet. What the wallet asks, signs and sends is drawn here as it happens.')
      : bare('div.groups', ...shown.map(([id, list]) => part(Group, { key: id, entries: list, signings }))),
  );
}

function Group({ entries, signings }: Recorded): VNode {
  const drawn = entries.filter((entry): entry is Drawn => ['exchange', 'check', 'key'].includes(entry.kind));
  return el(
    'section.group',
    { 'aria-label': nameOfGroup(entries) },
    bare('header', bare('h3', nameOfGroup(entries)), outcomeOf(entries)),
    bare(
      'ol',
      ...drawn.map((entry) =>
        el('li', { key: entry.id }, entry.kind === 'exchange' ? part(Exchange, { entry }) : note(entry)),
      ),
    ),
    stopOf(entries, signings),
  );
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
  const signing = signings.find(({ entryId, stamp }) => stamp === '' && entries.some(({ id }) => id === entryId));
  return el(
    'div.stop',
    { 'data-lane': lane },
    el('span.at', { 'aria-hidden': 'true' }, '✕'),
    bare('p', bare('strong', stops[lane]), ' ', bare('code', refused?.code ?? own ?? String(refused?.status ?? ''))),
    signing === undefined ? null : offenceTable(offencesOf(signing, signings)),
  );
}

/** How the group ended: the wallet's own word where it tells its events, else the last answer's. */
function outcomeOf(entries: readonly Entry[]): VNode {
  const end = lastOf(entries, (entry) => entry.kind === 'call' && entry.step === 'end');
  if (end?.kind === 'call') {
    const { outcome, code, durationMs } = end;
    const tone = outcome === 'done' ? 'good' : outcome === 'unknown' ? 'warn' : 'bad';
    const took = durationMs === null ? '' : ` · ${String(Math.round(durationMs))} ms`;
    return pill(tone, outcome === 'done' ? `done${took}` : (code ?? outcome ?? 'ended'));
  }
  const last = lastOf(entries, (entry): entry is ExchangeEntry => entry.kind === 'exchange');
  if (last === undefined) return bare('span');
  if (last.isLost) return pill('bad', 'no answer');
  if (last.status === null) return pill('plain', 'under way');
  if (last.status === 202) return pill('plain', 'to be signed');
  return last.status < 400 ? pill('good', 'done') : pill('bad', last.code ?? String(last.status));
}

/** How far a message goes: 1 relay, 2 service, 3 enclave. */
function reach({ to, code, path, leg, status }: ExchangeEntry): number {
  if (to === 'back-end' || code?.startsWith('RELAY_') === true) return 1;
  if ((status ?? 0) >= 400) return 2;
  return leg !== null || /\/(?:challenge|verify)$/.test(path) ? 3 : 2;
}

const legs = { 1: 'asks what to sign', 2: 'carries the stamp' } as const;

function Exchange({ entry }: { readonly entry: ExchangeEntry }): VNode {
  const [isOpen, open] = useState(false);
  const { method, path, status, isLost, durationMs, leg, signedBy, to } = entry;
  const isGood = status !== null && status < 400;
  const outcome = isLost ? 'lost' : (status ?? '…');
  const head = [
    bare('span.method', method),
    bare('span.path', ...breakable(shortPath(path))),
    el('span.status', { 'data-tone': isLost || (status !== null && !isGood) ? 'bad' : 'good' }, outcome),
    bare('span.ms', durationMs === null ? '' : `${String(durationMs)} ms`),
  ];
  const marks = [
    leg === null ? null : pill('plain', legs[leg]),
    signedBy === null ? null : pill('plain', 'by ', bare('code', short(signedBy))),
    to === 'back-end' ? pill('plain', 'not relayed') : null,
  ].filter((mark) => mark !== null);
  const track = el(
    'span.track',
    {
      'aria-hidden': 'true',
      'data-reach': reach(entry),
      'data-state': isLost ? 'lost' : status === null ? 'waiting' : isGood ? 'good' : 'bad',
    },
    bare('span.out', bare('i'), bare('b')),
    status === null && !isLost ? null : bare('span.back', bare('i'), bare('b')),
  );
  return all(
    button(
      [bare('span.head', ...head), marks.length === 0 ? null : bare('span.marks', ...marks), track],
      () => open(!isOpen),
      { class: 'exchange', 'aria-expanded': String(isOpen), 'data-to': to },
    ),
    isOpen ? details(entry) : null,
  );
}

/** A path that breaks after its slashes. */
function breakable(path: string): ComponentChildren[] {
  return path.split(/(?<=\/)(?=.)/).flatMap((piece) => [piece, bare('wbr')]);
}

function details(entry: ExchangeEntry): VNode {
  return bare(
    'div.details',
    bare('p.whole', bare('code', `${entry.method} ${entry.path.replaceAll('%3A', ':')}`)),
    fields('Sent: headers', entry.sentHeaders),
    fields('Sent: body', entry.sent),
    fields('Received: headers', entry.receivedHeaders),
    fields('Received: body', entry.received),
  );
}

function fields(title: string, list: readonly ShownField[]): VNode {
  if (list.length === 0) return bare('p.none', `${title}: none`);
  return bare(
    'section',
    bare('h4', title),
    bare(
      'dl',
      ...list.map(({ name, value, why }) =>
        bare(
          'div',
          bare('dt', bare('code', name)),
          value === null ? bare('dd.withheld', bare('em', 'withheld'), ` ${why ?? ''}`) : bare('dd', value),
        ),
      ),
    ),
  );
}

const verdicts: Readonly<Record<string, string>> = {
  fits: 'The payload has the form of the action',
  opaque: 'The payload can’t be read; this action allows that',
  'names-no-key': 'The payload names no key',
  'unknown-names': 'The payload holds more than was asked for',
  contradicts: 'The payload contradicts the action, and is not signed',
};

function note(entry: CheckEntry | KeyEntry): VNode {
  if (entry.kind === 'check') {
    const { verdict, reason, compared } = entry;
    const isBad = verdict === 'contradicts' || verdict === 'unknown-names';
    const isWhole = verdict === 'fits' && !Object.values(compared).includes('not in the payload');
    const why = reason === null ? '' : `: ${reason}`;
    return el(
      'div.note',
      { 'data-lane': 'browser', 'data-tone': isBad ? 'bad' : isWhole ? 'good' : 'warn' },
      bare('p', `${verdicts[verdict] ?? verdict}${why}.`),
      bare('ul.values', ...Object.entries(compared).map(([name, one]) => bare('li', name, ' ', outcomeMark(one)))),
    );
  }
  const isEnclaves = entry.key === 'target key' || entry.happened === 'sealed';
  return el(
    'p.note',
    {
      'data-lane': isEnclaves && entry.key !== 'one-time code' ? 'enclave' : 'browser',
      'data-tone': entry.happened === 'foreign' ? 'bad' : 'plain',
    },
    bare('strong', `${entry.key} ${entry.happened}`),
    entry.publicKeyHex === null ? null : [' ', bare('code', short(entry.publicKeyHex))],
    `. ${entry.how}`,
  );
}
