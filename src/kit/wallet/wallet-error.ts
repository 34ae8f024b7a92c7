/** Errors of the wallet itself. */
import type { CodeOf } from '../error-catalogue/index.ts';
import { CountersignError } from '../errors.ts';
import type { AuthMethod } from '../wire.ts';

/** Codes of {@link WalletError}. */
export type WalletErrorCode = CodeOf<'WalletError'>;

/** An action that the wallet refused, or could not begin. Nothing was signed. */
export class WalletError<Code extends WalletErrorCode = WalletErrorCode> extends CountersignError<Code> {
  override readonly name = 'WalletError';
}

/** Several passkeys belong to the account: call `prepare` again with the `credentialId` of the one that the person chose. */
export class PasskeyChoiceError extends WalletError<'PASSKEY_CHOICE_REQUIRED'> {
  readonly credentials: readonly AuthMethod[];

  constructor(credentials: readonly AuthMethod[]) {
    super('PASSKEY_CHOICE_REQUIRED', 'The account has several passkeys: pass a credentialId.', {
      nextStep: 'fix-input',
    });
    this.credentials = credentials;
  }
}

/** Several identities belong to the account: call `verify` again with the `credentialId` of the one that the person chose. */
export class OAuthChoiceError extends WalletError<'OAUTH_CHOICE_REQUIRED'> {
  readonly credentials: readonly AuthMethod[];

  constructor(credentials: readonly AuthMethod[]) {
    super('OAUTH_CHOICE_REQUIRED', 'The account has several identities: pass a credentialId.', {
      nextStep: 'fix-input',
    });
    this.credentials = credentials;
  }
}
