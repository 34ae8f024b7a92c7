/** Checks what callers hand to the wallet's methods, before anything is read from it or sent. */
import { copyOwn } from '../own-members.ts';

/**
 * Copies the options of a call: none, or an object whose `signal` is an AbortSignal.
 *
 * @throws TypeError naming the call.
 */
export function readOptions<Options extends { readonly signal?: AbortSignal | undefined }>(
  options: Options | undefined,
  call: string,
): Partial<Options> {
  if (options === undefined) return copyOwn({});
  if (typeof options !== 'object' || options === null) throw new TypeError(`${call}: options must be an object`);
  const copy = copyOwn(options);
  const { signal } = copy as { readonly signal?: Partial<AbortSignal> | null };
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new TypeError(`${call}: options.signal must be an AbortSignal`);
  }
  return copy;
}
