/** Reads the options of a call by a table: a row says what one option must be, and its default. */
import { copyOwn } from './own-members.ts';
import { wrongInProfile } from './profile.ts';
import { wireProfiles, type WireProfile, type WireProfileName } from './wire.ts';

/** Rejects an option. `rule` follows the option's name in the sentence; `path` leads to a member of its value. */
export type Fail = (rule: string, Mistake?: ErrorConstructor, path?: string) => never;

/** Checks the value of one option, and returns it or its default. */
export type Reader<Value> = (value: unknown, fail: Fail) => Value;

/** A reader for each option. */
export type RowsOf<Values> = { readonly [Name in keyof Values]: Reader<Values[Name]> };

/** Options after reading: `Open` ones may be undefined, all others have a default. `Other` has types that differ from the option's. */
export type ReadFrom<Options, Open extends keyof Options, Other = unknown> = {
  readonly [Name in keyof Required<Options>]: Name extends keyof Other
    ? Other[Name]
    : Name extends Open
      ? Options[Name] | undefined
      : Exclude<Options[Name], undefined>;
};

/**
 * Reads the options of a call into a frozen object without a prototype.
 *
 * @throws TypeError, RangeError naming the call and the option. A misspelt `approve` would silently turn a defence off, so unknown
 *   options are rejected too.
 */
export function readTable<Values>(given: unknown, rows: RowsOf<Values>, call: string): Values {
  return anObject(rows)(given, (rule, Mistake = TypeError, path = '.options') => {
    throw new Mistake(`${call}: ${path.slice(1)} ${rule}`);
  });
}

/** Finds all that is wrong: a sentence for each option, without its value. `together` checks options that are each right. */
export function mistakesOf<Values>(
  given: unknown,
  rows: RowsOf<Values>,
  together: (values: Values) => readonly string[],
): readonly string[] {
  const own = copyOwn(Object(given) as Readonly<Record<string, unknown>>);
  const all: Readonly<Record<string, Reader<unknown>>> = rows;
  const mistakes: string[] = [];
  for (const name of new Set([...Object.keys(all), ...Object.keys(own)])) {
    const row = Object.hasOwn(all, name) ? { [name]: all[name] as Reader<unknown> } : all;
    try {
      readTable({ [name]: own[name] }, row, '');
    } catch (error) {
      mistakes.push((error as Error).message.slice(2));
    }
  }
  return mistakes.length > 0 ? mistakes : together(readTable(own, rows, ''));
}

/** Makes a reader of an object with a row for each member. */
export function anObject<Values>(rows: RowsOf<Values>): Reader<Values> {
  return (given, fail) => {
    if (typeof given !== 'object' || given === null) return fail('must be an object');
    const own = copyOwn(given as Readonly<Record<string, unknown>>);
    checkNames(own, rows, fail);
    const values = Object.entries<Reader<unknown>>(rows).map(([name, read]) => [
      name,
      read(own[name], (rule, Mistake, path = '') => fail(rule, Mistake, `.${name}${path}`)),
    ]);
    return copyOwn(Object.fromEntries(values) as Values & object);
  };
}

/** Makes a reader whose option may be left out. */
export function maybe<Value>(read: Reader<Value>): Reader<Value | undefined>;
export function maybe<Value>(read: Reader<Value>, standard: Value): Reader<Value>;
export function maybe<Value>(read: Reader<Value>, standard?: Value): Reader<Value | undefined> {
  return (value, fail) => (value === undefined ? standard : read(value, fail));
}

/** Makes a reader of some values. */
export function among<Value>(...values: readonly Value[]): Reader<Value> {
  return (value, fail) =>
    values.includes(value as Value) ? (value as Value) : fail(`must be one of ${values.join(', ')}`, RangeError);
}

/** Makes a reader of an object with these methods. */
export function withMethods<Value>(...methods: readonly (string & keyof Value)[]): Reader<Value> {
  return (value, fail) =>
    methods.every((name) => typeof (value as Value | null | undefined)?.[name] === 'function')
      ? (value as Value)
      : fail(`must be an object with the methods ${methods.join(', ')}`);
}

/** Reads a profile: its name, or one of the caller's own. */
export const aProfile: Reader<WireProfile> = (value, fail) => {
  if (typeof value === 'string' && Object.hasOwn(wireProfiles, value)) return wireProfiles[value as WireProfileName];
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject)
    return fail('must be "spec", "grid" or a WireProfile', typeof value === 'string' ? RangeError : TypeError);
  const own = copyOwn(value as WireProfile);
  const wrong = wrongInProfile(own);
  return wrong === undefined ? own : fail('must be as in wireProfiles', RangeError, `.${wrong}`);
};

/** Reads a function. */
export const aFunction: Reader<never> = (value, fail) =>
  typeof value === 'function' ? (value as never) : fail('must be a function');

/**
 * Checks that an object holds no other members than these. `names` has a key for each option; its values are ignored.
 *
 * @throws TypeError naming the place, the option, and the one whose name has the most pairs of letters in common with it.
 */
export function checkOptionNames<Options extends object>(
  options: Options,
  names: Readonly<Record<keyof Options, unknown>>,
  place: string,
): void {
  checkNames(options, names, (rule) => {
    throw new TypeError(`${place}: options ${rule}`);
  });
}

function checkNames(options: object, names: object, fail: Fail): void {
  for (const given of Object.keys(options)) {
    if (Object.hasOwn(names, given)) continue;
    const likeness = (name: string): number =>
      pairsOf(given).filter((pair) => pairsOf(name).includes(pair)).length / (given.length + name.length);
    const [nearest] = Object.keys(names).sort((left, right) => likeness(right) - likeness(left));
    fail(`has no "${given}"; pass "${String(nearest)}", the nearest name, or leave it out`);
  }
}

function pairsOf(name: string): readonly string[] {
  const letters = name.toLowerCase();
  return Array.from(letters, (_, at) => letters.slice(at, at + 2));
}
