/** Holds every answer of a sandbox to the facts of its profile: those of the public document in `grid`, the sandbox's own in `spec`. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { differencesOf, type Fact, type FactTypes } from '../../../test/contract/check.ts';
import { operationOf } from '../../../test/contract/compare.ts';
import { factsOfForm } from '../../../test/contract/forms.ts';
import type { ContractMonth } from '../../src/service/contracts/contract-form.ts';
import { exceptions } from '../../../test/contract/exceptions.ts';
import { holdToPresence } from './presence.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../test/contract/facts/${name}.json`, import.meta.url), 'utf8'));

/** The facts of the public document, in the form of August. */
export const gridFacts = factsOfForm('2026-08');

const formFacts = { '2026-08': gridFacts, '2026-09': factsOfForm('2026-09'), '2026-10': factsOfForm('2026-10') };

/** The sandbox's answers in profile `spec`, by route and status, and on its control plane; null for no body. */
export const sandboxFacts = read('sandbox') as {
  readonly answers: Readonly<Record<string, Readonly<Record<string, Fact | null>>>>;
  readonly control: Readonly<Record<string, Fact | null>>;
  /** By the pattern of an event's type. */
  readonly events: Readonly<Record<string, Fact>>;
  readonly types: FactTypes;
};

/** The entry of a table whose key, `METHOD /path/:id`, a method and a path belong to: a literal path before one with ids. */
function entryOf<Entry>(table: Readonly<Record<string, Entry>>, method: string, path: string): Entry | undefined {
  const name = `${method} ${path}`;
  const fits = (key: string): boolean => new RegExp(`^${key.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(name);
  return table[name] ?? Object.entries(table).find(([key]) => fits(key))?.[1];
}

/** Fails when a body isn't what the fact says, where there is one; null is for no body. */
function hold(name: string, body: unknown, fact: Fact | null | undefined, types: FactTypes): void {
  expect(fact, `${name} has an answer`).not.toBeUndefined();
  if (fact === null || fact === undefined) return expect(body, name).toBeNull();
  const listed = Object.values(exceptions.grid).flat();
  const differences = differencesOf(body, fact, types).map(({ at, what }) => `${name}: ${at} ${what}`);
  expect(differences.filter((difference) => !listed.includes(difference))).toEqual([]);
}

// Names of the control calls' records in the public service's document.
const gridRecords: Readonly<Record<string, string>> = {
  'POST /customers': '#CustomerOneOf',
  'POST /failures': '#TransactionOneOf',
  'POST /incoming-payments': '#IncomingTransaction',
  'POST /transactions': '#IncomingTransaction',
};

const details = { '...': 'any' };
const later: Fact = { 'code!': 'string', 'reason!': 'string', details };
const errorFacts: Readonly<Record<ContractMonth, Fact>> = {
  '2026-08': { 'status!': 'integer', 'message!': 'string', ...later },
  '2026-09': later,
  '2026-10': later,
};

/** One answered call. */
export interface AnsweredCall {
  readonly profile: string;
  readonly contract?: ContractMonth | undefined;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** Fails when a control call's answer isn't the one of its table. */
export function holdControl({ profile, contract = '2026-08', method, path, status, body }: AnsweredCall): void {
  const [plain = ''] = path.split('?');
  const name = `${method} ${plain === '' ? '/' : plain}`;
  if (status >= 400) return hold(name, body, '#ErrorBody', sandboxFacts.types);
  const record = profile === 'grid' ? gridRecords[name] : undefined;
  if (record !== undefined) return hold(name, body, record, formFacts[contract].types);
  hold(name, body, entryOf(sandboxFacts.control, method, plain === '' ? '/' : plain), sandboxFacts.types);
  if (name === 'GET /webhooks')
    for (const { text } of (body as { data: { text: string }[] }).data) holdEvent(profile, contract, text);
}

function holdEvent(profile: string, contract: ContractMonth, text: string): void {
  const event = JSON.parse(text) as { readonly type: string; readonly data?: unknown };
  const { events, types } = formFacts[contract];
  if (profile === 'grid') return hold(event.type, event, events[event.type], types);
  hold(event.type, event, '#Event', sandboxFacts.types);
  const [, fact] = Object.entries(sandboxFacts.events).find(([type]) => new RegExp(type).test(event.type)) ?? [];
  hold(event.type, event.data, fact, sandboxFacts.types);
  holdToPresence(event.data);
}

/** Fails when an answer isn't what its route says, or an error isn't the service's error body. */
export function holdToFacts({ profile, contract = '2026-08', method, path, status, body }: AnsweredCall): void {
  const [plain = ''] = path.split('?');
  const name = `${method} ${plain} ${String(status)}`;
  if (profile !== 'grid') holdToPresence(body);
  if (profile !== 'grid' && status >= 400) {
    hold(name, body, '#ErrorBody', sandboxFacts.types);
    return expect((body as { status: number }).status).toBe(status);
  }
  if (profile !== 'grid') {
    return hold(name, body, entryOf(sandboxFacts.answers, method, plain)?.[String(status)], sandboxFacts.types);
  }
  const facts = formFacts[contract];
  // Not every status of a refusal is in the document, but its body is.
  if (status >= 400) return hold(name, body, errorFacts[contract], facts.types);
  const key = operationOf(facts, method, plain);
  // The specification's own path for wallet accounts is understood too.
  if (key === undefined) return expect(plain).toBe('/internal-accounts');
  hold(`${key} ${String(status)}`, body, facts.operations[key]?.answers[String(status)], facts.types);
}
