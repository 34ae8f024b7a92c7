/** After a test that proves a fault of docs/reliability.md: its events alone tell what the fault came to. */
import { afterEach, beforeEach, expect } from 'vitest';
import { chapters } from '../guards/reliability.mjs';
import { eventsOfFaults } from './events-of-faults.mjs';
import { allTold, forget } from './recorded.ts';

const rows = chapters.flatMap((chapter) => chapter.rows);

beforeEach(forget);

afterEach(async ({ task }) => {
  const name = fullNameOf(task);
  const proved = rows.filter(({ test, title }) => task.file.name.endsWith(test) && name.includes(title));
  if (proved.length === 0) return;
  const told = await allTold();
  for (const { fault } of proved) {
    const expected = eventsOfFaults[fault] ?? 'nothing is said of its events';
    expect([fault, inOrder(told, expected.split(' → '))]).toEqual([fault, expected]);
  }
});

/** As many of the expected events as were told, in their order. */
function inOrder(told: readonly string[], expected: readonly string[]): string {
  let at = 0;
  const found = expected.filter((event) => {
    const next = told.findIndex((one, index) => index >= at && ` ${one} `.includes(` ${event} `));
    if (next >= 0) at = next + 1;
    return next >= 0;
  });
  return found.join(' → ');
}

interface Named {
  readonly name: string;
  readonly suite?: Named | undefined;
}

/** The titles of its describes and its own, as a guard names a test. */
function fullNameOf({ name, suite }: Named): string {
  return suite === undefined || suite.name === '' ? name : `${fullNameOf(suite)} ${name}`;
}
