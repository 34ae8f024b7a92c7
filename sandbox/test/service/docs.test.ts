import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldPresence } from './coverage/optional-fields.ts';
import { defaultMonth } from '../../src/service/contracts/contract-form.ts';
import { gridContract } from '../../src/service/contracts/grid.ts';
import { specContract } from '../../src/service/contracts/spec.ts';
import { faultRule } from '../../src/service/http/fault-rules.ts';
import type { SandboxRoute } from '../../src/service/http/route.ts';
import type { Fact } from '../../../test/contract/check.ts';
import { expectGeneratedParts } from '../../../test/generated.ts';
import { sandboxFacts } from './answers.ts';
import { parts } from './coverage/tables.ts';
import { controlExamples, paymentExamples } from './examples.ts';
import { createPlatformClient } from './platform-client.ts';

const textOf = (name: string): string => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');

const scriptOf = (language: string, name: string): string =>
  `\`\`\`${language}\n${readFileSync(new URL(`other-languages/${name}`, import.meta.url), 'utf8')}\`\`\``;
const namesOf = (routes: readonly SandboxRoute[]): string[] =>
  routes.map(({ method, path: place }) => `${method} ${place}`);

const pages = {
  'sandbox-calls': async () => ({ ...parts, payment: await paymentExamples(), control: await controlExamples() }),
  'sandbox-control': () => Promise.resolve({ python: scriptOf('python', 'pay.py') }),
};

test.each(Object.entries(pages))('docs/%s.md prints its tables and examples as they are', async (page, made) => {
  expectGeneratedParts(`docs/${page}.md`, await made());
});

test('profile grid has every route of spec, and more', () => {
  const grid = namesOf(gridContract(defaultMonth).routes);
  expect(namesOf(specContract.routes).filter((name) => !grid.includes(name))).toEqual([]);
});

/** The optional and the nullable fields of an object, in its objects too. */
function optionalOf(fact: Fact | undefined, prefix = ''): string[] {
  if (typeof fact === 'string') return optionalOf(sandboxFacts.types[fact.slice(1)], prefix);
  if (fact === undefined || Array.isArray(fact)) return [];
  return Object.entries(fact as Readonly<Record<string, Fact>>).flatMap(([key, inner]) => {
    const name = prefix + key.replace(/!$/, '');
    if (!key.endsWith('!') || (Array.isArray(inner) && inner[0] === 'null or')) return [name];
    // An address is answered as it was sent.
    return optionalOf(inner, `${name}.`);
  });
}

test.each([
  ['Outgoing transaction', '#Outgoing'],
  ['Incoming transaction', '#Incoming'],
  ['Card transaction', '#CardTransaction'],
  ['Quote', '#Quote'],
  ['Internal account', '#InternalAccount'],
  ['External account', '#ExternalAccount'],
  ['Customer', '#Customer'],
  ['Card', '#Card'],
])('every optional or nullable field of %s in the facts is in the table of optional fields', (record, type) => {
  const listed = fieldPresence.filter((row) => row.record === record).map(({ field }) => field);
  // Answered always, though the specification requires less.
  const always = ['last4', 'expMonth', 'expYear', 'receivedAmount', 'exchangeRate', 'quoteId', 'fees', 'source'];
  const optional = optionalOf(type).filter((field) => !/(?:\.c|C)urrency\.symbol$|\.\.\.$/.test(field));
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((field) => !listed.includes(field) && !always.includes(field))).toEqual([]);
});

test('docs/sandbox-control.md lists every call of the control plane', () => {
  const text = textOf('sandbox-control');
  for (const call of Object.keys(sandboxFacts.control)) expect(text, call).toContain(`\`${call}`);
});

test('docs/sandbox-control.md lists every field of a fault rule', () => {
  const [, section = ''] = textOf('sandbox-control').split('## Fault rules');
  const { entries } = faultRule as unknown as { readonly entries: object };
  for (const name of Object.keys(entries)) expect(section, name).toContain(`\`${name}\``);
});

test('an unknown path is answered with the page to read', async () => {
  expect((await createPlatformClient().call('GET', '/nowhere')).body.message).toContain('The sandbox, call by call');
});
