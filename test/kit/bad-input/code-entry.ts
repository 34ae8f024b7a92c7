/** Every argument of `countersign/code-entry`. */
import type { Wallet } from 'countersign';
import { createCodeEntry, type CodeEntry, type CodeEntryOptions } from 'countersign/code-entry';
import { isObject, isRate, isString, isUndefined, optionRows, orNothing, throwing, type Position } from './judge.ts';

/** A wallet whose codes are never sent. */
const silent = {
  accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a',
  emailOtp: { begin: () => new Promise(() => undefined) },
  smsOtp: { begin: () => new Promise(() => undefined) },
  state: () => ({ status: 'signed-out', storage: 'memory' }),
  subscribe: () => () => undefined,
} as unknown as Wallet;

function codeEntry(options: CodeEntryOptions = {}): CodeEntry {
  const entry = createCodeEntry(silent, { storage: undefined, ...options });
  entry.close();
  return entry;
}

const optionGood = {
  type: isUndefined,
  credentialId: orNothing(isString),
  codeLength: isUndefined,
  alphabet: isUndefined,
  codeLifetimeMs: orNothing(isRate),
};

/** `createCodeEntry` and `submit`. */
export function codeEntryPositions(): readonly Position[] {
  return throwing([
    ['createCodeEntry: wallet', (bad) => createCodeEntry(bad)],
    ['createCodeEntry: options', (bad) => createCodeEntry(silent, bad).close(), orNothing(isObject)],
    ...optionRows('createCodeEntry', optionGood, codeEntry),
    ['createCodeEntry submit: text', (bad) => codeEntry().submit(bad), isString],
  ]);
}
