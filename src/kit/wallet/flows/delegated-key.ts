/** Keys of the service's that sign while a card is used: created by two stamps, listed, and revoked by none. */
import type { CardKeyPolicy } from '../../card-key-policies.ts';
import type { DelegatedKey } from '../../wire.ts';
import { invalidAnswer } from '../../transport/index.ts';
import { announce } from '../run/announce.ts';
import type { Finding } from '../run/decide.ts';
import type { SignedAction } from '../run/action.ts';
import { signedAction } from '../run/session-action.ts';
import type { Fail } from '../../options.ts';
import { anId, aText, checkId, isId, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { intents, sandboxCardKeyPolicies } from '../payload/activities.ts';
import { fieldsOf, readShort, readText, requireEmpty } from '../response-readers.ts';
import { readList, request } from '../run/send.ts';
import { WalletError } from '../wallet-error.ts';

/** Options of `delegatedKeys.create`. */
export interface DelegatedKeyCreateOptions extends SignalOptions {
  /** The card, which this account pays. */
  readonly cardId: string;
  /** 1 to 256 characters, by which the person knows it. */
  readonly nickname: string;
}

const path = '/auth/delegated-keys';

/** Lists the account's keys; undefined where the profile says that cards need none. @throws TransportError */
export async function listDelegatedKeys(
  context: WalletContext,
  options?: SignalOptions,
): Promise<readonly DelegatedKey[] | undefined> {
  const { signal } = readOptions(options, 'delegatedKeys.list', {});
  const { accountId, profile, transportOptions } = context;
  if (!profile.delegatedKeys) {
    for (const end of [transportOptions.life, signal]) end?.throwIfAborted();
    return undefined;
  }
  return (await readList(context, { path, query: { accountId }, signal }, (item) => readKey(item, accountId))).whole();
}

/**
 * Creates a key for a card: one stamp makes the service's signer, a second one lets it sign.
 *
 * @throws TypeError, RangeError; TransportError, SessionError, WalletError, `CARD_KEY_POLICIES_MISSING` among them
 */
export async function createDelegatedKey(
  context: WalletContext,
  options: DelegatedKeyCreateOptions,
): Promise<DelegatedKey> {
  const { accountId } = context;
  const { signal, cardId, nickname } = readOptions(options, 'delegatedKeys.create', {
    cardId: anId('Card'),
    nickname: (value: unknown, fail: Fail) =>
      /^\P{C}{1,256}$/u.test(aText(value, fail))
        ? (value as string)
        : fail('must be 1 to 256 characters, none of them a control character', RangeError),
  });
  const isOfCard = (key: DelegatedKey): boolean => key.cardId === cardId && key.status === 'ACTIVE';
  const action: SignedAction<DelegatedKey> = {
    request: { method: 'POST', path, body: JSON.stringify({ cardId, internalAccountId: accountId, nickname }) },
    intent: intents.delegate({ cardId, accountId, nickname }, policiesOf(context)),
    readOutcome: ({ body }) => readKey(body, accountId),
    isDone: isOfCard,
    // A PENDING key can't sign, and doesn't block another.
    async lookUp(): Promise<Finding<DelegatedKey>> {
      const outcome = (await listDelegatedKeys(context))?.find(isOfCard);
      return outcome === undefined ? { found: 'undone' } : { found: 'done', outcome };
    },
    unknown: { message: 'Whether the key was created is unknown. Try again: a card never gets a second one.' },
    errors: { gone: 'fix-input' },
  };
  return signedAction(context, action, { signal });
}

/** The rights that the key may get. @throws WalletError `CARD_KEY_POLICIES_MISSING` */
function policiesOf({ checks: { cardKeyPolicies } }: WalletContext): readonly CardKeyPolicy[] {
  if (cardKeyPolicies !== undefined) return cardKeyPolicies === 'sandbox' ? sandboxCardKeyPolicies : cardKeyPolicies;
  throw new WalletError(
    'CARD_KEY_POLICIES_MISSING',
    'Nothing was signed: no rights of card keys are pinned. Ask the service for them, and pass cardKeyPolicies.',
    { nextStep: 'configure' },
  );
}

/** Revokes a key; one that is revoked already is done. @throws TypeError, RangeError, TransportError */
export async function revokeDelegatedKey(
  context: WalletContext,
  delegatedKeyId: string,
  options?: SignalOptions,
): Promise<void> {
  const { signal } = readOptions(options, 'delegatedKeys.revoke', {});
  checkId(delegatedKeyId, 'DelegatedKey', 'delegatedKeyId');
  try {
    requireEmpty(await request(context, { method: 'DELETE', path: `${path}/${delegatedKeyId}`, signal }));
  } catch (error) {
    signal?.throwIfAborted();
    const keys = await listDelegatedKeys(context, { signal }).catch(() => []);
    if (keys?.find(({ id }) => id === delegatedKeyId)?.status !== 'REVOKED') throw error;
  } finally {
    announce(context, 'delegatedKeys.revoke');
  }
}

/** Reads a key of this account. @throws TransportError `ANSWER_INVALID` */
function readKey(body: unknown, accountId: string): DelegatedKey {
  const fields = fieldsOf(body, 'DelegatedKey');
  if (!isId(fields['id'], 'DelegatedKey')) throw invalidAnswer('id is missing');
  if (!isId(fields['cardId'], 'Card')) throw invalidAnswer('cardId is missing');
  if (fields['accountId'] !== accountId) throw invalidAnswer('the DelegatedKey belongs to another account');
  readShort(fields, 'status', /^[A-Z_]{1,40}$/);
  readText(fields, 'nickname');
  return Object.freeze({ ...fields }) as unknown as DelegatedKey;
}
