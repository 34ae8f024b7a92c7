/** From a browser's WebAuthn failure to a code and a next step; the steps cited are those of W3C WebAuthn Level 3. */
import type { NextStep } from '../errors.ts';
import { PasskeyError, type PasskeyErrorCode } from './passkey-error.ts';

type Explanation = readonly [code: PasskeyErrorCode, nextStep: NextStep, message: string];

const cancelled: Explanation = [
  'CANCELLED',
  'retry',
  'The passkey prompt was closed. Try again, or sign in another way.',
];
const timedOut: Explanation = ['TIMED_OUT', 'retry', 'The passkey prompt was not answered in time. Try again.'];
const failed: Explanation = [
  'CEREMONY_FAILED',
  'retry',
  'The passkey could not be used. Try again, or sign in another way.',
];

const explanations: ReadonlyMap<string, Explanation> = new Map<string, Explanation>([
  // 5.1.3 step 33 and 5.1.4.1 step 19: the signal was aborted.
  ['AbortError', cancelled],
  // 6.3.2 step 4 and 5: no authenticator can keep the passkey, or verify the person.
  [
    'ConstraintError',
    [
      'VERIFICATION_UNAVAILABLE',
      'unsupported',
      'No authenticator here can verify who uses it. Set up a screen lock, or use another device.',
    ],
  ],
  // 6.3.2 step 3: a passkey of excludeCredentials is on the authenticator.
  [
    'InvalidStateError',
    ['ALREADY_REGISTERED', 'fix-input', 'This device holds a passkey for the account already. Sign in with it.'],
  ],
  // 6.3.2 step 2: none of the algorithms is supported.
  [
    'NotSupportedError',
    ['UNSUPPORTED', 'unsupported', 'No authenticator here supports this kind of passkey. Use another device.'],
  ],
  // 5.1.3 steps 7 to 8 and 5.1.4.1 steps 6 to 7: the page's domain isn't the relying party's, or isn't secure.
  [
    'SecurityError',
    [
      'DOMAIN_INVALID',
      'unsupported',
      "Passkeys don't work on this address. Open the page under its own https address.",
    ],
  ],
  // 6.3.2 step 1 and 6.3.3 step 1: the authenticator failed.
  ['UnknownError', ['AUTHENTICATOR_FAILED', 'retry', 'The authenticator failed. Try again, or use another one.']],
]);

/**
 * Explains what a ceremony rejected with. Browsers report a refusal, a closed prompt and the end of its time with the same
 * `NotAllowedError` (5.1.3 step 30), so that time alone tells the last one.
 */
export function explain(error: unknown, { outOfTime }: { readonly outOfTime: boolean }): PasskeyError {
  const origin: unknown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = origin instanceof Error || origin instanceof DOMException ? origin.name : '';
  const [code, nextStep, message] =
    name === 'NotAllowedError' ? (outOfTime ? timedOut : cancelled) : (explanations.get(name) ?? failed);
  return new PasskeyError(code, message, { nextStep, cause: origin });
}
