/** From a browser's WebAuthn failure to a code and a next step; the steps cited are those of W3C WebAuthn Level 3. */
import type { NextStepOf } from '../error-catalogue/index.ts';
import { causeOf } from '../errors.ts';
import { withoutContent } from '../foreign-error.ts';
import { PasskeyError, type PasskeyErrorCode } from './passkey-error.ts';

type Explanation = {
  [Code in PasskeyErrorCode]: readonly [code: Code, nextStep: NextStepOf<Code>, message: string];
}[PasskeyErrorCode];

/** The ceremony that failed: the same name means different things in each. */
export type CeremonyKind = 'register' | 'assert';

const cancelled: Explanation = [
  'CANCELLED',
  'retry',
  'The prompt was closed, or no passkey is here. Try again, or sign in another way.',
];
const timedOut: Explanation = ['PASSKEY_TIMED_OUT', 'retry', 'The passkey prompt was not answered in time. Try again.'];
const failed: Explanation = [
  'CEREMONY_FAILED',
  'retry',
  'The passkey could not be used. Try again, or sign in another way.',
];
const unverifiable: Explanation = [
  'VERIFICATION_UNAVAILABLE',
  'unsupported',
  'Nothing here can keep a passkey. Set up a screen lock, or use another device.',
];
const broken: Explanation = [
  'AUTHENTICATOR_FAILED',
  'retry',
  'The authenticator failed. Try again, or use another one.',
];

const explanations: ReadonlyMap<string, Explanation> = new Map<string, Explanation>([
  // 5.1.3 and 5.1.4: the signal was aborted; Firefox also says so when the person closes the prompt.
  ['AbortError', cancelled],
  // 5.1.3 and 5.1.4: a closed prompt, no fitting authenticator, a page without focus, and the end of the time, all alike (14.5).
  ['NotAllowedError', cancelled],
  // Some password managers tell the end of the time by its own name.
  ['TimeoutError', timedOut],
  // 6.3.2: no authenticator can keep the passkey, or verify the person.
  ['ConstraintError', unverifiable],
  // 6.3.2: none of the algorithms is supported. Chromium on Android says so of a device without a screen lock, too.
  ['NotSupportedError', unverifiable],
  // 5.1.3 and 5.1.4: the page's domain isn't the relying party's, or isn't secure.
  [
    'SecurityError',
    ['DOMAIN_INVALID', 'configure', "Passkeys don't work on this address. Open the page under its own https address."],
  ],
  // 6.3.2 and 6.3.3: the authenticator failed.
  ['UnknownError', broken],
  // Chromium's name for a failure of the platform's credential manager.
  ['NotReadableError', broken],
  // Chromium: a ceremony that this kit didn't start is under way.
  ['OperationError', ['PASSKEY_BUSY', 'retry', 'Another passkey prompt is open. Answer or close it.']],
]);

// Level 3 knows this name for making a passkey only (5.1.3); Chromium and Firefox use it for a security key that isn't the one.
const invalidState: Readonly<Record<CeremonyKind, Explanation>> = {
  register: ['ALREADY_REGISTERED', 'fix-input', 'This device holds a passkey already. Sign in with it.'],
  assert: [
    'PASSKEY_NOT_FOUND',
    'retry',
    'The passkey is not on this device. Use the one that holds it, or sign in another way.',
  ],
};

/** Facts about the ceremony for {@link explain}. */
export interface ExplainOptions {
  readonly kind: CeremonyKind;
  /** Whether its time was over, which browsers don't tell from a closed prompt. */
  readonly outOfTime: boolean;
}

/** Explains a ceremony's error. The browser's own error becomes the cause; of any other, only its name. */
export function explain(error: unknown, { kind, outOfTime }: ExplainOptions): PasskeyError {
  const origin = causeOf(error) ?? error;
  const name = nameOf(origin);
  const known = name === 'InvalidStateError' ? invalidState[kind] : (explanations.get(name) ?? failed);
  const [code, nextStep, message] = known === cancelled && outOfTime ? timedOut : known;
  const cause = origin instanceof DOMException ? origin : withoutContent(origin);
  return new PasskeyError(code, message, { nextStep, cause });
}

/** The name of an error, also of one that comes from an extension's own realm. */
function nameOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { name } = error as { name?: unknown };
  return typeof name === 'string' ? name : '';
}
