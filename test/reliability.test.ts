import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sessionTransitions, shownStatus, type SessionEvent, type SessionPhase } from '../src/session/machine.ts';
import { actionConditions, actionEnds, actionTransitions } from '../src/transport/index.ts';
import { chapters } from './guards/reliability.mjs';
import { eventsOfFaults } from './told/events-of-faults.mjs';

const documentOf = (name: string): URL => new URL(`../docs/${name}.md`, import.meta.url);
// npm sets the name of the script that runs.
const updating = process.env['npm_lifecycle_event'] === 'docs:reliability';

/** The table of a signed action as a mermaid diagram; events that lead the same way share an arrow. */
function drawActions(): string {
  const arrows = actionTransitions.map(({ from, on, if: condition, to }) => {
    const name = Object.keys(actionConditions).find((one) => actionConditions[one] === condition);
    const when = condition === undefined ? '' : ` [${name}]`;
    return `    ${from} --> ${to}: ${on.join(', ')}${when}`;
  });
  const ends = [...actionEnds].map((end) => `    ${end} --> [*]`);
  return ['```mermaid', 'stateDiagram-v2', '    [*] --> opening', ...arrows, ...ends, '```'].join('\n');
}

/** The table of a session as a mermaid diagram. */
function drawSessions(): string {
  const arrows = Object.entries(sessionTransitions).flatMap(([from, transitions]) => {
    const byTarget = new Map<string, string[]>();
    for (const [event, transition] of Object.entries(transitions)) {
      const [to] = transition as readonly [string];
      byTarget.set(to, [...(byTarget.get(to) ?? []), event]);
    }
    return [...byTarget].map(([to, events]) => `    ${from} --> ${to}: ${events.join(', ')}`);
  });
  return ['```mermaid', 'stateDiagram-v2', '    [*] --> loading', ...arrows, '```'].join('\n');
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
