import { beforeAll, describe, expect, test } from 'vitest';
import { allEntries, exportsOf, mentionedBy } from './api/declarations.ts';
import { explanations } from './api/comments.ts';
import { printDeclarations, printReport } from './api/report.ts';
import { buildKit } from './consumer.ts';
import { expectGenerated, expectGeneratedParts } from '../generated.ts';

beforeAll(() => buildKit(), 120_000);

describe('the public names', () => {
  test('are declared as test/package/api/declarations.txt has them', () => {
    expectGenerated('test/package/api/declarations.txt', printDeclarations());
  });

  test('are those of docs/api.md', () => {
    expectGeneratedParts('docs/api.md', { names: printReport() });
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
