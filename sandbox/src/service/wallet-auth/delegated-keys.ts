/** Delegated keys as records: created, and found where one lets a card spend. */
import { mintId } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import type { DelegatedKeyRecord } from './wallet-auth-records.ts';

/** The active key of a card's funding source, if there is one. */
export function activeDelegatedKey(
  { state }: Pick<Service, 'state'>,
  cardId: string,
  accountId: string | undefined,
): DelegatedKeyRecord | undefined {
  return [...state.delegatedKeys.values()].find(
    (key) => key.status === 'ACTIVE' && key.cardId === cardId && key.accountId === accountId,
  );
}

/** Creates a key that can't be used yet. */
export function createDelegatedKeyRecord(
  service: Service,
  { id: keyId, cardId, accountId, nickname }: Pick<DelegatedKeyRecord, 'id' | 'cardId' | 'accountId' | 'nickname'>,
): DelegatedKeyRecord {
  const { clock, enclave, random, state } = service;
  const known = [...state.delegatedKeys.values()].find((key) => key.cardId === cardId && key.accountId === accountId);
  const now = clock.iso();
  const record: DelegatedKeyRecord = {
    id: keyId,
    cardId,
    fundingSourceId: known?.fundingSourceId ?? mintId(random, 'CardFundingSource'),
    accountId,
    publicKey: enclave.custodiedKeyHex(keyId),
    nickname,
    status: 'PENDING',
    createdAt: now,
    updatedAt: now,
  };
  state.delegatedKeys.set(record.id, record);
  return record;
}
