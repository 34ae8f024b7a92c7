/** What the wallet itself refuses or can't do. */
import { CountersignError } from '../errors.ts';

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
