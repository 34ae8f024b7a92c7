/** The messages between browser, relay, service and enclave, drawn as they happen. */
import { Fragment, h, type ComponentChildren, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { bare, button, checkbox, el, part, pill } from '../element.ts';
import type { CheckEntry, Entry, ExchangeEntry, KeyEntry } from '../record/entry.ts';
import type { ShownField } from '../record/shown-fields.ts';
import { groupsOf, isPlainRead, nameOfGroup, short, shortPath } from '../words.ts';
import type { View } from './view.ts';
import { lastOf } from '../record/last-of.ts';

type Drawn = ExchangeEntry | CheckEntry | KeyEntry;

const lanes = ['Browser', 'Relay', 'Service', 'Enclave'] as const;

/** Draws the panel. */
export function drawSequence({ record }: View): VNode {
  return part(Sequence, { entries: record.entries });
}

function Sequence({ entries }: { readonly entries: readonly Entry[] }): VNode {
  const [withReads, showReads] = useState(false);
  const now = entries.filter((entry) => entry.isEarlier !== true);
  const groups = groupsOf(now).filter(([, list]) => list.some(({ kind }) => kind === 'exchange' || kind === 'check'));
  const shown = withReads ? groups : groups.filter(([, list]) => !isPlainRead(list));
  const reads = groups.filter(([, list]) => isPlainRead(list)).length;
  const seen = (word: 'yes' | 'no'): VNode => el('span.line', { 'data-seen': word });
  return h(
    Fragment,
    null,
    el(
      'p.legend',
      null,
      el('span', null, seen('yes'), 'seen by this page'),
      el('span', null, seen('no'), 'as the protocol says'),
    ),
    el('div.checks', null, checkbox(`Plain reads too (${String(reads)})`, withReads, showReads)),
    el(
      'div.lanes',
      { 'aria-hidden': 'true' },
      ...lanes.map((lane) => el('span', { 'data-lane': lane.toLowerCase() }, lane)),
    ),
    shown.length === 0
      ? el('p.empty', null, 'Nothing yet. What the wallet asks, signs and sends is drawn here as it happens.')
      : el('div.groups', null, ...shown.map(([id, list]) => part(Group, { key: id, entries: list }))),
  );
}

function Group({ entries }: { readonly entries: readonly Entry[] }): VNode {
  const drawn = entries.filter((entry): entry is Drawn => ['exchange', 'check', 'key'].includes(entry.kind));
  return el(
    'section.group',
    { 'aria-label': nameOfGroup(entries) },
    el('header', null, bare('h3', nameOfGroup(entries)), outcomeOf(entries)),
    bare(
      'ol',
      ...drawn.map((entry) =>
        el('li', { key: entry.id }, entry.kind === 'exchange' ? part(Exchange, { entry }) : note(entry)),
      ),
    ),
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
function reach({ to, code, path, leg }: ExchangeEntry): number {
  if (to === 'back-end' || code?.startsWith('RELAY_') === true) return 1;
  return leg !== null || /\/(?:challenge|verify)$/.test(path) ? 3 : 2;
}

const legs = { 1: 'asks what to sign', 2: 'carries the stamp' } as const;

function Exchange({ entry }: { readonly entry: ExchangeEntry }): VNode {
  const [isOpen, open] = useState(false);
  const { method, path, status, isLost, durationMs, leg, signedBy, to } = entry;
  const isGood = status !== null && status < 400;
  const outcome = isLost ? 'lost' : (status ?? '…');
  const head = [
    el('span.method', null, method),
    el('span.path', null, ...breakable(shortPath(path))),
    el('span.status', { 'data-tone': isLost || (status !== null && !isGood) ? 'bad' : 'good' }, outcome),
    el('span.ms', null, durationMs === null ? '' : `${String(durationMs)} ms`),
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
    el('span.out', null, bare('i'), bare('b')),
    status === null && !isLost ? null : el('span.back', null, bare('i'), bare('b')),
  );
  return h(
    Fragment,
    null,
    button(
      [el('span.head', null, ...head), marks.length === 0 ? null : el('span.marks', null, ...marks), track],
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
  return el(
    'div.details',
    null,
    el('p.whole', null, bare('code', `${entry.method} ${entry.path.replaceAll('%3A', ':')}`)),
    fields('Sent: headers', entry.sentHeaders),
    fields('Sent: body', entry.sent),
    fields('Received: headers', entry.receivedHeaders),
    fields('Received: body', entry.received),
  );
}

function fields(title: string, list: readonly ShownField[]): VNode {
  if (list.length === 0) return el('p.none', null, `${title}: none`);
  return bare(
    'section',
    bare('h4', title),
    bare(
      'dl',
      ...list.map(({ name, value, why }) =>
        bare(
          'div',
          bare('dt', bare('code', name)),
          value === null ? el('dd.withheld', null, bare('em', 'withheld'), ` ${why ?? ''}`) : bare('dd', value),
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
    const { verdict, reason, uncompared } = entry;
    const isBad = verdict === 'contradicts' || verdict === 'unknown-names';
    const isWhole = verdict === 'fits' && uncompared.length === 0;
    const why = reason === null ? '' : `: ${reason}`;
    const rest = uncompared.length === 0 ? '' : ` Not in it, and not compared: ${uncompared.join(', ')}.`;
    return el(
      'p.note',
      { 'data-lane': 'browser', 'data-tone': isBad ? 'bad' : isWhole ? 'good' : 'warn' },
      `${verdicts[verdict] ?? verdict}${why}.${rest}`,
    );
  }
  const isEnclaves = entry.key === 'target key' || entry.happened === 'sealed';
  return el(
    'p.note',
    { 'data-lane': isEnclaves && entry.key !== 'one-time code' ? 'enclave' : 'browser' },
    bare('strong', `${entry.key} ${entry.happened}`),
    entry.publicKeyHex === null ? null : [' ', bare('code', short(entry.publicKeyHex))],
    `. ${entry.how}`,
  );
}
