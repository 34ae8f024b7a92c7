/** Freezing, unfreezing and closing a card: done at once or by a signed retry, as the service says. */
import { outcomeUnknown } from '../../transport/index.ts';
import type { Card, CardState } from '../../wire.ts';
import { bare } from '../../own-members.ts';
import type { SignedAction } from '../run/action.ts';
import type { Finding } from '../run/decide.ts';
import { markerOf, runSessionAction, sharedRun, signedAction } from '../run/session-action.ts';
import { fieldsAbout } from '../response-readers.ts';
import { among, maybe } from '../../options.ts';
import { readOptions, checkId } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { intents } from '../payload/activities.ts';
import { readOne } from '../run/send.ts';
import { cardChangeOf, requireCard } from './card-forms.ts';

/** Options of `card.close`. */
export interface CardCloseOptions extends SignalOptions {
  /** Must be `permanent`: a closed card can't be opened again. */
  readonly confirm: 'permanent';
}

/** The states a person can put a card in. */
export type CardTarget = Extract<CardState, 'ACTIVE' | 'FROZEN' | 'CLOSED'>;

const intentNames = { FROZEN: 'card.freeze', ACTIVE: 'card.unfreeze', CLOSED: 'card.close' } as const;

// Starting over can't help where the card's state doesn't allow it; a card that is still being made needs time.
const nextSteps = {
  CARD_ALREADY_CLOSED: 'fix-input',
  INVALID_STATE_TRANSITION: 'fix-input',
  CARD_NOT_MUTABLE: 'retry',
} as const;

/** Freezes a card. @throws as {@link changeCard} */
export const freezeCard = (context: WalletContext, cardId: string, options?: SignalOptions): Promise<Card> =>
  changeCard(context, cardId, { state: 'FROZEN', options });

/** Unfreezes a card. @throws as {@link changeCard} */
export const unfreezeCard = (context: WalletContext, cardId: string, options?: SignalOptions): Promise<Card> =>
  changeCard(context, cardId, { state: 'ACTIVE', options });

/** Closes a card for good. @throws TypeError without `{ confirm: 'permanent' }`; else as {@link changeCard} */
export async function closeCard(context: WalletContext, cardId: string, options: CardCloseOptions): Promise<Card> {
  if (bare(Object(options) as Partial<CardCloseOptions>).confirm !== 'permanent') {
    throw new TypeError("close: it can't be undone; pass { confirm: 'permanent' }");
  }
  return changeCard(context, cardId, { state: 'CLOSED', options });
}

/**
 * Changes a card's state and resolves with the card, also if it was in that state already.
 *
 * @throws TypeError, RangeError; TransportError (what the card's state doesn't allow is `REFUSED` with the service's code
 * `CARD_ALREADY_CLOSED`, `INVALID_STATE_TRANSITION` or `CARD_NOT_MUTABLE`); SessionError; WalletError
 */
async function changeCard(
  context: WalletContext,
  cardId: string,
  { state, options }: { readonly state: CardTarget; readonly options: SignalOptions | undefined },
): Promise<Card> {
  const { signal } = readOptions(options, 'card', { confirm: maybe(among('permanent')) });
  const path = `/cards/${checkId(cardId, 'Card', 'cardId')}`;
  const isDirect = context.profile.cardChange === 'direct';
  const read = async (reading?: AbortSignal): Promise<Card> =>
    requireCard(await readOne(context, { path, signal: reading }, cardId));
  // Equal presses and their marker are known by this request, whatever the form of the body that is sent.
  const asked = { method: 'PATCH', path, body: JSON.stringify({ state }) };
  const action: SignedAction<Card> = {
    request: asked,
    intent: intents.changeCard(intentNames[state], { cardId, state, isAsked: !isDirect }),
    unsigned: isDirect ? 'may-act' : 'accepted',
    readOutcome: ({ body }) => requireCard(fieldsAbout(body, 'card', cardId)),
    // A service that ignores unknown fields answers the card as it was.
    isDone: (card) => card.state === state,
    async lookUp(): Promise<Finding<Card>> {
      const outcome = await read();
      return outcome.state === state ? { found: 'done', outcome } : { found: 'undone' };
    },
    unknown: { message: 'Whether the card was changed is unknown. Look at its state.' },
    errors: { codes: nextSteps },
  };
  if (!isDirect) return signedAction(context, action, { signal });
  const { intent, unknown } = action;
  return sharedRun(context, { asked, intent, signal, unknown }, async (flight) => {
    const marker = await markerOf(context, asked);
    // The card shows the form in which the service takes the change.
    const card = await read(flight.signal).catch(async (error: unknown): Promise<never> => {
      throw (await marker.find()) === undefined ? error : outcomeUnknown(unknown, error);
    });
    if (card.state === state) {
      await marker.remove();
      return card;
    }
    const inItsForm = { ...asked, body: JSON.stringify(cardChangeOf(card, state)) };
    return runSessionAction(context, { ...action, request: inItsForm }, flight, asked);
  });
}
