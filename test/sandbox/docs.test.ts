import { readFileSync, writeFileSync } from 'node:fs';
import type { GenericSchema } from 'valibot';
import { expect, test } from 'vitest';
import { fieldPresence } from './coverage/optional-fields.ts';
import { gridContract } from '../../src/sandbox/contracts/grid.ts';
import { specContract } from '../../src/sandbox/contracts/spec.ts';
import type { SandboxRoute } from '../../src/sandbox/http/route.ts';
import {
  card,
  cardTransaction,
  customer,
  externalAccount,
  incoming,
  internalAccount,
  outgoing,
  quote,
} from './record-schemas.ts';
import { controlAnswers } from './control-answers.ts';
import { parts } from './coverage/tables.ts';
import { controlExamples, paymentExamples } from './examples.ts';
import { createPlatformClient } from './platform-client.ts';

const path = new URL('../../docs/sandbox.md', import.meta.url);
// npm sets the name of the script that runs.
const updating = process.env['npm_lifecycle_event'] === 'docs:sandbox';

const scriptOf = (language: string, name: string): string =>
  `\`\`\`${language}\n${readFileSync(new URL(`other-languages/${name}`, import.meta.url), 'utf8')}\`\`\``;
const namesOf = (routes: readonly SandboxRoute[]): string[] =>
  routes.map(({ method, path: place }) => `${method} ${place}`);

test('docs/sandbox.md prints its tables and examples as they are', async () => {
  const text = readFileSync(path, 'utf8');
  let whole = text;
  for (const [name, part] of Object.entries({
    ...parts,
    payment: await paymentExamples(),
    control: await controlExamples(),
    python: scriptOf('python', 'pay.py'),
    shell: scriptOf('bash', 'pay.sh'),
  })) {
    const block = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
    expect(text, name).toMatch(block);
    whole = whole.replace(block, (_all, start: string, end: string) => `${start}\n${part}\n\n${end}`);
  }
  if (updating) writeFileSync(path, whole);
  else expect(text, 'run `npm run docs:sandbox`').toBe(whole);
});

test('profile grid has every route of spec, and more', () => {
  const grid = namesOf(gridContract.routes);
  expect(namesOf(specContract.routes).filter((name) => !grid.includes(name))).toEqual([]);
});

interface Entry {
  readonly type: string;
  readonly wrapped?: Entry;
  readonly entries?: Readonly<Record<string, Entry>>;
}

function optionalOf(schema: Entry, prefix = ''): string[] {
  return Object.entries(schema.entries ?? {}).flatMap(([name, entry]) => {
    if (entry.type === 'optional' || entry.type === 'nullable') return [prefix + name];
    // An address is answered as it was sent.
    return optionalOf(entry, `${prefix}${name}.`);
  });
}

test.each<[string, GenericSchema]>([
  ['Outgoing transaction', outgoing],
  ['Incoming transaction', incoming],
  ['Card transaction', cardTransaction],
  ['Quote', quote],
  ['Internal account', internalAccount],
  ['External account', externalAccount],
  ['Customer', customer],
  ['Card', card],
])('every optional or nullable field of the schema of %s is in the table of optional fields', (record, schema) => {
  const listed = fieldPresence.filter((row) => row.record === record).map(({ field }) => field);
  // Answered always, though the specification requires less.
  const always = ['last4', 'expMonth', 'expYear', 'receivedAmount', 'exchangeRate', 'quoteId', 'fees', 'source'];
  const currency = /\.currency\.symbol$|Currency\.symbol$/;
  const optional = optionalOf(schema as unknown as Entry).filter((field) => !currency.test(field));
  expect(optional.filter((field) => !listed.includes(field) && !always.includes(field))).toEqual([]);
});

test('docs/sandbox.md lists every call of the control plane', () => {
  const text = readFileSync(path, 'utf8');
  for (const call of Object.keys(controlAnswers)) expect(text, call).toContain(`\`${call}`);
});

test('the last word on an unknown path is this page', async () => {
  expect((await createPlatformClient().call('GET', '/nowhere')).body.message).toContain('docs/sandbox.md');
});
