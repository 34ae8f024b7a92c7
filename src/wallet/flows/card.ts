/** Freezing, unfreezing and closing a card (specification, Cards): done at once or by a signed retry, as the service says. */
import { judge, signedRetry, toError, type Finding } from '../../transport/index.ts';
import type { Card, CardState } from '../../wire.ts';
import { readOptions } from '../arguments.ts';
import { readCard, readChallenge } from '../answers.ts';
import { sendSigned, stampWithSession, transportOf, type SignalOptions, type WalletContext } from '../context.ts';
import { openIntentRecord } from '../intent-record.ts';
import { checkId } from '../ids.ts';
import { intentOf } from '../payload-check.ts';

/** Options of `card.close`. */
export interface CardCloseOptions extends SignalOptions {
  /** A closed card stays closed: say so. */
  readonly confirm: 'permanent';
}

/** The states a person can put a card in. */
export type CardTarget = Extract<CardState, 'ACTIVE' | 'FROZEN' | 'CLOSED'>;

// Wire facts, 6.2: no starting over helps a card that is where it is; one that is still being made needs time.
const nextSteps = {
  CARD_ALREADY_CLOSED: 'fix-input',
  INVALID_STATE_TRANSITION: 'fix-input',
  CARD_NOT_MUTABLE: 'retry',
} as const;

/**
 * Changes a card's state and resolves with the card.
 *
 * @throws TypeError, RangeError; TransportError (a move that its state doesn't allow is `REFUSED` with the service's code
 * `CARD_ALREADY_CLOSED`, `INVALID_STATE_TRANSITION` or `CARD_NOT_MUTABLE`); SessionError; WalletError
 */
export function changeCard(
  context: WalletContext,
  cardId: string,
  state: CardTarget,
  options?: SignalOptions,
): Promise<Card> {
  const { signal } = readOptions(options, 'card');
  const path = `/cards/${checkId(cardId, 'Card', 'cardId')}`;
  const request = { method: 'PATCH', path, body: JSON.stringify({ state }) };
  return context.once(`${path} ${state}`, async () => {
    const record = await openIntentRecord(context, { ...request, firstLegCommits: true });
    const answer = await signedRetry({
      send: (signed) => sendSigned(context, { ...request, signal }, signed),
      readChallenge,
      stamp: ({ payloadToSign }) => stampWithSession(context, intentOf('card.change'), payloadToSign),
      readOutcome: ({ body }) => readCard(body, cardId),
      ...record,
      lookUp: () => findCard(context, cardId, state),
      firstLegCommits: true,
      serviceTime: () => transportOf(context).serviceTime(),
      unknown: {
        message: 'Whether the card was changed is unknown. Look at its state before trying again.',
        nextStep: 'retry',
      },
      errors: { codes: nextSteps },
    });
    return readCard(answer.body, cardId);
  });
}

/** Closes a card for good. @throws TypeError without `{ confirm: 'permanent' }`; else as {@link changeCard} */
export async function closeCard(context: WalletContext, cardId: string, options: CardCloseOptions): Promise<Card> {
  if ((options as Partial<CardCloseOptions> | undefined)?.confirm !== 'permanent') {
    throw new TypeError("close: a closed card can't be opened again; pass { confirm: 'permanent' } to close it");
  }
  return changeCard(context, cardId, 'CLOSED', options);
}

async function findCard(context: WalletContext, cardId: string, wanted: CardTarget): Promise<Finding> {
  const answer = await transportOf(context).send({ method: 'GET', path: `/cards/${cardId}` });
  if (judge(answer) !== 'success') throw toError(answer);
  return readCard(answer.body, cardId).state === wanted ? { found: 'done', answer } : { found: 'undone' };
}
