/** The question that a passkey login may have to ask. */
import type { AuthMethod } from '../wire.ts';
import { WalletError } from './wallet-error.ts';

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
