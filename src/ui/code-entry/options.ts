/** Options of `createCodeEntry`, checked once. */
import { checkOptionNames } from '../../kit/options.ts';
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

/** The options with every default filled in. */
export interface CheckedCodeEntryOptions extends CodeForm {
  readonly type: OtpType;
  readonly credentialId: string | undefined;
  readonly codeLifetimeMs: number;
  readonly storage: AttemptStorage | undefined;
  readonly clock: Clock;
}

const optionNames: Readonly<Record<keyof CodeEntryOptions, true>> = {
  type: true,
  credentialId: true,
  codeLength: true,
  alphabet: true,
  codeLifetimeMs: true,
  storage: true,
  clock: true,
};

/** Checks wallet and options. @throws TypeError, RangeError naming what is wrong */
export function checkCodeEntryOptions(wallet: Wallet, options: CodeEntryOptions): CheckedCodeEntryOptions {
  const isWallet = typeof (wallet as Partial<Wallet> | null | undefined)?.emailOtp?.begin === 'function';
  if (!isWallet) throw new TypeError('createCodeEntry: wallet must be a wallet of createWallet');
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('createCodeEntry: options must be an object');
  }
  checkOptionNames(options, optionNames, 'createCodeEntry');
  const { type = 'EMAIL_OTP', credentialId, codeLength: length = 6, alphabet = 'digits' } = options;
  const { codeLifetimeMs = 300_000, clock = createSystemClock() } = options;
  const wrong = (option: string, be: string): RangeError =>
    new RangeError(`createCodeEntry: options.${option} must be ${be}`);
  if (credentialId !== undefined && typeof credentialId !== 'string') {
    throw new TypeError('createCodeEntry: options.credentialId must be a string');
  }
  if (type !== 'EMAIL_OTP' && type !== 'SMS_OTP') throw wrong('type', 'EMAIL_OTP or SMS_OTP');
  if (!(Number.isInteger(length) && length >= 4 && length <= 12)) throw wrong('codeLength', 'a whole number, 4 to 12');
  if (alphabet !== 'digits' && alphabet !== 'letters-and-digits') {
    throw wrong('alphabet', "'digits' or 'letters-and-digits'");
  }
  if (!(Number.isFinite(codeLifetimeMs) && codeLifetimeMs > 0)) throw wrong('codeLifetimeMs', 'a positive number');
  return {
    type,
    credentialId,
    length,
    alphabet,
    codeLifetimeMs,
    clock,
    storage: 'storage' in options ? options.storage : ownStorage(),
  };
}

function ownStorage(): AttemptStorage | undefined {
  try {
    return (globalThis as { sessionStorage?: Storage }).sessionStorage;
  } catch {
    // Storage is blocked for this page.
    return undefined;
  }
}
