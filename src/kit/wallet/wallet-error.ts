/** Errors of the wallet itself. */
import type { CodeOf } from '../error-catalogue/index.ts';
import { BaseError, type CountersignError, type CountersignErrorOptions } from '../errors.ts';
import type { AuthMethod } from '../wire.ts';

/** Codes of {@link WalletError}. */
export type WalletErrorCode = CodeOf<'WalletError'>;

/** An action that the wallet refused, or could not begin. Nothing was signed. */
export type WalletError<Code extends WalletErrorCode = WalletErrorCode> = Code extends WalletErrorCode
  ? CountersignError<Code> & { readonly name: 'WalletError' }
  : never;

/** The class of {@link WalletError}. */
export const WalletError: {
  new <Code extends WalletErrorCode>(
    code: Code,
    message: string,
    options: CountersignErrorOptions<Code>,
  ): WalletError<Code>;
  readonly prototype: WalletError;
} = class WalletError extends BaseError {
  override readonly name = 'WalletError';
} as never;

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
