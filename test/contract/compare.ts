/** Holds recorded calls and webhooks against the facts of a profile, and says what differs. */
import { differencesOf, type Fact, type FactTypes } from './check.ts';
import type { RecordedCall } from './client.ts';

/** The facts of one operation. */
export interface OperationFacts {
  readonly name: string;
  readonly query: Readonly<Record<string, Fact>>;
  readonly body: Fact | null;
  readonly answers: Readonly<Record<string, Fact | null>>;
  readonly examples: Readonly<Record<string, unknown>>;
}

/** The facts of a profile. */
export interface ContractFacts {
  readonly operations: Readonly<Record<string, OperationFacts>>;
  /** Operations that the sandbox doesn't carry out, with their names. */
  readonly others: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, Fact>>;
  readonly types: FactTypes;
}

/** Findings of a comparison. */
export interface Comparison {
  readonly answers: Tally;
  readonly requests: Tally;
  readonly events: Tally;
  /** Operations of the facts that no call with a good answer reached. */
  readonly untouched: readonly string[];
  /** Each distinct difference once, sorted. */
  readonly differences: readonly string[];
}

/** Counts those that kept to the facts, of all. */
export interface Tally {
  readonly valid: number;
  readonly total: number;
}

/** The operation that a method and a path belong to: a literal path before one with parameters. */
export function operationOf(facts: ContractFacts, method: string, path: string): string | undefined {
  const fits = (key: string): boolean => {
    const [own = '', template = ''] = key.split(' ');
    return own === method && new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
  };
  const found = Object.keys(facts.operations).filter(fits);
  return found.sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))[0];
}

/** Compares everything that a flow recorded; `events` are the texts of the webhooks. */
export function compare(
  facts: ContractFacts,
  { calls, events }: { readonly calls: readonly RecordedCall[]; readonly events: readonly string[] },
): Comparison {
  const differences = new Set<string>();
  const note = (place: string, value: unknown, fact: Fact): boolean => {
    const found = differencesOf(value, fact, facts.types);
    for (const { at, what } of found) differences.add(`${place}: ${at === '' ? 'it' : at} ${what}`);
    return found.length === 0;
  };
  const touched = new Set<string>();
  const answerFits = (key: string, { status, body }: RecordedCall): boolean => {
    const fact = facts.operations[key]?.answers[String(status)];
    if (fact === undefined) {
      const code = (body as { readonly code?: string } | null)?.code ?? '';
      differences.add(`${key} ${String(status)}: no such status ${code}`.trim());
      return false;
    }
    if (fact !== null) return note(`${key} ${String(status)}`, body, fact);
    if (body !== null) differences.add(`${key} ${String(status)}: it has a body`);
    return body === null;
  };
  const answers = count(calls, (call) => {
    const key = operationOf(facts, call.method, call.path);
    if (key === undefined) {
      differences.add(`${call.method} ${call.path.replace(/[A-Z][A-Za-z]+:[^/]+/g, '{id}')}: is not in the document`);
      return false;
    }
    if (call.status < 400) touched.add(key);
    return answerFits(key, call);
  });
  const accepted = calls.filter(({ status, method, path }) => status < 400 && operationOf(facts, method, path));
  const requests = count(accepted, ({ method, path, query, sent }) => {
    const key = operationOf(facts, method, path) ?? '';
    const operation = facts.operations[key];
    const known = Object.keys(operation?.query ?? {}).map((name) => name.replace(/!$/, ''));
    const strange = Object.keys(query).filter((name) => !known.includes(name));
    for (const name of strange) differences.add(`${key} accepts a query that is not in the document: ${name}`);
    if (operation?.body === null || operation?.body === undefined || sent === undefined) return strange.length === 0;
    return note(`${key} accepts`, sent, operation.body) && strange.length === 0;
  });
  return {
    answers,
    requests,
    events: count(events, (text) => {
      const event = JSON.parse(text) as { readonly type: string };
      const fact = facts.events[event.type];
      if (fact !== undefined) return note(`webhook ${event.type}`, event, fact);
      differences.add(`webhook ${event.type}: is not in the document`);
      return false;
    }),
    untouched: Object.keys(facts.operations).filter((key) => !touched.has(key)),
    differences: [...differences].sort(),
  };
}

function count<Item>(items: readonly Item[], fits: (item: Item) => boolean): Tally {
  return { valid: items.filter(fits).length, total: items.length };
}
