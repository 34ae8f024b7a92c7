/** Holds an answer against each form of the contract, and says in what it fits none. */
import { isStillProcessing } from '../../../src/kit/still-processing.ts';
import { knownAnswers, knownCodes } from './known-answers.ts';

/** A form: the month of the public document, or the profile `spec`. */
export type FormName = keyof typeof knownAnswers;

/** An answer of the service. */
export interface ObservedAnswer {
  /** Method and path, with `{}` for each id. */
  readonly operation: string;
  readonly status: number;
  /** Undefined for a body that is no JSON. */
  readonly body: unknown;
}

/** Verdict on one answer. */
export interface Fit {
  /** The forms that it is nearest to. */
  readonly forms: readonly FormName[];
  /** Differences from the nearest form that a wallet can't do without. */
  readonly misfits: readonly string[];
  /** Fields, statuses and codes that no form knows, and that a wallet passes over. */
  readonly news: readonly string[];
}

interface Field {
  readonly isRequired: boolean;
  /** `#` a number, `=A|B` one of these words, `:Name` a record or a list of them; nothing for anything else. */
  readonly kind: string;
}

interface Form {
  /** Records of good answers by operation and status; of a refusal and of an empty answer undefined. */
  readonly operations: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;
  readonly records: ReadonlyMap<string, ReadonlyMap<string, Field>>;
}

interface Differences {
  readonly misfits: string[];
  readonly news: string[];
}

const codes = new Set(knownCodes.trim().split(/\s+/));
const errorFields = ['status', 'code', 'message', 'reason', 'details'];

function readForm(texts: readonly string[]): Form {
  const operations = new Map<string, ReadonlyMap<string, string | undefined>>();
  const records = new Map<string, ReadonlyMap<string, Field>>();
  for (const line of texts.flatMap((text) => text.trim().split('\n'))) {
    const [first = '', second = '', ...rest] = line.trim().split(' ');
    if (first.endsWith(':')) records.set(first.slice(0, -1), new Map([second, ...rest].map(readField)));
    else operations.set(`${first} ${second}`, new Map(rest.map(readStatus)));
  }
  return { operations, records };
}

function readStatus(text: string): [string, string | undefined] {
  const [status = '', record] = text.split(':');
  return [status, record];
}

function readField(text: string): [string, Field] {
  const [, name = '', required = '', kind = ''] = /^(\w+)(!?)(.*)$/.exec(text) ?? [];
  return [name, { isRequired: required !== '', kind }];
}

const { '2026-08': august, '2026-09': september, '2026-10': october, spec } = knownAnswers;
const formsOf: Readonly<Record<'grid' | 'spec', readonly (readonly [FormName, Form])[]>> = {
  grid: [
    ['2026-08', readForm([august])],
    ['2026-09', readForm([august, september])],
    ['2026-10', readForm([august, september, october])],
  ],
  spec: [['spec', readForm([spec])]],
};

/** Words of the paths that the doctor calls: any other part of a path is an id. */
export const pathWords: ReadonlySet<string> = new Set(
  Object.values(formsOf).flatMap((forms) =>
    forms.flatMap(([, { operations }]) => [...operations.keys()].flatMap((key) => key.split(/[ /]/))),
  ),
);

/** A word of the contract as it is, and of anything else its length or its type: it could be a person's, or secret. */
export function shown(value: unknown): string {
  if (typeof value !== 'string') return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  return /^[A-Z][A-Z0-9_]{0,60}$/.test(value) ? value : `a text of ${String(value.length)} characters`;
}

const shownName = (name: string): string =>
  /^[A-Za-z]\w{0,40}$/.test(name) ? name : `with a name of ${String(name.length)} characters`;

/** Compares an answer with the forms of a profile. */
export function fitOf(profile: 'grid' | 'spec', answer: ObservedAnswer): Fit {
  const { operation, status } = answer;
  const forms = formsOf[profile];
  const all = forms.map(([name]) => name);
  if (isStillProcessing(answer) || forms.every(([, form]) => !form.operations.has(operation))) {
    return { forms: all, misfits: [], news: [] };
  }
  if (status >= 400) return { forms: all, ...differencesOfRefusal(answer, forms) };
  const found = forms.map(([name, form]) => ({ name, ...differencesOf(answer, form) }));
  const weight = ({ misfits, news }: Differences): number => misfits.length * 1000 + news.length;
  const least = Math.min(...found.map(weight));
  const nearest = found.filter((one) => weight(one) === least);
  const [{ misfits, news } = { misfits: [], news: [] }] = nearest;
  return { forms: nearest.map(({ name }) => name), misfits, news };
}

function differencesOfRefusal(
  { operation, status, body }: ObservedAnswer,
  forms: readonly (readonly [FormName, Form])[],
): Differences {
  if (!isRecord(body)) return { misfits: ['the body is no object'], news: [] };
  const { code, reason, message = reason } = body;
  const misfits = [
    ...(typeof code === 'string' ? [] : ['code is no text']),
    ...(typeof message === 'string' ? [] : ['neither reason nor message is a text']),
  ];
  const isKnown = forms.some(([, form]) => form.operations.get(operation)?.has(String(status)));
  const news = [
    ...(isKnown ? [] : [`status ${String(status)}`]),
    ...(typeof code !== 'string' || codes.has(code) ? [] : [`code ${shown(code)}`]),
    ...Object.keys(body).flatMap((name) => (errorFields.includes(name) ? [] : [`field ${shownName(name)}`])),
  ];
  return { misfits, news };
}

function differencesOf({ operation, status, body }: ObservedAnswer, { operations, records }: Form): Differences {
  const found: Differences = { misfits: [], news: [] };
  const statuses = operations.get(operation);
  const record = statuses?.get(String(status));
  if (statuses?.has(String(status)) !== true) found.misfits.push(`no form knows the status ${String(status)} here`);
  else if (record !== undefined) compare(body, `:${record}`, '', { records, found });
  return found;
}

interface Comparison {
  readonly records: Form['records'];
  readonly found: Differences;
}

function compare(value: unknown, kind: string, at: string, comparison: Comparison): void {
  const { records, found } = comparison;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) compare(item, kind, at, comparison);
    return;
  }
  const place = at === '' ? 'the body' : at;
  if (kind === '#' && typeof value !== 'number') found.misfits.push(`${place} is no number: ${shown(value)}`);
  if (kind.startsWith('=') && !kind.slice(1).split('|').includes(String(value))) {
    found.misfits.push(`${place} is ${shown(value)}, which no form knows`);
  }
  if (!kind.startsWith(':')) return;
  if (!isRecord(value)) {
    found.misfits.push(`${place} is no object: ${shown(value)}`);
    return;
  }
  const fields = records.get(kind.slice(1));
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  for (const [name, field] of fields ?? []) {
    const inner = value[name];
    if (inner === undefined && field.isRequired) found.misfits.push(`${below(name)} is missing`);
    if (inner !== undefined && inner !== null) compare(inner, field.kind, below(name), comparison);
  }
  for (const name of Object.keys(value)) {
    if (fields?.has(name) !== true) found.news.push(`field ${below(shownName(name))}`);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
