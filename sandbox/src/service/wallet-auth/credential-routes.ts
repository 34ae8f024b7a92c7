/** Credentials: listed, added and removed; the last two are signed by a session of another credential. */
import { encodeBase64url } from '../../../../src/kit/encoding/index.ts';
import { sendCode } from './one-time-codes.ts';
import { readAttestation } from './passkeys.ts';
import { isSameIdentity, readIdToken } from './id-tokens.ts';
import { createCredential, deleteCredential } from './credential-records.ts';
import { activity, walletOf } from './payloads.ts';
import { activeKeys, requireWalletSignature } from './wallet-signature.ts';
import { invalidInput, unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { accountQuery } from './credential-schemas.ts';
import { addCredential, type AddCredential } from './passkey-schemas.ts';
import type { CustomerRecord } from '../customers/customer-records.ts';
import type { CredentialRecord } from './wallet-auth-records.ts';
import type { Service } from '../service/service.ts';
import { customerOf } from '../customers/customers.ts';
import { internalAccountOf } from '../customers/internal-accounts.ts';

/** The routes that manage credentials. */
export const credentialRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/auth/credentials',
    query: accountQuery,
    handle: ({ service, query }) => ({
      status: 200,
      body: { data: credentialsOf(service, query.accountId).map(({ method }) => method) },
    }),
  }),
  route({
    method: 'POST',
    path: '/auth/credentials',
    body: addCredential,
    handle: add,
  }),
  route({
    method: 'DELETE',
    path: '/auth/credentials/:credentialId',
    ids: { credentialId: ['AuthMethod'] },
    handle: remove,
  }),
];

/** A credential by id. @throws Refusal 404 `NOT_FOUND`. */
export function credentialOf(service: Service, id: string | undefined): CredentialRecord {
  const found = service.state.credentials.get(id ?? '');
  if (found === undefined) throw unknownRecord('credential');
  return found;
}

function credentialsOf(service: Service, accountId: string): readonly CredentialRecord[] {
  return service.state.credentials.list(accountId);
}

async function add(call: Call<undefined, AddCredential>): Promise<Reply> {
  const { service, body } = call;
  const { accountId, type } = body;
  const { userId } = walletOf(service, accountId);
  const customer = customerOf(service, internalAccountOf(service, accountId).customerId);
  const addition = await additionOf(service, body, customer);
  const parameters = { ...addition.parameters, userId };
  const ask = (): { payloadToSign: string } => ({
    payloadToSign: activity(service, accountId, addition.activityType, parameters),
  });
  return requireWalletSignature(call, { accountId, type, ask }, async () => {
    const { nickname, proof } = addition;
    const method = createCredential(service, { accountId, type, nickname }, proof);
    if (body.type === 'PASSKEY') service.state.spentRegistrations.add(body.challenge);
    const sent = proof === undefined ? { otpEncryptionTargetBundle: await sendCode(service, method.id) } : {};
    return { status: 201, body: { ...method, ...sent } };
  });
}

interface Addition {
  readonly nickname: string;
  readonly activityType: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Undefined where a code is sent. */
  readonly proof?: Pick<CredentialRecord, 'passkey' | 'identity'>;
}

async function additionOf(service: Service, body: AddCredential, customer: CustomerRecord): Promise<Addition> {
  if (body.type === 'PASSKEY') return passkeyAddition(service, body);
  return body.type === 'OAUTH' ? identityAddition(service, body) : codeAddition(service, body, customer);
}

async function identityAddition(
  service: Service,
  { accountId, oidcToken }: Extract<AddCredential, { readonly type: 'OAUTH' }>,
): Promise<Addition> {
  const { identity, email, providerName } = await readIdToken(service, oidcToken, { unsupportedIssuer: 400 });
  if (credentialsOf(service, accountId).some((other) => isSameIdentity(identity, other.identity))) {
    throw invalidInput([{ field: 'oidcToken', message: 'This identity is a credential of the account already.' }]);
  }
  return {
    nickname: email ?? identity.subject,
    activityType: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
    parameters: { oauthProviders: [{ oidcToken, providerName }] },
    proof: { identity },
  };
}

function codeAddition(
  service: Service,
  { type, accountId }: Extract<AddCredential, { readonly type: 'EMAIL_OTP' | 'SMS_OTP' }>,
  customer: CustomerRecord,
): Addition {
  if (credentialsOf(service, accountId).some(({ method }) => method.type === type)) {
    throw new Refusal(400, `${type}_CREDENTIAL_ALREADY_EXISTS`, `The account has its one ${type} credential already.`);
  }
  if (type === 'EMAIL_OTP') {
    const nickname = customer.email;
    if (nickname === undefined) {
      throw invalidInput([{ field: 'type', message: 'The customer has no email to send a code to.' }]);
    }
    return { nickname, activityType: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters: { userEmail: nickname } };
  }
  const nickname = customer.phoneNumber;
  if (nickname === undefined) {
    throw invalidInput([{ field: 'type', message: 'The customer has no phoneNumber to send a code to.' }]);
  }
  const parameters = { userPhoneNumber: nickname };
  return { nickname, activityType: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', parameters };
}

async function passkeyAddition(
  service: Service,
  { nickname, challenge, attestation }: Extract<AddCredential, { readonly type: 'PASSKEY' }>,
): Promise<Addition> {
  const known = [...service.state.credentials.values()].some(
    ({ passkey }) => passkey?.credentialId === attestation.credentialId,
  );
  if (known) {
    const message = 'A passkey with this WebAuthn credential id is registered already.';
    throw new Refusal(400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS', message);
  }
  if (service.state.spentRegistrations.has(challenge)) {
    throw invalidInput([{ field: 'challenge', message: 'A challenge is good for one passkey.' }]);
  }
  const passkey = await readAttestation(attestation, challenge, service.settings);
  if (passkey === null) {
    const message = "This doesn't verify: challenge, origin, relying party, user presence or format is wrong.";
    throw invalidInput([{ field: 'attestation', message }]);
  }
  const { credentialId, clientDataJson, attestationObject, transports = [] } = attestation;
  const authenticator = {
    attestation: { attestationObject, clientDataJson, credentialId },
    authenticatorName: nickname,
    challenge,
    transports,
  };
  const activityType = 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2';
  return { nickname, activityType, parameters: { authenticators: [authenticator] }, proof: { passkey } };
}

async function remove(call: Call<undefined, undefined>): Promise<Reply> {
  const { service, params } = call;
  const { method } = credentialOf(service, params['credentialId']);
  const { id, accountId, type } = method;
  if (credentialsOf(service, accountId).length === 1) {
    throw new Refusal(400, 'INVALID_INPUT', "An account's only credential can't be removed.");
  }
  const { userId } = walletOf(service, accountId);
  const ask = (): { payloadToSign: string } => ({
    payloadToSign:
      type === 'PASSKEY'
        ? activity(service, accountId, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', { authenticatorIds: [id], userId })
        : encodeBase64url(service.random.draw('opaque payload', 48)),
  });
  const own = [...service.state.sessions.values()].filter((session) => session.credentialId === id);
  const ownKeys = new Set(own.map((session) => session.compressedPublicKeyHex));
  const signers = (): string[] => activeKeys(service, accountId).filter((key) => !ownKeys.has(key));
  return requireWalletSignature(call, { accountId, type, ask, signers }, () => {
    deleteCredential(service, id);
    return { status: 204 };
  });
}
