/**
 * The payloads that the wallet signs with a session: the exact form of each published activity, every name at every level
 * and the one spelling of each value, and the intent of each action. Optional names are those that the enclave vendor's
 * type has in addition to docs/protocol.md.
 */
import type { CardKeyPolicy } from '../../card-key-policies.ts';
import { compressHex } from '../../crypto/signing/index.ts';
import { copyOwn } from '../../own-members.ts';
import type { EnclaveIds } from '../../session/index.ts';
import { uuidPattern } from '../../wire.ts';
import type { IntentName } from '../facts.ts';
import {
  type ActivityShape,
  type Activity,
  type ActivityFacts,
  type ShapeVerdict,
  intentOf,
  type Expectation,
  type Intent,
} from './intent.ts';

const userId = pinned('userId');
const label = textLike(/^[\p{L}\p{N} ._\-'():]{1,100}$/u);
/** A proof that an address was verified: a compact JWT. */
const verificationToken = textLike(/^[\w-]{1,2000}\.[\w-]{1,4000}\.[\w-]{1,1000}$/);

/** A session for our key; `expirationSeconds` is no longer than this browser keeps a session. */
export function openSession(publicKeyHex: string, maxSessionMs: number): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
    object(
      { targetPublicKey: expected('publicKeyHex', publicKey(publicKeyHex)) },
      {
        userId,
        apiKeyName: label,
        expirationSeconds: digitsUpTo(maxSessionMs / 1000),
        // True would end the sessions of all other browsers.
        invalidateExisting: exactly(false),
      },
    ),
  );
}

/** The end of one session. */
export function deleteSession(sessionId: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_DELETE_API_KEYS',
    object({ apiKeyIds: list(recordId('sessionId', sessionId)), userId }),
  );
}

/** The end of one passkey. */
export function deletePasskey(credentialId: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
    object({ authenticatorIds: list(recordId('credentialId', credentialId)), userId }),
  );
}

/** A new passkey as it was submitted. */
export interface SubmittedPasskey {
  readonly attestation: Readonly<Record<'attestationObject' | 'clientDataJson' | 'credentialId', string>>;
  readonly authenticatorName: string;
  readonly challenge: string;
  readonly transports: readonly string[];
}

/** The addition of one passkey. */
export function createPasskey(passkey: SubmittedPasskey): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    object({ authenticators: expected('passkey', exactly([passkey])), userId }),
  );
}

/** The addition of one identity, by the very token that was submitted. */
export function createOAuthProvider(idToken: string, claims: readonly string[]): ActivityShape {
  // The very token holds its claims.
  const token = claims.reduce((inner, claim) => expected(claim, inner), exactly(idToken));
  return shapeOf(
    'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
    object({
      oauthProviders: list(object({ oidcToken: token, providerName: textLike(/^\P{C}{1,255}$/u) })),
      userId,
    }),
  );
}

/** The export of a wallet, sealed to our key. */
export function exportWallet(publicKeyHex: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_EXPORT_WALLET',
    object({
      targetPublicKey: expected('publicKeyHex', publicKey(publicKeyHex)),
      // The enclave's own id, which no payload before it has named: a payment names the wallet's address.
      walletId: textLike(uuid),
    }),
  );
}

/** A change of the address that codes are sent to. */
export function updateEmail(email: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    object({ userEmail: expected('email', exactly(email)), userId }, { verificationToken }),
  );
}

/** A change of the number that codes are sent to. */
export function updatePhoneNumber(phoneNumber: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    object({ userPhoneNumber: expected('phoneNumber', exactly(phoneNumber)), userId }, { verificationToken }),
  );
}

/** A payment. Its transaction is opaque: amounts can't be read. */
export function signTransaction(): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    object({
      signWith: pinned('walletId'),
      type: textLike(/^TRANSACTION_TYPE_[A-Z0-9_]{1,40}$/),
      unsignedTransaction: textLike(/^(?:0x)?[0-9a-f]{2,65536}$/),
    }),
    object({ generateAppProofs: exactly(true) }),
  );
}

/** A signer of the service, with one key and no other credential. */
export function createSigner(): ActivityShape {
  const apiKey = object({
    apiKeyName: label,
    publicKey: textLike(/^0[23][0-9a-f]{64}$/),
    curveType: exactly('API_KEY_CURVE_P256'),
  });
  const none = exactly([]);
  const user = object({
    userName: label,
    apiKeys: list(apiKey),
    authenticators: none,
    oauthProviders: none,
    userTags: none,
  });
  return shapeOf('ACTIVITY_TYPE_CREATE_USERS_V4', object({ users: list(user) }, { userId }));
}

/** The rights of a signer, each one of those that are known. The kit doesn't parse the language of their conditions. */
export function createPolicies(policies: readonly CardKeyPolicy[]): ActivityShape {
  const forms = policies.map(({ consensus, condition }) =>
    object(
      {
        policyName: label,
        effect: exactly('EFFECT_ALLOW'),
        consensus: filledIn(consensus),
        condition: filledIn(condition),
      },
      { notes: textLike(/^\P{C}{0,1000}$/u) },
    ),
  );
  // A name more could be a right more.
  const parameters = closed(object({ policies: list(...forms) }, { userId }));
  return shapeOf('ACTIVITY_TYPE_CREATE_POLICIES', parameters, closed(object({})));
}

/** The sandbox's rights of a signer: to sign, and to end itself. */
export const sandboxCardKeyPolicies: readonly CardKeyPolicy[] = [
  "activity.action == 'SIGN'",
  "activity.resource == 'USER' && activity.action == 'DELETE'",
].map((condition) => ({ consensus: "approvers.any(user, user.id == '{signerId}')", condition }));

function matchingBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** Activities that `signedRetry` may sign: those that sign a transaction. A raw payload is any digest, also that of a transfer. */
export const customActivityTypes: ReadonlySet<string> = new Set([
  'ACTIVITY_TYPE_SIGN_TRANSACTION',
  'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
]);

const expectedMembers = (expect: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(expect).map(([name, value]) => [name, expected(name, exactly(value))]));

/** An activity of the general form: exactly what its caller expects, and for the same user. */
export function customActivity(type: string, expect: Readonly<Record<string, unknown>>): ActivityShape {
  return shapeOf(type, object(expectedMembers(expect), { userId }), object({}, { generateAppProofs: matchingBoolean }));
}

/** State of one comparison: known ids, and its findings. */
interface Check {
  readonly known: EnclaveIds;
  readonly newIds: { -readonly [Name in keyof EnclaveIds]: string };
  /** The id of a new signer, once a right has named it. */
  signerId?: string;
  /** Result for each expected value that the payload holds. */
  readonly compared: Record<string, 'equal' | 'differs'>;
  /** Set when an object has a name that the shape lacks. */
  hasUnknownNames: boolean;
}

/** Checks one value. */
type Form = (value: unknown, check: Check) => boolean;

/** Tolerance between an activity's own time and the service's, ms: payloads of quotes wait for minutes. */
const mostAgeMs = 60 * 60_000;

/** The form of an activity that has nothing beside its parameters, unless `more` says so. Only own members count. */
export function shapeOf(type: string, parameters: Form, more: Form = object({})): ActivityShape {
  return { type, compare: (activity, facts) => compare({ parameters, more }, activity, facts) };
}

function compare(
  forms: Readonly<Record<'parameters' | 'more', Form>>,
  { organizationId, timestampMs, parameters, more }: Activity,
  { known, serviceTime }: ActivityFacts,
): ShapeVerdict {
  const check: Check = {
    known: copyOwn(known),
    newIds: Object.create(null) as Check['newIds'],
    compared: Object.create(null) as Check['compared'],
    hasUnknownNames: false,
  };
  const { newIds, compared } = check;
  const differs = (reason: string): ShapeVerdict => ({
    fits: false,
    reason,
    isOnlyUnknownNames: false,
    newIds: {},
    compared,
  });
  if (!pinned('organizationId')(organizationId, check)) return differs('it is for another organization');
  if (!isTime(timestampMs, serviceTime)) return differs('its time is not now');
  if (!forms.parameters(parameters, check)) return differs('its content is not what was submitted');
  if (!forms.more(more, check)) return differs('it has another form');
  if (!check.hasUnknownNames) return { fits: true, newIds, compared };
  return { fits: false, reason: 'it holds names that nobody asked for', isOnlyUnknownNames: true, newIds, compared };
}

function isTime(text = '', serviceTime: number | null): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  return serviceTime === null || Math.abs(Number(text) - serviceTime) <= mostAgeMs;
}

type Forms = Readonly<Record<string, Form>>;

/** An object with every name of `required`, and any of `optional`, which the enclave's published type has in addition. */
export function object(required: Forms, optional: Forms = {}): Form {
  return (value, check) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fields = value as Readonly<Record<string, unknown>>;
    if (Object.keys(required).some((name) => !Object.hasOwn(fields, name))) return false;
    const fits = Object.entries(fields).map(([name, member]) => {
      const form = formOf(required, name) ?? formOf(optional, name);
      check.hasUnknownNames ||= form === undefined;
      return form === undefined || form(member, check);
    });
    return fits.every((fit) => fit);
  };
}

function formOf(forms: Forms, name: string): Form | undefined {
  return Object.hasOwn(forms, name) ? forms[name] : undefined;
}

/** Exactly this value; for an object or an array, each member. */
export function exactly(expected: unknown): Form {
  if (Array.isArray(expected)) return list(...expected.map((member) => exactly(member)));
  if (typeof expected === 'object' && expected !== null) return object(exactMembers(expected));
  return (value) => value === expected;
}

/** Each member exactly. */
function exactMembers(members: object): Forms {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, exactly(member)]));
}

/** A value that the caller expects under this name. */
export function expected(name: string, form: Form): Form {
  return (value, check) => {
    const fits = form(value, check);
    check.compared[name] = fits ? 'equal' : 'differs';
    return fits;
  };
}

/** An array of these values. */
export function list(...forms: readonly Form[]): Form {
  return (value, check) =>
    Array.isArray(value) && value.length === forms.length && forms.every((form, index) => form(value[index], check));
}

/** A text that a pattern describes whole. */
export function textLike(pattern: RegExp): Form {
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** A whole number in decimal digits, from 1 to `most`. */
export function digitsUpTo(most: number): Form {
  return (value) => typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= most;
}

const idPattern = /^[A-Za-z0-9_:-]{1,100}$/;

/** One of the enclave's ids: the known one, or the first that a payload names. */
export function pinned(name: keyof EnclaveIds): Form {
  return (value, { known, newIds }) => {
    if (typeof value !== 'string' || !idPattern.test(value)) return false;
    const before = known[name] ?? newIds[name];
    if (before === undefined) newIds[name] = value;
    return before === undefined || before === value;
  };
}

/** The form without a name more, whatever `checkPayload` reports. */
function closed(form: Form): Form {
  return (value, check) => form(value, check) && !check.hasUnknownNames;
}

/** Placeholders of ids in a {@link CardKeyPolicy}. */
const idPlaceholder = /\{(signerId|organizationId|userId|walletId)\}/;

/** A template word for word, with an id in each of its placeholders. */
function filledIn(template: string): Form {
  // Texts and names in turn: the pattern's group puts the names between the texts.
  const parts = template.split(idPlaceholder);
  const ids = parts.filter((_, index) => index % 2 === 1).map((name) => idForms[name as keyof typeof idForms]);
  const texts = parts.map((part, index) =>
    index % 2 === 1 ? '([A-Za-z0-9_:-]{1,100})' : part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  );
  const pattern = new RegExp(`^${texts.join('')}$`);
  return (value, check) => {
    const found = typeof value === 'string' ? pattern.exec(value) : null;
    return found !== null && ids.every((isRight, index) => isRight(found[index + 1], check));
  };
}

const idForms = {
  organizationId: pinned('organizationId'),
  userId: pinned('userId'),
  walletId: pinned('walletId'),
  signerId: (value: unknown, check: Check): boolean => (check.signerId ??= String(value)) === value,
};

const uuid = new RegExp(`^${uuidPattern}$`);

/**
 * The service's id of a record, which the caller expects under this name, or the enclave's own id of it: a UUID, which
 * can't be compared.
 */
export function recordId(name: string, id: string): Form {
  return (value, check) => (typeof value === 'string' && uuid.test(value)) || expected(name, exactly(id))(value, check);
}

/** Our P-256 public key in hex, in either of its canonical forms. */
export function publicKey(publicKeyHex: string): Form {
  const ours = compressHex(publicKeyHex);
  return (value) => typeof value === 'string' && compressHex(value) === ours;
}

/** The intent of each action but the sign-in by code. */
export const intents = {
  refresh: (publicKeyHex: string, maxSessionMs: number): Intent =>
    intentOf('session.refresh', { publicKeyHex }, { activities: [openSession(publicKeyHex, maxSessionMs)] }),
  revoke: (sessionId: string, cause: Intent['cause'] = 'caller'): Intent =>
    intentOf('session.revoke', { sessionId }, { activities: [deleteSession(sessionId)], cause }),
  exportAccount: (publicKeyHex: string): Intent =>
    intentOf('account.export', { publicKeyHex }, { activities: [exportWallet(publicKeyHex)] }),
  execute: (expectation: Expectation): Intent =>
    intentOf('quote.execute', expectation, { activities: [signTransaction()], isOpaque: true }),
  /** `isAsked`: whether the profile's service asks for a signature at all. */
  changeCard: (
    name: Extract<IntentName, `card.${string}`>,
    { cardId, state, isAsked }: { readonly cardId: string; readonly state: string; readonly isAsked: boolean },
  ): Intent => intentOf(name, { cardId, state }, { isOpaque: true, isUnexpected: !isAsked }),
  addPasskey: (passkey: SubmittedPasskey): Intent =>
    intentOf('credential.add-passkey', { passkey }, { activities: [createPasskey(passkey)] }),
  addEmailOtp: (email: string): Intent =>
    intentOf('credential.add-email-otp', { email }, { activities: [updateEmail(email)] }),
  addSmsOtp: (phoneNumber: string): Intent =>
    intentOf('credential.add-sms-otp', { phoneNumber }, { activities: [updatePhoneNumber(phoneNumber)] }),
  /** The token is compared, but is no part of the expectation, which goes to `approve` and to reports. `identity` names the owner. */
  addOAuth: (idToken: string, identity: Expectation): Intent =>
    intentOf('credential.add-oauth', identity, { activities: [createOAuthProvider(idToken, Object.keys(identity))] }),
  removeCredential: (credentialId: string, type: string): Intent =>
    intentOf(
      'credential.remove',
      { credentialId, type },
      type === 'PASSKEY' ? { activities: [deletePasskey(credentialId)] } : { isOpaque: true },
    ),
  changeEmail: (customerId: string, email: string): Intent =>
    intentOf('customer.change-email', { customerId, email }, { activities: [updateEmail(email)] }),
  changePhone: (customerId: string, phoneNumber: string): Intent =>
    intentOf('customer.change-phone', { customerId, phoneNumber }, { activities: [updatePhoneNumber(phoneNumber)] }),
  /** First the signer, then what it may do. */
  delegate: (expectation: Expectation, policies: readonly CardKeyPolicy[]): Intent =>
    intentOf('delegated-key.create', expectation, {
      activities: [createSigner()],
      next: intentOf('delegated-key.create', expectation, { activities: [createPolicies(policies)] }),
    }),
  /** A passkey signs a hash: what it stands for can't be read. */
  signInByPasskey: (credentialId: string): Intent => intentOf('passkey.sign-in', { credentialId }, { isOpaque: true }),
  custom: (activityTypes: readonly string[], expect: Expectation): Intent =>
    intentOf('custom', expect, { activities: activityTypes.map((type) => customActivity(type, expect)) }),
  customOpaque: (): Intent => intentOf('custom', {}, { isOpaque: true }),
} as const;
