import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routeTable } from './tables.ts';

const path = new URL('../../docs/relay-reference.md', import.meta.url);
// npm sets the name of the script that runs.
const updating = process.env['npm_lifecycle_event'] === 'docs:relay';
const block = /(<!-- routes: [^>]* -->\n)[^]*?(<!-- routes end -->)/;

test('docs/relay-reference.md prints the route table as it is', () => {
  const text = readFileSync(path, 'utf8');
  const whole = text.replace(block, (_all, start: string, end: string) => `${start}\n${routeTable()}\n\n${end}`);
  if (updating) writeFileSync(path, whole);
  else expect(text, 'run `npm run docs:relay`').toBe(whole);
  expect(text).toMatch(block);
});
