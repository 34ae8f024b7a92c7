/** Values that no function asked for, and the judge of what a function does with them. */
import { CountersignError } from 'countersign';
import { SandboxError } from 'countersign-sandbox';
import { inspect } from 'node:util';
import { numbers } from '../../numbers.ts';

/** Detects a good value for an argument, which is no case. */
export type Good = (value: unknown) => boolean;

/** One argument of one public function: everything else in the call is good. An error that is no error of the kit has to name it. */
export type Row = readonly [title: string, call: (value: never) => unknown, good?: Good, names?: RegExp];

/** A row, and whether its function throws or rejects. */
export interface Position {
  readonly title: string;
  readonly call: (value: never) => unknown;
  readonly good: Good;
  readonly names: RegExp;
  readonly fails: 'throws' | 'rejects';
}

/** Rows of functions that throw. An error names what the title ends in. */
export const throwing = (rows: readonly Row[]): readonly Position[] => positionsOf(rows, 'throws');

/** Rows of functions that reject. */
export const rejecting = (rows: readonly Row[]): readonly Position[] => positionsOf(rows, 'rejects');

/** A row for each option, by what is good for it. */
export const optionRows = (
  name: string,
  goods: Readonly<Record<string, Good>>,
  call: (options: never) => unknown,
): readonly Row[] =>
  Object.entries(goods).map(([option, good]) => [
    `${name}: ${option}`,
    (bad: never) => call({ [option]: bad } as never),
    good,
  ]);

function positionsOf(rows: readonly Row[], fails: Position['fails']): readonly Position[] {
  return rows.map(([title, call, good = never, names = new RegExp(title.split(/[: ]+/).at(-1) ?? '')]) => ({
    title,
    call,
    good,
    names,
    fails,
  }));
}

/** Nothing is good. */
export const never: Good = () => false;
export const isUndefined: Good = (value) => value === undefined;
/** Values that `??` replaces. */
export const isNothing: Good = (value) => value === undefined || value === null;
export const isFunction: Good = (value) => typeof value === 'function';
export const isObject: Good = (value) => typeof value === 'object' && value !== null;
export const isString: Good = (value) => typeof value === 'string';
export const isText: Good = (value) => typeof value === 'string' && value !== '';
export { isAmount, isDouble as isNumber, isDuration, isPositive, isRate } from '../../numbers.ts';
export const orNothing =
  (good: Good): Good =>
  (value) =>
    isUndefined(value) || good(value);
/** Options, of which a hostile getter is none. */
export const isPlain: Good = orNothing(
  (value) => isObject(value) && Reflect.get(Object(value), 'signal') === undefined,
);

/** A text that no error may repeat. */
export const mark = 'canary-7f3a9c51d2';

/** Error of a caller's own getter: it comes back unchanged. */
export const ownError: Error = new Error('thrown by a getter of the caller');

const hostile: object = new Proxy(
  {},
  {
    get: () => {
      throw ownError;
    },
    // Options are copied: an object that was only asked for its names would pass for an empty one.
    ownKeys: () => {
      throw ownError;
    },
  },
);

/** The values, by name. */
export const badValues: Readonly<Record<string, unknown>> = {
  ...numbers,
  nothing: undefined,
  'a symbol': Symbol(mark),
  'an empty text': '',
  'a short text': 'x',
  'a marked text': mark,
  'a huge text': mark.repeat(10_000),
  'a lone surrogate': `\ud800${mark}`,
  'odd hex': 'abc',
  'truncated hex': `04${'ab'.repeat(40)}`,
  'a point off the curve': `04${'ab'.repeat(64)}`,
  'JSON of another thing': JSON.stringify({ mark }),
  'truncated JSON': `{"data":"${mark}`,
  'JSON with a name twice': `{"${mark}":1,"${mark}":2,"type":"${mark}"}`,
  'an empty list': [],
  'a list of texts': [mark],
  'a list of nulls': [null],
  'an empty object': {},
  'another object': { mark },
  'an object with hostile getters': hostile,
  'a function': () => mark,
  'an invalid date': new Date(Number.NaN),
  'no bytes': new Uint8Array(0),
  'too few bytes': new Uint8Array(31).fill(1),
  'zero bytes': new Uint8Array(32),
};

const nextSteps: readonly unknown[] = ['retry', 'reauthenticate', 'restart', 'fix-input', 'configure', 'unsupported'];
// Messages of engines about an unchecked argument.
const crash =
  /cannot (?:read|destructure|convert|mix|set)|is not (?:a function|iterable|a constructor|defined|an object)|invalid url|undefined \(|call stack|circular|serialize/i;

/** Finds the fault in a call's treatment of a value; undefined if the call refused it properly. */
export async function faultOf(position: Position, value: unknown): Promise<string | undefined> {
  let error: unknown;
  let outcome: unknown;
  try {
    outcome = position.call(value as never);
  } catch (thrown) {
    error = thrown;
    if (position.fails === 'rejects') return `threw instead of rejecting: ${String(thrown)}`;
  }
  if (error === undefined) {
    try {
      await outcome;
      return 'took it';
    } catch (rejected) {
      error = rejected;
    }
  }
  if (error === ownError) return undefined;
  return faultOfError(error, position.names);
}

function faultOfError(error: unknown, names: RegExp): string | undefined {
  if (!(error instanceof Error)) return `threw what is no error: ${typeof error}`;
  const everything = inspect(error, { depth: 10, showHidden: true });
  if (everything.includes(mark)) return `repeated the value: ${error.message}`;
  if (crash.test(error.message)) return `crashed: ${error.message}`;
  if (error instanceof CountersignError || error instanceof SandboxError) {
    if (!/^[A-Z][A-Z_]+$/.test(error.code)) return `code ${error.code}`;
    if ('nextStep' in error && !nextSteps.includes(error.nextStep)) return `next step ${error.nextStep}`;
    return error.message.length < 20 ? `says too little: ${error.message}` : undefined;
  }
  if (!(error instanceof TypeError) && !(error instanceof RangeError)) return `untyped: ${everything}`;
  if (!names.test(error.message)) return `doesn't name the argument: ${error.message}`;
  return /must|pass/.test(error.message) ? undefined : `doesn't say what to pass: ${error.message}`;
}
