import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { allEntries, exportsOf, mentionedBy } from './api/declarations.ts';
import { explanations } from './api/comments.ts';
import { printDeclarations, printReport } from './api/report.ts';
import { buildKit } from './consumer.ts';
import { root } from '../source-tree.ts';

beforeAll(() => buildKit(), 120_000);

// npm sets the name of the script that runs.
const updating = process.env['npm_lifecycle_event'] === 'docs:api';
const path = join(root, 'docs/api.md');
const block = /(<!-- names: [^>]* -->\n)[^]*?(<!-- names end -->)/;
const declarations = join(root, 'test/package/api/declarations.txt');

describe('the public names', () => {
  test('are declared as test/package/api/declarations.txt has them', () => {
    if (updating) writeFileSync(declarations, printDeclarations());
    else expect(readFileSync(declarations, 'utf8'), 'run `npm run docs:api`').toBe(printDeclarations());
  });

  test('are those of docs/api.md', () => {
    const text = readFileSync(path, 'utf8');
    const whole = text.replace(block, (_all, start: string, end: string) => `${start}\n${printReport()}\n\n${end}`);
    if (updating) writeFileSync(path, whole);
    else expect(text, 'run `npm run docs:api`').toBe(whole);
    expect(text).toMatch(block);
  });

  test('are explained where an editor shows them, with their members; the fields of the service are its own', () => {
    const bare = explanations().filter(
      ({ name, comment, isWire }) => comment === '' && !(isWire && name.includes('.')),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  test('have an example each, if they are functions or methods of the wallet', () => {
    const functions = explanations().filter(({ isFunction }) => isFunction);
    expect(functions.length).toBeGreaterThan(40);
    const without = functions.filter(({ comment }) => !/@example\n\s*\S/.test(comment));
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test('mention no type that no entry exports', () => {
    const all = allEntries.flatMap((entry) => exportsOf(entry));
    const known = new Set(all.map(({ statement }) => statement));
    const missing = all.flatMap((declared) =>
      mentionedBy(declared)
        .filter(({ statement }) => !known.has(statement))
        .map((mentioned) => `${declared.name} mentions ${mentioned.name} of ${mentioned.file.path}`),
    );
    expect([...new Set(missing)].sort()).toEqual([]);
  });

  test('stand for one thing each, whichever entry they are taken from', () => {
    const byName = new Map<string, Set<unknown>>();
    for (const { name, statement, file } of allEntries.flatMap((entry) => exportsOf(entry))) {
      // Overloads are several statements of one file.
      const thing = statement['declaration'] === null ? statement : file.path;
      byName.set(name, (byName.get(name) ?? new Set()).add(thing));
    }
    expect([...byName].filter(([, things]) => things.size > 1).map(([name]) => name)).toEqual([]);
  });
});
