/** Everything in the order of time: to filter, to export without secrets. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { all, bare, button, checkbox, el, part } from '../element.ts';
import type { Entry } from '../record/entry.ts';
import { exportTrace } from '../record/kept-entries.ts';
import { nameOfFlow, short, shortPath, timeOfDay } from '../words.ts';
import type { View } from './view.ts';

const kinds = { exchange: 'Requests', call: 'Calls', check: 'Checks', state: 'States', key: 'Keys' } as const;
type Kind = keyof typeof kinds;

/** Draws the panel. */
export function drawTimeline({ record, clear }: View): VNode {
  return part(Timeline, { entries: record.entries, clear });
}

function Timeline({ entries, clear }: { readonly entries: readonly Entry[]; readonly clear: () => void }): VNode {
  const [hidden, hide] = useState<readonly Kind[]>([]);
  const [words, look] = useState('');
  const shown = entries.filter(
    (entry) => !hidden.includes(entry.kind) && lineOf(entry).toLowerCase().includes(words.trim().toLowerCase()),
  );
  return all(
    bare(
      'div.filters',
      bare(
        'label.field',
        'Find',
        el('input', {
          type: 'search',
          value: words,
          onInput: (event: InputEvent) => look((event.currentTarget as HTMLInputElement).value),
        }),
      ),
      el(
        'div.checks',
        { role: 'group', 'aria-label': 'Kinds of entries' },
        ...Object.entries(kinds).map(([kind, label]) =>
          checkbox(label, !hidden.includes(kind as Kind), (on) =>
            hide(on ? hidden.filter((one) => one !== kind) : [...hidden, kind as Kind]),
          ),
        ),
      ),
    ),
    el('p.none', { role: 'status' }, `${String(shown.length)} of ${String(entries.length)} entries, newest first`),
    lines([...shown].reverse()),
    bare(
      'div.actions',
      button('Export without secrets', () => download(exportTrace(entries)), { disabled: entries.length === 0 }),
      button('Clear', clear, { disabled: entries.length === 0 }),
    ),
  );
}

function lines(entries: readonly Entry[]): VNode {
  return el(
    'ol.timeline',
    { tabIndex: 0, 'aria-label': 'Entries' },
    ...entries.map((entry) =>
      el(
        'li',
        { key: entry.id, 'data-kind': entry.kind, 'data-tone': toneOf(entry) },
        bare('time', timeOfDay(entry.at)),
        bare('span', lineOf(entry), entry.isEarlier === true ? bare('em', ' before the reload') : null),
      ),
    ),
  );
}

function toneOf(entry: Entry): string {
  if (entry.kind === 'exchange') return entry.isLost || (entry.status ?? 0) >= 400 ? 'bad' : 'plain';
  if (entry.kind === 'check') return entry.verdict === 'contradicts' ? 'bad' : 'plain';
  return entry.kind === 'call' && entry.step === 'end' && entry.outcome !== 'done' ? 'bad' : 'plain';
}

function lineOf(entry: Entry): string {
  switch (entry.kind) {
    case 'exchange': {
      const outcome = entry.isLost ? 'no answer' : (entry.status ?? 'under way');
      const code = entry.code === null ? '' : ` ${entry.code}`;
      const leg = entry.leg === null ? '' : `, leg ${String(entry.leg)}`;
      const took = entry.durationMs === null ? '' : `, ${String(entry.durationMs)} ms`;
      return `${entry.method} ${shortPath(entry.path)} → ${String(outcome)}${code}${leg}${took}`;
    }
    case 'call': {
      const how = [entry.phase, entry.outcome, entry.code, entry.nextStep].filter((part) => part !== null).join(' · ');
      return `${nameOfFlow(entry.flow)}: ${entry.step}${how === '' ? '' : ` · ${how}`}`;
    }
    case 'check':
      return `Compared ${entry.intent}: ${entry.reading}, ${entry.verdict}${notIn(entry.compared)}${entry.reason === null ? '' : ` (${entry.reason})`}`;
    case 'state':
      return `State: ${entry.status}, ${entry.storage}${entry.ended === null ? '' : `, ended: ${entry.ended}`}`;
    case 'key':
      return `Key: ${entry.key} ${entry.happened}${entry.publicKeyHex === null ? '' : ` ${short(entry.publicKeyHex)}`}`;
    default:
      return '';
  }
}

function notIn(compared: Readonly<Record<string, string>>): string {
  const uncompared = Object.keys(compared).filter((name) => compared[name] === 'not in the payload');
  return uncompared.length === 0 ? '' : `, not in the payload: ${uncompared.join(', ')}`;
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
