import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { signedRetryMoves } from '../src/transport/index.ts';
import { chapters } from './guards/reliability.mjs';

const path = new URL('../docs/reliability.md', import.meta.url);
// npm sets the name of the script that runs.
const updating = process.env['npm_lifecycle_event'] === 'docs:reliability';

/** The machine as a mermaid diagram; events that lead the same way share an arrow. */
function drawMachine(): string {
  const arrows = Object.entries(signedRetryMoves).flatMap(([from, moves]) => {
    const byTarget = new Map<string, string[]>();
    for (const [event, to] of Object.entries(moves)) byTarget.set(to, [...(byTarget.get(to) ?? []), event]);
    return [...byTarget].map(([to, events]) => `    ${from} --> ${to}: ${events.join(', ')}`);
  });
  const ends = Object.entries(signedRetryMoves).filter(([, moves]) => Object.keys(moves).length === 0);
  const begin = ['    [*] --> asking', '    [*] --> uncertain: a record was found'];
  const lines = ['stateDiagram-v2', ...begin, ...arrows, ...ends.map(([end]) => `    ${end} --> [*]`)];
  return ['```mermaid', ...lines, '```'].join('\n');
}

function printTables(): string {
  const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
  return chapters
    .map(({ heading, rows }) => {
      const lines = rows.map(
        ({ fault, sees, kept, title }) => `| ${[fault, sees, kept, `*"${title}"*`].map(cell).join(' | ')} |`,
      );
      const head = ['| Fault | What the person sees | What is kept | Test that proves it |', '|---|---|---|---|'];
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

describe('docs/reliability.md', () => {
  test.each([
    ['the machine', /(<!-- machine: [^>]* -->\n)[^]*?(<!-- machine end -->)/, drawMachine],
    ['the faults', /(<!-- faults: [^>]* -->\n)[^]*?(<!-- faults end -->)/, printTables],
  ] as const)('prints %s as the code and the guards have it', (_, block, print) => {
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

  test('names no fault twice, and mutates what is there once', () => {
    expect(new Set(rows.map(({ fault }) => fault)).size).toBe(rows.length);
    for (const { fault, file, find } of rows) {
      const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      expect([fault, source.split(find).length - 1]).toEqual([fault, 1]);
    }
  });
});
