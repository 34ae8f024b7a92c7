import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Behaviour, TestsOf } from './behaviour.ts';
import { behaviours } from './behaviours.ts';
import { listFiles, root } from '../source-tree.ts';

interface Guard {
  readonly test: string;
  readonly title: string;
}

const lists = listFiles('test/guards').filter((path) => path.endsWith('.guards.mjs'));
const guards = (await Promise.all(lists.map((path) => import(join(root, path))))).flatMap(
  (list) => (list as { readonly guards: readonly Guard[] }).guards,
);
const all: readonly Behaviour[] = Object.values(behaviours).flat();

const read = (file: string): string => readFileSync(join(root, 'test', file), 'utf8');
const hasTitle = (source: string, title: string): boolean =>
  [`'${title.replaceAll("'", String.raw`\'`)}'`, `"${title}"`].some((quoted) => source.includes(quoted));

/** Whether the test that a guard names is this one; a guard names it as it is run, with its values. */
function isNamedBy({ test: file, title }: Guard, { file: own, titles }: TestsOf): boolean {
  if (file !== `test/${own}`) return false;
  return titles.some((one) => {
    const [start = '', end = ''] = one.split(/%[siojd]/);
    return title.includes(start) && (title.includes(end) || end.includes(title.slice(-25)) || start.includes(title));
  });
}

describe.each(all.map((behaviour) => [behaviour.says, behaviour] as const))('%s', (_, { tests, inFlight }) => {
  test('has tests of these titles', () => {
    for (const { file, titles } of [...tests, ...(inFlight === undefined ? [] : [inFlight])]) {
      const source = read(file);
      for (const title of titles) expect([file, title, hasTitle(source, title)]).toEqual([file, title, true]);
    }
  });

  test('is broken by a guard, whose test sees it', () => {
    expect(guards.some((guard) => tests.some((one) => isNamedBy(guard, one)))).toBe(true);
  });
});

test('what concerns money and sessions in several tabs is shown in Chromium and in Firefox', () => {
  for (const engine of ['chromium', 'firefox']) {
    const suffix = engine === 'firefox' ? '-firefox' : '';
    expect(read(`in-flight/money${suffix}.test.ts`)).toContain(`describeMoney('${engine}')`);
    expect(read(`in-flight/sessions${suffix}.test.ts`)).toContain(`describeSessions('${engine}')`);
  }
  for (const { says, inFlight } of [...behaviours.money, ...behaviours.sessions.slice(0, 5)])
    expect([says, inFlight?.titles.length]).toEqual([says, expect.toSatisfy((count) => Number(count) > 0)]);
});

test('no behaviour is said twice', () => {
  expect(new Set(all.map(({ says }) => says)).size).toBe(all.length);
});
