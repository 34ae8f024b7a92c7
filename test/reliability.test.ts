import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sessionTransitions, shownStatus, type SessionEvent, type SessionPhase } from '../src/session/machine.ts';
import { actionConditions, actionEnds, actionTransitions } from '../src/transport/index.ts';
import { chapters } from './guards/reliability.mjs';
import { eventsOfFaults } from './told/events-of-faults.mjs';

const documentOf = (name: string): URL => new URL(`../docs/${name}.md`, import.meta.url);
// npm sets the name of the script that runs.
const updating = process.env['npm_lifecycle_event'] === 'docs:reliability';

/** One row of a table: what leads from one state to another. */
interface Transition {
  readonly from: string;
  readonly events: readonly string[];
  readonly condition?: string | undefined;
  readonly to: string;
}

/** A signed action: its transitions as a diagram and as a table. */
function drawActions(): string {
  const transitions = actionTransitions.map(({ from, on: events, if: condition, to }) => ({
    from,
    events,
    condition: Object.keys(actionConditions).find((one) => actionConditions[one] === condition),
    to,
  }));
  const ends = [...actionEnds].map((end) => `    ${end} --> [*]`);
  return `${drawArrows('opening', transitions, ends)}\n\n${printTransitions(transitions)}`;
}

/** A session: the same. */
function drawSessions(): string {
  const transitions = Object.entries(sessionTransitions).flatMap(([from, events]) => {
    const byTarget = new Map<string, string[]>();
    for (const [event, [to]] of Object.entries(events) as [string, readonly [string]][]) {
      byTarget.set(to, [...(byTarget.get(to) ?? []), event]);
    }
    return [...byTarget].map(([to, names]) => ({ from, events: names, to }));
  });
  return `${drawArrows('loading', transitions, [])}\n\n${printTransitions(transitions)}`;
}

/** A mermaid diagram with one arrow from each state to each other state that may follow it. */
function drawArrows(first: string, transitions: readonly Transition[], ends: readonly string[]): string {
  const moves = transitions.filter(({ from, to }) => from !== to);
  const arrows = new Set(moves.map(({ from, to }) => `    ${from} --> ${to}`));
  return ['```mermaid', 'stateDiagram-v2', `    [*] --> ${first}`, ...arrows, ...ends, '```'].join('\n');
}

/** What each arrow stands for; of the rows of one event the first that fits counts. */
function printTransitions(transitions: readonly Transition[]): string {
  const hasConditions = transitions.some(({ condition }) => condition !== undefined);
  const columns = hasConditions ? ['From', 'Event', 'If', 'To'] : ['From', 'Event', 'To'];
  const rows = transitions.map(({ from, events, condition, to }, place) => {
    const names = events.map((event) => `\`${event}\``).join(', ');
    const before = transitions.slice(0, place).filter((one) => one.from === from);
    const isLast = before.some((one) => one.events.some((event) => events.includes(event)));
    return hasConditions ? [from, names, condition ?? (isLast ? 'otherwise' : ''), to] : [from, names, to];
  });
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What the events that change the status are to somebody who only sees the status. */
const inWords: Partial<Record<SessionEvent, string>> = {
  'found-live': 'a session is stored, by a sign-in in any tab',
  'found-uncertain': 'a session is stored, by a sign-in in any tab',
  'found-over': 'its time is over',
  'found-none': 'no session is stored',
  'found-nothing': 'no session is stored',
  'found-newer': 'a newer version of the kit has stored it',
  'sign-out': 'sign-out',
  'told-ended': 'another tab says that it has ended',
  'service-gone': 'the service says that it has ended',
  close: 'close()',
};

/** The same table as far as a user interface sees it: the transitions from one status to another. */
function drawStatus(): string {
  const arrows = new Map<string, Set<string>>();
  for (const [from, transitions] of Object.entries(sessionTransitions)) {
    for (const [event, [to]] of Object.entries(transitions) as [SessionEvent, readonly [SessionPhase]][]) {
      const [before, after] = [shownStatus[from as SessionPhase], shownStatus[to]];
      if (before === after) continue;
      const arrow = `    ${idOf(before)} --> ${idOf(after)}`;
      arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(inWords[event] ?? `no words for ${event}`));
    }
  }
  const named = [...new Set(Object.values(shownStatus))].filter((status) => idOf(status) !== status);
  const names = named.map((status) => `    state "${status}" as ${idOf(status)}`);
  const lines = [...arrows].map(([arrow, words]) => `${arrow}: ${[...words].join('<br/>')}`);
  return ['```mermaid', 'stateDiagram-v2', ...names, '    [*] --> loading', ...lines, '```'].join('\n');
}

/** An id of mermaid's, which knows no hyphen. */
function idOf(status: string): string {
  return status.replace('-', '_');
}

function printTables(): string {
  const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
  return chapters
    .map(({ heading, rows }) => {
      const lines = rows.map(
        ({ fault, sees, kept, title }) =>
          `| ${[fault, sees, kept, `\`${eventsOfFaults[fault]}\``, `*"${title}"*`].map(cell).join(' | ')} |`,
      );
      const columns = ['Fault', 'What the person sees', 'What is kept', 'What its events tell', 'Test that proves it'];
      const head = [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`];
      return [`### ${heading}`, '', ...head, ...lines].join('\n');
    })
    .join('\n\n');
}

/** Whether a file has a title, or `each` with a part of it, that belongs to this one; `prove:guards` runs it under its full name. */
function hasTitle(file: string, title: string): boolean {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const strings = [...source.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  const parts = strings.flatMap((text) => text.split(/%[sij]/)).filter((part) => part.length >= 15);
  return parts.some((part) => title.includes(part) || part.includes(title.slice(-25)));
}

describe('docs/reliability.md and docs/sessions.md', () => {
  test.each([
    ['the table of an action', 'reliability', /(<!-- machine: [^>]* -->\n)[^]*?(<!-- machine end -->)/, drawActions],
    ['the table of a session', 'reliability', /(<!-- session: [^>]* -->\n)[^]*?(<!-- session end -->)/, drawSessions],
    ['the faults', 'reliability', /(<!-- faults: [^>]* -->\n)[^]*?(<!-- faults end -->)/, printTables],
    ["the wallet's status", 'sessions', /(<!-- status: [^>]* -->\n)[^]*?(<!-- status end -->)/, drawStatus],
  ] as const)('print %s as the code and the guards have it', (_, name, block, print) => {
    const path = documentOf(name);
    const text = readFileSync(path, 'utf8');
    const whole = text.replace(block, (_all, start: string, end: string) => `${start}\n${print()}\n\n${end}`);
    if (updating) writeFileSync(path, whole);
    else expect(text, 'run `npm run docs:reliability`').toBe(whole);
    expect(text).toMatch(block);
  });

  const rows = chapters.flatMap((chapter) => chapter.rows);
  test.each(rows.map((row) => [row.fault, row] as const))('%s: the test that proves it exists', (_, row) => {
    expect(hasTitle(row.test, row.title), row.title).toBe(true);
    expect(hasTitle(row.test, `${row.title.slice(0, 4)} but not like this, no, not at all`)).toBe(false);
  });

  test('say of every fault, and of nothing else, what its events tell', () => {
    expect(Object.keys(eventsOfFaults).toSorted()).toEqual(rows.map(({ fault }) => fault).toSorted());
  });

  test('name no fault twice, and mutate what is there once', () => {
    expect(new Set(rows.map(({ fault }) => fault)).size).toBe(rows.length);
    for (const { fault, file, find } of rows) {
      const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      expect([fault, source.split(find).length - 1]).toEqual([fault, 1]);
    }
  });
});
