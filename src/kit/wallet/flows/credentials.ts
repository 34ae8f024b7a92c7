/** Adding and removing credentials, and changing the e-mail address. */
import type { AuthMethod, CredentialType, OtpType } from '../../wire.ts';
import type { SignedAction } from '../run/action.ts';
import { signedAction } from '../run/session-action.ts';
import { fieldsAbout, isNotFound, requireEmpty, readAuthMethod, withoutBundle } from '../response-readers.ts';
import { among, maybe, type RowsOf } from '../../options.ts';
import { canSignal, tellGone } from '../../passkey/index.ts';
import { readOptions, checkId } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import type { Expectation } from '../payload/intent.ts';
import { intents } from '../payload/activities.ts';
import { WalletError } from '../wallet-error.ts';
import { credentialChange, credentialNotFound, findCredential, readCredentials } from './credential-list.ts';

/** Options of `credentials.remove`. */
export interface CredentialRemoveOptions extends SignalOptions {
  /** The credential's type, as listed: the payload to sign must remove one of this type. */
  readonly type: CredentialType;
}

const types: readonly unknown[] = ['EMAIL_OTP', 'SMS_OTP', 'PASSKEY', 'OAUTH'] satisfies readonly CredentialType[];

/**
 * Removes a credential, signed by a session of another one; the removed one's sessions end with it.
 *
 * @throws TypeError, RangeError; WalletError `CREDENTIAL_NOT_FOUND`, `CREDENTIAL_IN_USE` (this session came from it);
 * TransportError; SessionError
 */
export async function removeCredential(
  context: WalletContext,
  credentialId: string,
  options: CredentialRemoveOptions,
): Promise<void> {
  const { signal, type } = readOptions<Pick<CredentialRemoveOptions, 'type'>>(options, 'credentials.remove', {
    type: (value, fail) =>
      types.includes(value) ? (value as CredentialType) : fail("must be the credential's type, as listed"),
  });
  checkId(credentialId, 'AuthMethod', 'credentialId');
  const isRemoved = ({ id }: AuthMethod): boolean => id === credentialId;
  await context.session.ready();
  if (context.session.state().session?.credentialId === credentialId) {
    const message = 'This session came from that credential. Sign in with another one first.';
    throw new WalletError('CREDENTIAL_IN_USE', message, { nextStep: 'reauthenticate' });
  }
  // As its password manager knows it.
  const listed =
    type === 'PASSKEY' && canSignal() ? await readCredentials(context, signal).catch(() => undefined) : undefined;
  const webAuthnId = listed?.items.find(isRemoved)?.credentialId;
  const action: SignedAction<void> = {
    ...credentialChange,
    request: { method: 'DELETE', path: `/auth/credentials/${credentialId}` },
    mayProcess: true,
    intent: intents.removeCredential(credentialId, type),
    readOutcome: requireEmpty,
    async lookUp() {
      const { items, whole } = await readCredentials(context, undefined);
      if (items.some(isRemoved)) return { found: 'undone' };
      whole();
      return { found: 'done', outcome: undefined };
    },
  };
  await signedAction(context, action, { signal }).catch((error: unknown) => {
    throw isNotFound(error) ? credentialNotFound('The account has no such credential. List them.') : error;
  });
  void tellGone(webAuthnId, context.relyingPartyId);
}

/** Addresses that codes are sent to: the customer's field, its form, and the methods, whose intents have the same names. */
const addresses = {
  EMAIL_OTP: {
    field: 'email',
    pattern: /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u,
    form: 'an e-mail address',
    add: 'addEmailOtp',
    change: 'changeEmail',
  },
  SMS_OTP: {
    field: 'phoneNumber',
    pattern: /^\+[1-9]\d{1,14}$/,
    form: 'E.164, such as +14155550100',
    add: 'addSmsOtp',
    change: 'changePhone',
  },
} as const satisfies Readonly<Record<OtpType, object>>;

/**
 * Adds the e-mail credential back. The payload must name the address.
 *
 * @throws TypeError, RangeError; TransportError (`EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS`), SessionError, WalletError
 */
export const addEmailOtp = (context: WalletContext, email: string, options?: SignalOptions): Promise<AuthMethod> =>
  addAddress(context, 'EMAIL_OTP', email, options);

/**
 * Adds a credential for codes by SMS. The payload must name the number, which must be the customer's at the service.
 *
 * @throws TypeError, RangeError; TransportError (`SMS_OTP_CREDENTIAL_ALREADY_EXISTS`), SessionError, WalletError
 */
export const addSmsOtp = (context: WalletContext, phoneNumber: string, options?: SignalOptions): Promise<AuthMethod> =>
  addAddress(context, 'SMS_OTP', phoneNumber, options);

async function addAddress(
  context: WalletContext,
  type: OtpType,
  address: string,
  options: SignalOptions | undefined,
): Promise<AuthMethod> {
  const { add } = addresses[type];
  const { signal } = readOptions(options, add, {});
  checkAddress(type, add, address);
  const { accountId } = context;
  const action: SignedAction<AuthMethod> = {
    ...credentialChange,
    request: { method: 'POST', path: '/auth/credentials', body: JSON.stringify({ type, accountId }) },
    mayProcess: true,
    intent: intents[add](address),
    readOutcome: ({ body }) => withoutBundle(readAuthMethod(body, accountId)),
    lookUp: () => findCredential(context, (credential) => credential.type === type),
  };
  return signedAction(context, action, { signal });
}

function checkAddress(type: OtpType, call: string, address: unknown): void {
  const { field, pattern, form } = addresses[type];
  if (typeof address !== 'string') throw new TypeError(`${call}: ${field} must be a string`);
  if (!pattern.test(address)) throw new RangeError(`${call}: ${field} must be ${form}`);
}

/** Options of {@link addIdentity}. */
interface AddIdentityOptions extends SignalOptions {
  /** Refuses the token by the service's time, which the list of credentials has told. */
  readonly check: () => void;
  /** The identity's owner, for `approve`. */
  readonly identity: Expectation;
}

/** Adds the identity of an ID token. The payload must hold this very token. */
export async function addIdentity(
  context: WalletContext,
  idToken: string,
  { signal, check, identity }: AddIdentityOptions,
): Promise<AuthMethod> {
  const { accountId } = context;
  const { items } = await readCredentials(context, signal);
  const before = items.map(({ id }) => id);
  check();
  const action: SignedAction<AuthMethod> = {
    ...credentialChange,
    request: {
      method: 'POST',
      path: '/auth/credentials',
      body: JSON.stringify({ type: 'OAUTH', accountId, oidcToken: idToken }),
    },
    // The service's code for a rejected token; for a stamp it has others.
    errors: { codes: { ...credentialChange.errors?.codes, UNAUTHORIZED: 'restart' } },
    mayProcess: true,
    intent: intents.addOAuth(idToken, identity),
    readOutcome: ({ body }) => readAuthMethod(body, accountId),
    lookUp: () => findCredential(context, ({ id, type }) => type === 'OAUTH' && !before.includes(id)),
  };
  return signedAction(context, action, { signal });
}

/** Options of `credentials.changeEmail` and `credentials.changePhone`. */
export interface ChangeEmailOptions extends SignalOptions {
  /** The customer's type, for a profile whose service requires it with a change, such as `grid`. Default `INDIVIDUAL`. */
  readonly customerType?: 'INDIVIDUAL' | 'BUSINESS';
}

/**
 * Changes the customer's e-mail address, and with it that of the e-mail credential. The payload must name the new address.
 *
 * @throws TypeError, RangeError; TransportError, SessionError, WalletError
 */
export const changeEmail = (
  context: WalletContext,
  customerId: string,
  email: string,
  options?: ChangeEmailOptions,
): Promise<void> => changeAddress(context, 'EMAIL_OTP', { customerId, address: email, options });

/**
 * Changes the customer's telephone number, and with it that of the SMS credential. The payload must name the new number.
 *
 * @throws TypeError, RangeError; TransportError, SessionError, WalletError
 */
export const changePhone = (
  context: WalletContext,
  customerId: string,
  phoneNumber: string,
  options?: ChangeEmailOptions,
): Promise<void> => changeAddress(context, 'SMS_OTP', { customerId, address: phoneNumber, options });

const changeRows: RowsOf<Required<Omit<ChangeEmailOptions, 'signal'>>> = {
  customerType: maybe(among('INDIVIDUAL', 'BUSINESS'), 'INDIVIDUAL'),
};

interface AddressChange {
  readonly customerId: string;
  readonly address: string;
  readonly options: ChangeEmailOptions | undefined;
}

async function changeAddress(
  context: WalletContext,
  type: OtpType,
  { customerId, address, options }: AddressChange,
): Promise<void> {
  const { change, field } = addresses[type];
  const { customerType, signal } = readOptions(options, change, changeRows);
  checkId(customerId, 'Customer', 'customerId');
  checkAddress(type, change, address);
  const more = context.profile.customerChange === 'fields-and-type' ? { customerType } : {};
  const { items } = await readCredentials(context, signal);
  // An address without a credential is changed at once.
  const isFree = !items.some((one) => one.type === type);
  const action: SignedAction<unknown> = {
    ...credentialChange,
    request: {
      method: 'PATCH',
      path: `/customers/${customerId}`,
      body: JSON.stringify({ ...more, [field]: address }),
    },
    intent: intents[change](customerId, address),
    unsigned: isFree ? 'may-act' : undefined,
    readOutcome: ({ body }) => fieldsAbout(body, 'customer', customerId),
    lookUp: () => findCredential(context, (one) => one.type === type && one.nickname === address),
  };
  await signedAction(context, action, { signal });
}
