/** Options of `createCodeEntry`, read once. */
import { among, maybe, readTable, withMethods, type ReadFrom, type RowsOf } from '../../kit/options.ts';
import { createSystemClock, type Clock } from '../../kit/waiting.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import type { OtpType } from '../../kit/wire.ts';
import type { CodeForm } from './read-code.ts';

/** The part of `sessionStorage` that is used. */
export type AttemptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Options of `createCodeEntry`. */
export interface CodeEntryOptions {
  /** How the code is sent; by e-mail by default. */
  readonly type?: OtpType;
  /** Id of the credential; by default the account's only one of the type. */
  readonly credentialId?: string;
  /** Length of a code of the service, 4 to 12 digits or letters; 6 by default. */
  readonly codeLength?: number;
  /** Characters of a code; `digits` by default. */
  readonly alphabet?: CodeForm['alphabet'];
  /** Lifetime of a code of the service, ms: its answers don't say. 5 minutes by default. */
  readonly codeLifetimeMs?: number;
  /** Storage of an attempt for a reload of its tab: `sessionStorage` by default. */
  readonly storage?: AttemptStorage | undefined;
  /** The device's clocks and its timer; the system's own by default. */
  readonly clock?: Clock;
}

/** The options after reading. */
export type CheckedCodeEntryOptions = Omit<ReadFrom<CodeEntryOptions, 'credentialId' | 'storage'>, 'codeLength'> &
  CodeForm;

/** Reads wallet and options. @throws TypeError, RangeError naming what is wrong */
export function readCodeEntryOptions(wallet: Wallet, options: CodeEntryOptions): CheckedCodeEntryOptions {
  const isWallet = typeof (wallet as Partial<Wallet> | null | undefined)?.emailOtp?.begin === 'function';
  if (!isWallet) throw new TypeError('createCodeEntry: wallet must be a wallet of createWallet');
  const rows: RowsOf<ReadFrom<CodeEntryOptions, 'credentialId' | 'storage'>> = {
    type: maybe(among('EMAIL_OTP', 'SMS_OTP'), 'EMAIL_OTP'),
    credentialId: maybe((value, fail) => (typeof value === 'string' ? value : fail('must be a string'))),
    codeLength: maybe((value, fail) => {
      const length = Number.isInteger(value) ? Number(value) : 0;
      return length >= 4 && length <= 12 ? length : fail('must be a whole number, 4 to 12', RangeError);
    }, 6),
    alphabet: maybe(among('digits', 'letters-and-digits'), 'digits'),
    codeLifetimeMs: maybe(
      (value, fail) =>
        typeof value === 'number' && value > 0 && value < Infinity
          ? value
          : fail('must be a positive number', RangeError),
      300_000,
    ),
    storage: maybe(withMethods('getItem', 'setItem', 'removeItem')),
    clock: maybe(withMethods('now', 'monotonic', 'schedule'), createSystemClock()),
  };
  const { codeLength: length, storage, ...read } = readTable(options, rows, 'createCodeEntry');
  return { ...read, length, storage: 'storage' in options ? storage : ownStorage() };
}

function ownStorage(): AttemptStorage | undefined {
  try {
    return (globalThis as { sessionStorage?: Storage }).sessionStorage;
  } catch {
    // Storage is blocked for this page.
    return undefined;
  }
}
