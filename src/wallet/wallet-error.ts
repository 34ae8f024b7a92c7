/** What the wallet itself refuses or can't do. */
import { CountersignError } from '../errors.ts';
import type { AuthMethod } from '../wire.ts';

/** Codes of {@link WalletError}. */
export type WalletErrorCode =
  | 'BUSY'
  | 'CHUNK_UNAVAILABLE'
  | 'CREDENTIAL_IN_USE'
  | 'CREDENTIAL_NOT_FOUND'
  | 'INSECURE_CONTEXT'
  | 'NOT_APPROVED'
  | 'PASSKEY_CHOICE_REQUIRED'
  | 'PAYLOAD_MISMATCH'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_FAILED'
  | 'QUOTE_NOT_SIGNABLE'
  | 'SANDBOX_KEY_PINNED';

/** An action that the wallet refused, or could not begin. Nothing was signed. */
export class WalletError extends CountersignError<WalletErrorCode> {
  override readonly name = 'WalletError';
}

/** Several passkeys belong to the account: call `prepare` again with the `credentialId` of the one that the person chose. */
export class PasskeyChoiceError extends WalletError {
  readonly credentials: readonly AuthMethod[];

  constructor(credentials: readonly AuthMethod[]) {
    super('PASSKEY_CHOICE_REQUIRED', 'The account has several passkeys: pass the credentialId of one.', {
      nextStep: 'fix-input',
    });
    this.credentials = credentials;
  }
}
