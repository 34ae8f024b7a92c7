/** Delegated keys: with one, a card spends from a wallet while its owner is away. Creating one takes two signatures. */
import * as v from 'valibot';
import { followKey } from '../cards/card-transactions.ts';
import { id, text } from '../http/fields.ts';
import { invalidInput, Refusal, unknownRecord } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { mintId } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import { activeDelegatedKey, createDelegatedKeyRecord } from './delegated-keys.ts';
import { activity } from './payloads.ts';
import type { DelegatedKeyRecord } from './wallet-auth-records.ts';
import { askSignature, requireWalletSignature, type FirstLeg } from './wallet-signature.ts';

const create = v.strictObject({
  cardId: id('Card'),
  internalAccountId: id('InternalAccount'),
  nickname: text(256),
});
type CreateDelegatedKey = v.InferOutput<typeof create>;

const query = v.strictObject({
  accountId: v.optional(id('InternalAccount')),
  fundingSourceId: v.optional(id('CardFundingSource')),
});
type DelegatedKeyQuery = v.InferOutput<typeof query>;

const ids = { delegatedKeyId: ['DelegatedKey'] } as const;

/** The routes. */
export const delegatedKeyRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/auth/delegated-keys',
    body: create,
    handle,
  }),
  route({
    method: 'GET',
    path: '/auth/delegated-keys',
    query,
    handle: ({ service, query: wanted }) => ({ status: 200, body: { data: find(service, wanted) } }),
  }),
  route({
    method: 'GET',
    path: '/auth/delegated-keys/:delegatedKeyId',
    ids,
    handle: ({ service, params }) => ({ status: 200, body: delegatedKeyOf(service, params['delegatedKeyId']) }),
  }),
  route({
    method: 'DELETE',
    path: '/auth/delegated-keys/:delegatedKeyId',
    ids,
    handle({ service, params }) {
      const record = delegatedKeyOf(service, params['delegatedKeyId']);
      if (record.status !== 'ACTIVE') {
        throw new Refusal(400, 'INVALID_INPUT', `A delegated key that is ${record.status} can't be revoked.`);
      }
      set(service, record, 'REVOKED');
      return { status: 204 };
    },
  }),
];

// The first leg asks to create the signer, the second to let it sign, the third makes the key active.
async function handle(call: Call<undefined, CreateDelegatedKey>): Promise<Reply> {
  const { service, body } = call;
  const { cardId, internalAccountId: accountId, nickname } = body;
  const card = service.state.cards.get(cardId)?.card;
  const account = service.state.internalAccounts.get(accountId);
  if (card === undefined || account?.wallet === undefined || !card.fundingSources.includes(accountId)) {
    throw unknownRecord('card with this wallet as its funding source');
  }
  if (activeDelegatedKey(service, cardId, accountId) !== undefined) {
    const message = 'The funding source has an active delegated key: revoke it first.';
    throw new Refusal(409, 'CONFLICT', message);
  }
  const ask = (): FirstLeg => {
    const label = mintId(service.random, 'DelegatedKey');
    const publicKey = service.enclave.custodiedKeyHex(label);
    const apiKeys = [{ apiKeyName: label, publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const user = { userName: label, apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    return {
      payloadToSign: activity(service, accountId, 'ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }),
      remembered: { label },
    };
  };
  return requireWalletSignature(call, { accountId, ask }, ({ remembered }) => {
    const { label = '', isSecond } = remembered;
    if (isSecond !== undefined) return { status: 201, body: set(service, delegatedKeyOf(service, label), 'ACTIVE') };
    const record = createDelegatedKeyRecord(service, { id: label, cardId, accountId, nickname });
    const consensus = `approvers.any(user, user.id == '${record.id}')`;
    const policies = ["activity.action == 'SIGN'", "activity.resource == 'USER' && activity.action == 'DELETE'"].map(
      (condition) => ({ policyName: record.id, effect: 'EFFECT_ALLOW', consensus, condition }),
    );
    const payloadToSign = activity(service, accountId, 'ACTIVITY_TYPE_CREATE_POLICIES', { policies });
    return askSignature(call, { accountId, ask }, { payloadToSign, remembered: { label, isSecond: 'yes' } });
  });
}

function set(service: Service, record: DelegatedKeyRecord, status: 'ACTIVE' | 'REVOKED'): DelegatedKeyRecord {
  Object.assign(record, { status, updatedAt: service.clock.iso() });
  followKey(service, record.cardId);
  return record;
}

function delegatedKeyOf(service: Service, keyId: string | undefined): DelegatedKeyRecord {
  const found = service.state.delegatedKeys.get(keyId ?? '');
  if (found === undefined) throw unknownRecord('delegated key');
  return found;
}

function find(service: Service, { accountId, fundingSourceId }: DelegatedKeyQuery): readonly DelegatedKeyRecord[] {
  if (accountId === undefined && fundingSourceId === undefined) {
    const message = 'Name accountId, fundingSourceId or both.';
    throw invalidInput(['accountId', 'fundingSourceId'].map((field) => ({ field, message })));
  }
  return [...service.state.delegatedKeys.values()].filter(
    (key) =>
      (accountId === undefined || key.accountId === accountId) &&
      (fundingSourceId === undefined || key.fundingSourceId === fundingSourceId),
  );
}
