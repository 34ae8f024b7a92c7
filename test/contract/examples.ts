/** Sends the facts' request examples to a sandbox, with ids, codes and passkeys of its own in place of the examples'. */
import { generateClientKeyPair } from 'countersign/crypto';
import { encodeBase64url, encodeUtf8 } from '../../src/kit/encoding/index.ts';
import {
  createPasskey,
  issuedChallenge,
  passkeyLogin,
  type Passkey,
} from '../../sandbox/test/service/authenticator.ts';
import type { ContractMonth } from '../../sandbox/src/service/contracts/contract-form.ts';
import { sealCode, signIn, type ContractClient, type OpenedSession } from './client.ts';
import type { ContractFacts } from './compare.ts';
import { namesOf } from './flows/cards.ts';
import { dollarAccount, openWithCard, platformAccount, type WalletOwner } from './flows/people.ts';

interface Prepared {
  readonly client: ContractClient;
  readonly owner: WalletOwner;
  readonly session: OpenedSession;
  /** An id of the sandbox for each kind that examples name. */
  readonly ids: Readonly<Record<string, string>>;
}

type Example = Readonly<Record<string, unknown>>;

/** The examples that the document itself says are refused. */
const meantToFail = ['combinedContactUpdateRejected'];

/** Which examples the sandbox refuses although they are valid, or accepts although they are not. */
export async function refusedExamples(
  profile: 'spec' | 'grid',
  facts: ContractFacts,
  contract?: ContractMonth,
): Promise<{ readonly total: number; readonly refused: readonly string[] }> {
  const refused: string[] = [];
  const prepared = await prepare(profile, contract);
  const start = await prepared.client.sandbox.snapshot();
  let total = 0;
  for (const [key, { examples }] of Object.entries(facts.operations)) {
    for (const [name, example] of Object.entries(examples)) {
      total += 1;
      await prepared.client.sandbox.restore(start);
      const { status, body } = await send(prepared, key, example as Example);
      if (status < 400 !== meantToFail.includes(name)) continue;
      const { code, details } = (body ?? {}) as {
        readonly code?: string;
        readonly details?: { readonly reason?: string };
      };
      const why = [`${String(status)} ${String(code)}`, details?.reason].filter((part) => part !== undefined);
      refused.push(`${key} example ${name}: ${why.join(', ')}`);
    }
  }
  return { total, refused };
}

async function prepare(profile: 'spec' | 'grid', contract?: ContractMonth): Promise<Prepared> {
  const { client, owner, session, cardId } = await openWithCard(profile, contract);
  const ids = {
    Customer: owner.customerId,
    InternalAccount: owner.accountId,
    ExternalAccount: owner.bankAccountId,
    AuthMethod: owner.credentialId,
    Session: session.id,
    Card: cardId,
  };
  return { client, owner, session, ids };
}

/** Values of an operation's path ids, if their name doesn't tell. */
function pathOf(template: string, ids: Prepared['ids']): string {
  const kind = template.startsWith('/auth/credentials') ? 'AuthMethod' : 'Card';
  const other = template.startsWith('/internal-accounts') ? 'InternalAccount' : kind;
  const id = template.startsWith('/auth/sessions') ? 'Session' : other;
  const kinds: Readonly<Record<string, string>> = { customerId: 'Customer', accountId: 'InternalAccount', id };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[kinds[name] ?? '']));
}

async function send(prepared: Prepared, key: string, example: Example): Promise<{ status: number; body: unknown }> {
  const [method = '', template = ''] = key.split(' ');
  const { client, session } = prepared;
  const ready = await arrange(prepared, template, example);
  const text = JSON.stringify(example).replace(/<(\w+)>/g, (whole, kind: string) => ready.ids[kind] ?? whole);
  const body = { ...(JSON.parse(text) as Example), ...ready.body };
  const path = pathOf(template, ready.ids);
  if (key === 'POST /cards') return client.call(method, path, body, { 'Idempotency-Key': 'example' });
  if (ready.headers !== undefined) return client.call(method, path, body, ready.headers);
  return client.signed(ready.key ?? session.key, method, path, body);
}

interface Ready {
  readonly ids: Prepared['ids'];
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly key?: OpenedSession['key'];
}

// Brings about what an example speaks of.
async function arrange(prepared: Prepared, template: string, example: Example): Promise<Ready> {
  const { client, ids } = prepared;
  const type = typeof example['type'] === 'string' ? example['type'] : 'PASSKEY';
  if (template.endsWith('/verify') || template.endsWith('/challenge') || template === '/auth/credentials') {
    return login(
      prepared,
      template,
      example['type'] === undefined && example['clientPublicKey'] === undefined ? 'OTP' : type,
    );
  }
  if (template === '/quotes') {
    const own = { currency: 'USD', platformAccountId: 'own-1', accountInfo: dollarAccount };
    const { body } = await client.call('POST', '/customers/external-accounts', own);
    const InternalAccount = await platformAccount(client, 'USD', 1_000_000);
    const { umaAddress } = example['destination'] as { readonly umaAddress?: string };
    const path = `/receiver/uma/${encodeURIComponent(umaAddress ?? '$customer@example.com')}`;
    const { body: found } = await client.call('GET', `${path}?customerId=${String(ids['Customer'])}`);
    const LookupRequest = String(found.lookupId);
    return { ids: { ...ids, InternalAccount, ExternalAccount: String(body.id), LookupRequest } };
  }
  if (template.endsWith('/export')) {
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair({ uses: ['agree'] });
    return { ids, body: { clientPublicKey } };
  }
  if (template === '/customers/{customerId}' && example['customerType'] === 'BUSINESS') {
    const { body } = await client.call('POST', '/customers', {
      customerType: 'BUSINESS',
      platformCustomerId: 'business-1',
      email: 'business@example.com',
      businessInfo: { legalName: 'Sample Company', country: 'US', incorporatedOn: '2018-03-14', taxId: '47-1234567' },
    });
    return { ids: { ...ids, Customer: String(body.id) } };
  }
  const { cardStatus } = namesOf(client);
  if (template === '/cards/{id}' && example[cardStatus] === 'ACTIVE') {
    await delegateKey(prepared);
    await client.call('PATCH', `/cards/${String(ids['Card'])}`, { ...example, [cardStatus]: 'FROZEN' });
  }
  if (/simulate\/(clearing|return|return_reversal|authorization_advice)$/.test(template))
    return { ids: { ...ids, CardTransaction: await spend(prepared, template) } };
  return { ids };
}

async function delegateKey({ client, ids, owner, session }: Prepared): Promise<void> {
  const key = { cardId: ids['Card'], internalAccountId: owner.accountId, nickname: 'Card spending' };
  await client.signed(session.key, 'POST', '/auth/delegated-keys', key);
}

async function spend(prepared: Prepared, template: string): Promise<string> {
  const { client, ids } = prepared;
  await delegateKey(prepared);
  const simulate = `/sandbox/cards/${String(ids['Card'])}/simulate`;
  const merchant = { descriptor: 'SAMPLE SHOP' };
  await client.call('POST', `${simulate}/authorization`, { amount: 1500, currency: { code: 'USD' }, merchant });
  const latest = async (): Promise<string> => {
    const { body } = await client.call('GET', '/transactions?limit=1');
    return String(body.data[0].id);
  };
  const cardTransactionId = await latest();
  if (/return/.test(template)) await client.call('POST', `${simulate}/clearing`, { cardTransactionId, amount: 1500 });
  if (template.endsWith('reversal')) {
    await client.call('POST', `${simulate}/return`, { cardTransactionId, amount: 1500 });
    // Where a return is a row of its own, it is the row that is reversed.
    return latest();
  }
  return cardTransactionId;
}

// The examples' token: these claims, that time, and a signature that nobody can check.
const oidcToken = [
  encodeBase64url(encodeUtf8(JSON.stringify({ alg: 'RS256', kid: 'sample', typ: 'JWT' }))),
  encodeBase64url(
    encodeUtf8(
      JSON.stringify({
        iss: 'https://accounts.google.com',
        sub: 'sample-subject',
        aud: 'sample-client',
        email: 'customer@example.com',
        iat: Date.UTC(2025, 4, 8, 20) / 1000,
        exp: Date.UTC(2025, 4, 8, 21) / 1000,
      }),
    ),
  ),
  encodeBase64url(new Uint8Array(256)),
].join('.');

async function login(prepared: Prepared, template: string, type: string): Promise<Ready> {
  const { client, owner, session, ids } = prepared;
  if (type === 'EMAIL_OTP' && template === '/auth/credentials') {
    const sms = await client.signed(session.key, 'POST', '/auth/credentials', {
      type: 'SMS_OTP',
      accountId: owner.accountId,
    });
    const other = await signIn(client, String(sms.body.id));
    await client.signed(other.key, 'DELETE', `/auth/credentials/${owner.credentialId}`);
    return { ids, key: other.key };
  }
  if (type === 'SMS_OTP' && template.endsWith('/verify')) {
    const body = { type, accountId: owner.accountId };
    const sms = await client.signed(session.key, 'POST', '/auth/credentials', body);
    return code(prepared, String(sms.body.id));
  }
  if (type === 'OAUTH') {
    const { body } = await client.control('POST', '/people', { identity: { subject: 'sample-subject' } });
    const AuthMethod = template.endsWith('/verify') ? String(body.oauthCredentialId) : ids['AuthMethod'];
    return { ids: { ...ids, AuthMethod: String(AuthMethod) }, body: { oidcToken } };
  }
  if (type !== 'PASSKEY') return template.endsWith('/verify') ? code(prepared, owner.credentialId) : { ids };
  const passkey = await createPasskey('example');
  const challenge = issuedChallenge;
  const attested = { challenge, attestation: await passkey.attest({ challenge }) };
  if (template === '/auth/credentials') return { ids, body: attested };
  const body = { type, accountId: owner.accountId, nickname: 'Sample device', ...attested };
  const added = await client.signed(session.key, 'POST', '/auth/credentials', body);
  const own = { ...ids, AuthMethod: String(added.body.id) };
  return template.endsWith('/challenge') ? { ids: own } : assertion(client, passkey, own);
}

async function assertion(client: ContractClient, passkey: Passkey, ids: Prepared['ids']): Promise<Ready> {
  const { compressedPublicKeyHex } = await generateClientKeyPair();
  const [, , body, headers] = await passkeyLogin(client, passkey, String(ids['AuthMethod']), compressedPublicKeyHex);
  return { ids, body: { assertion: body.assertion }, headers };
}

async function code({ client, ids }: Prepared, credentialId: string): Promise<Ready> {
  const challenge = await client.call('POST', `/auth/credentials/${credentialId}/challenge`);
  const { body, keyPair } = await sealCode(client, challenge.body);
  const { encryptedOtpBundle } = body;
  return { ids: { ...ids, AuthMethod: credentialId }, body: { encryptedOtpBundle }, key: keyPair };
}
