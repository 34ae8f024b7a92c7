/** Checks the arguments of the wallet's methods, before anything is read from them or sent. */
import { maybe, readTable, type Reader, type RowsOf } from '../options.ts';
import { recordIdPattern } from '../wire.ts';

interface Signal {
  readonly signal: AbortSignal | undefined;
}

/** Reads the options of a call: none, or an object with its own and a signal. @throws TypeError, RangeError naming the call. */
export function readOptions<Values>(options: unknown, call: string, rows: RowsOf<Values>): Values & Signal {
  const all = { ...rows, signal: maybe(aSignal) } as RowsOf<Values & Signal>;
  const read = readTable(options === undefined ? {} : options, all, call);
  const { signal } = read;
  // A listener that is there already isn't added again.
  if (signal?.aborted === true) reasons.add(Object(signal.reason) as object);
  else signal?.addEventListener('abort', remember);
  return read;
}

/** Reasons of the callers' signals. */
const reasons = new WeakSet<object>();

function remember({ target }: Event): void {
  reasons.add(Object((target as AbortSignal).reason) as object);
}

/** Tells the reason of a caller's signal from a mistake. Only a caller gives a text or a number. */
export function isCallersReason(error: unknown): boolean {
  return Object(error) !== error || reasons.has(error as object);
}

const aSignal: Reader<AbortSignal> = (value, fail) =>
  typeof (value as Partial<AbortSignal> | null)?.throwIfAborted === 'function'
    ? (value as AbortSignal)
    : fail('must be an AbortSignal');

/** Reads a text. */
export const aText: Reader<string> = (value, fail) => (typeof value === 'string' ? value : fail('must be a string'));

/** Makes a reader of an id of the service, before it becomes part of a path. */
export function anId(recordType: string): Reader<string> {
  return (id, fail) => {
    if (typeof id !== 'string') return fail(`must be a string of the form ${recordType}:<uuid>, not ${typeof id}`);
    const type = recordIdPattern.exec(id)?.[1];
    if (type === recordType) return id;
    const came = type ?? (id.startsWith(`${recordType}:`) ? 'no lower-case UUID behind it' : 'another text');
    return fail(`must have the form ${recordType}:<uuid>; came: ${came}`, RangeError);
  };
}

/** Checks an id of the service that is an argument by itself. @throws TypeError, RangeError naming `argument`. */
export function checkId(id: unknown, recordType: string, argument: string): string {
  return anId(recordType)(id, (rule, Mistake = TypeError) => {
    throw new Mistake(`${argument} ${rule}`);
  });
}

/** Checks that a value is the id of such a record. */
export function isId(id: unknown, recordType: string): id is string {
  return typeof id === 'string' && recordIdPattern.exec(id)?.[1] === recordType;
}
