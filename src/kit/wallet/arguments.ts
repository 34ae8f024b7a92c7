/** Checks the arguments of the wallet's methods, before anything is read from them or sent. */
import { checkOptionNames } from '../known-options.ts';
import { copyOwn } from '../own-members.ts';
import { recordIdPattern } from '../wire.ts';

/**
 * Copies the options of a call: none, or an object whose `signal` is an AbortSignal. `names`: those beside it.
 *
 * @throws TypeError naming the call.
 */
export function readOptions<Options extends { readonly signal?: AbortSignal | undefined }>(
  options: Options | undefined,
  call: string,
  names: Readonly<Record<Exclude<keyof Options, 'signal'>, true>>,
): Partial<Options> {
  if (options === undefined) return copyOwn({});
  if (typeof options !== 'object' || options === null) throw new TypeError(`${call}: options must be an object`);
  checkOptionNames<object>(options, { ...names, signal: true }, call);
  const copy = copyOwn(options);
  const { signal } = copy as { readonly signal?: AbortSignal | null };
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new TypeError(`${call}: options.signal must be an AbortSignal`);
  }
  // A listener that is there already isn't added again.
  if (signal?.aborted) remember.call(signal);
  signal?.addEventListener('abort', remember);
  return copy;
}

/** Reasons of the callers' signals. */
const reasons = new WeakSet<object>();

function remember(this: AbortSignal): void {
  reasons.add(Object(this.reason) as object);
}

/** Tells the reason of a caller's signal from a mistake. Only a caller gives a text or a number. */
export function isCallersReason(error: unknown): boolean {
  return Object(error) !== error || reasons.has(error as object);
}

/** Checks an id of the service before it becomes part of a path. @throws TypeError, RangeError naming `argument`. */
export function checkId(id: unknown, recordType: string, argument: string): string {
  if (typeof id !== 'string') throw new TypeError(`${argument} must be a string of the form ${recordType}:<uuid>`);
  if (!isId(id, recordType)) throw new RangeError(`${argument} must have the form ${recordType}:<uuid>`);
  return id;
}

/** Checks that a value is the id of such a record. */
export function isId(id: unknown, recordType: string): id is string {
  return typeof id === 'string' && recordIdPattern.exec(id)?.[1] === recordType;
}
