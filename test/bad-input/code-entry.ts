/** Every argument of `countersign/code-entry`. */
import type { Wallet } from 'countersign';
import { createCodeEntry, type CodeEntry, type CodeEntryOptions } from 'countersign/code-entry';
import type { Position } from './judge.ts';

const never = (): Promise<never> => new Promise(() => undefined);
/** A wallet whose codes are never sent. */
const silent = {
  accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a',
  emailOtp: { begin: never },
  smsOtp: { begin: never },
  state: () => ({ status: 'signed-out', storage: 'memory' }),
  subscribe: () => () => undefined,
} as unknown as Wallet;

function codeEntry(options: CodeEntryOptions = {}): CodeEntry {
  const entry = createCodeEntry(silent, { storage: undefined, ...options });
  entry.close();
  return entry;
}

const codeOption = (option: keyof CodeEntryOptions, good: (value: unknown) => boolean): Position => ({
  title: `createCodeEntry: ${option}`,
  names: new RegExp(option),
  call: (bad) => codeEntry({ [option]: bad }),
  good,
  sync: true,
});

/** `createCodeEntry` and `submit`. */
export function codeEntryPositions(): readonly Position[] {
  return [
    { title: 'createCodeEntry: wallet', names: /wallet/, call: (bad) => createCodeEntry(bad as never), sync: true },
    {
      title: 'createCodeEntry: options',
      names: /options/,
      call: (bad) => createCodeEntry(silent, bad as never).close(),
      good: (bad) => bad === undefined || (typeof bad === 'object' && bad !== null),
      sync: true,
    },
    codeOption('type', (bad) => bad === undefined),
    codeOption('credentialId', (bad) => bad === undefined || typeof bad === 'string'),
    codeOption('codeLength', (bad) => bad === undefined),
    codeOption('alphabet', (bad) => bad === undefined),
    codeOption('codeLifetimeMs', (bad) => bad === undefined || (Number.isFinite(bad) && Number(bad) > 0)),
    {
      title: 'createCodeEntry submit: text',
      names: /text/,
      call: (bad) => codeEntry().submit(bad as never),
      good: (bad) => typeof bad === 'string',
    },
  ];
}
