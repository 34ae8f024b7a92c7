/** Uses that the public types allow and refuse: the compiler is the test, and must refuse each `@ts-expect-error`. */
import {
  CountersignError,
  createWallet,
  CryptoError,
  isKitError,
  PasskeyChoiceError,
  PasskeyError,
  SessionError,
  TransportError,
  WalletError,
  type KitError,
  type KitErrorCode,
  type NextStep,
  type Wallet,
  type WalletState,
} from 'countersign';
import { RelayError } from 'countersign/relay';
import {
  encryptOtp,
  generateClientKeyPair,
  importClientKeyPair,
  inspectPayload,
  openSessionSigningKey,
  stamp,
  verifyStamp,
  type ClientKeyPair,
  type SessionSigningKey,
} from 'countersign/crypto';

/** Key pairs hold what they were made for, and nothing else. */
export async function keyPairs(): Promise<ClientKeyPair> {
  const signing = await generateClientKeyPair({ uses: ['sign'] });
  signing.signingKey satisfies CryptoKey;
  // @ts-expect-error A key that only signs has no agreement key.
  void signing.agreementKey;
  // @ts-expect-error A key that only signs opens nothing.
  await openSessionSigningKey('', signing);
  const agreeing = await generateClientKeyPair({ uses: ['agree'] });
  // @ts-expect-error A key that only agrees stamps nothing.
  await stamp('payload', agreeing);
  // @ts-expect-error There is no such use.
  await generateClientKeyPair({ uses: ['wrap'] });
  // @ts-expect-error A scalar is bytes.
  await importClientKeyPair('00');
  const both = await generateClientKeyPair();
  both satisfies SessionSigningKey;
  // @ts-expect-error A key pair can't be changed.
  both.publicKeyHex = '';
  return both;
}

/** Pinned keys are required, and options are named. */
export async function codes(bundle: string, publicKeyHex: string): Promise<string> {
  // @ts-expect-error Without pinned keys nothing is encrypted.
  await encryptOtp(bundle, { otpCode: '000000', publicKeyHex });
  // @ts-expect-error A misspelt option is no option.
  await encryptOtp(bundle, { otpCode: '000000', publicKeyHex, enclaveKeys: [], organisationId: 'o' });
  return encryptOtp(bundle, { otpCode: '000000', publicKeyHex, enclaveKeys: ['04'] });
}

/** The kind of a payload's reading decides its fields. */
export function payloads(payload: string): string {
  const summary = inspectPayload(payload);
  // @ts-expect-error Only an activity has a type.
  void summary.activityType;
  if (summary.kind === 'token') return summary.publicKeys.join();
  if (summary.kind === 'opaque') {
    // @ts-expect-error Nothing was read of an opaque payload.
    void summary.parameters;
    return '';
  }
  // @ts-expect-error What was read is frozen.
  summary.parameters['a'] = 1;
  return summary.activityType;
}

/** A stamp tells who signed, and is text. */
export async function stamps(key: SessionSigningKey): Promise<string> {
  const value: string = await stamp('payload', key);
  const { compressedPublicKeyHex } = await verifyStamp(value, 'payload');
  return compressedPublicKeyHex;
}

/** A code narrows the union of all errors to its class. */
export function errors(error: unknown): NextStep | number | undefined {
  // @ts-expect-error Anything can be thrown.
  void error.code;
  if (!isKitError(error)) return undefined;
  if (error.code === 'RATE_LIMITED') {
    error satisfies TransportError;
    error.nextStep satisfies 'retry';
    // @ts-expect-error Waiting is the remedy.
    error.nextStep satisfies 'restart';
    return error.retryAfter;
  }
  if (error.code === 'CANCELLED') {
    error satisfies PasskeyError;
    // @ts-expect-error A ceremony has no HTTP status.
    void error.status;
  }
  // @ts-expect-error No class has this code.
  if (error.code === 'CANCELED') return undefined;
  return error.code === 'PASSKEY_CHOICE_REQUIRED' ? error.credentials.length : error.nextStep;
}

/** After `instanceof` as well, a code narrows to its own next steps, and neither is `any`. */
export function afterInstanceof(error: unknown): void {
  if (error instanceof CountersignError && error.code === 'SIGNED_OUT') {
    error.nextStep satisfies 'reauthenticate';
    // @ts-expect-error Trying again signs nobody in.
    error.nextStep satisfies 'retry';
  }
  if (error instanceof CryptoError && error.code === 'PAYLOAD_INVALID') {
    error.nextStep satisfies 'restart';
    // @ts-expect-error The same payload stays invalid.
    error.nextStep satisfies 'retry';
  }
  if (error instanceof PasskeyError && error.code === 'CANCELLED') {
    error.nextStep satisfies 'retry';
    // @ts-expect-error Cancelling ends nothing for good.
    error.nextStep satisfies 'unsupported';
  }
  if (error instanceof SessionError && error.code === 'SESSION_EXPIRED') {
    error.nextStep satisfies 'reauthenticate';
    // @ts-expect-error An expired session needs a sign-in.
    error.nextStep satisfies 'retry';
  }
  if (error instanceof TransportError && error.code === 'TIMED_OUT') {
    error.nextStep satisfies 'retry';
    // @ts-expect-error A slow answer is no mistake of the caller.
    error.nextStep satisfies 'fix-input';
  }
  if (error instanceof PasskeyChoiceError) {
    error.nextStep satisfies 'fix-input';
    // @ts-expect-error Its code is the one of a choice.
    error.code satisfies 'CODE_WRONG';
  }
  if (error instanceof WalletError) {
    // @ts-expect-error Wallet errors have several codes.
    error.code satisfies 'CODE_WRONG';
    // @ts-expect-error No wallet error has the code of a passkey.
    if (error.code === 'CANCELLED') return;
    if (error.code === 'CODE_WRONG') {
      error.nextStep satisfies 'fix-input';
      // @ts-expect-error A wrong code is typed again; signing in again is no remedy.
      error.nextStep satisfies 'reauthenticate';
    }
  }
}

/** The relay's errors narrow like those of the page. */
export function ofRelay(error: unknown): void {
  if (!(error instanceof RelayError)) return;
  error.status satisfies number;
  // @ts-expect-error No error of the relay has a code of the page.
  if (error.code === 'CANCELLED') return;
  if (error.code === 'RELAY_UNAUTHENTICATED') {
    error.nextStep satisfies 'log-in';
    // @ts-expect-error The platform's login is no sign-in to the wallet.
    error.nextStep satisfies 'reauthenticate';
  }
}

/** A state's status decides its members. */
export function states(state: WalletState): string {
  // @ts-expect-error Only a signed-in wallet surely has a session.
  void state.session.nickname;
  if (state.status === 'signed-in') {
    state.ended satisfies undefined;
    return state.session.nickname;
  }
  state.session satisfies undefined;
  if (state.status === 'signed-out') return state.ended?.reason ?? '';
  state.ended satisfies undefined;
  // @ts-expect-error A loading wallet has no session.
  ({ status: 'loading', storage: 'memory', session: undefined }) satisfies WalletState;
  // @ts-expect-error A signed-in wallet has one.
  ({ status: 'signed-in', storage: 'memory' }) satisfies WalletState;
  return '';
}

/** An error names only the next steps that the catalogue gives its code. */
export function nextSteps(): readonly KitError[] {
  // @ts-expect-error A wrong code is typed again; signing in again is no remedy.
  void new WalletError('CODE_WRONG', '', { nextStep: 'reauthenticate' });
  // @ts-expect-error A code belongs to one class.
  void new WalletError('CANCELLED', '', { nextStep: 'retry' });
  // @ts-expect-error There is no such step.
  'give-up' satisfies NextStep;
  // @ts-expect-error There is no such code.
  'TIMEOUT' satisfies KitErrorCode;
  return [
    new WalletError('CODE_WRONG', '', { nextStep: 'fix-input' }),
    new TransportError('TIMED_OUT', '', { nextStep: 'retry' }),
  ];
}

/** A wallet needs pinned keys, and takes no flags. */
export function wallets(accountId: string, card: Wallet['card']): Wallet {
  // @ts-expect-error enclaveKeys has no default.
  void createWallet({ relay: '/wallet', accountId });
  // @ts-expect-error Pinned keys are a list.
  void createWallet({ relay: '/wallet', accountId, enclaveKeys: { otp: [] } });
  const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys: ['04'] });
  // @ts-expect-error Closing for good is said in so many words.
  void wallet.card.close('Card:1');
  // @ts-expect-error A namespace of the wallet can't be changed.
  wallet.card = card;
  return wallet;
}
