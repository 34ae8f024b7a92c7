/** A card in any form of the service's contract: read under either name of a fact, and changed in its own form. */
import { cardChangeReason, cardChangeSubstatus, contractNames } from '../../contract-names.ts';
import { invalidAnswer } from '../../transport/index.ts';
import type { Card } from '../../wire.ts';

const forms = Object.values(contractNames);
const { '2026-08': kitNames, '2026-09': newNames } = contractNames;

/**
 * Reads a card under the kit's names, the answer's other fields beside them.
 *
 * @throws TransportError `ANSWER_INVALID`: it names no status, or one fact twice and differently
 */
export function requireCard(answered: Readonly<Record<string, unknown>>): Card {
  const card: Record<string, unknown> = { ...answered, [kitNames.cardStatus]: '', [kitNames.cardSource]: [] };
  for (const fact of ['cardStatus', 'cardReason', 'cardOwner', 'cardSource'] as const) {
    const [value, other = value] = forms.flatMap((names) => {
      const named = answered[names[fact]] ?? undefined;
      // A single source is a list of one.
      return named === undefined ? [] : [fact === 'cardSource' ? [named].flat() : named];
    });
    if (JSON.stringify(value) !== JSON.stringify(other)) throw invalidAnswer(`two names of a card's ${fact} differ`);
    if (value !== undefined) card[kitNames[fact]] = value;
  }
  const status = card[kitNames.cardStatus];
  if (typeof status !== 'string' || status === '') throw invalidAnswer('the card has no status');
  return Object.freeze(card) as unknown as Card;
}

/** The body that asks for a card's status, in the form that the card was answered in. A card under both names has the newer form. */
export function cardChangeOf(card: Card, status: string): Readonly<Record<string, string>> {
  return typeof Reflect.get(card, newNames.cardStatus) === 'string'
    ? { [newNames.cardStatus]: status, substatus: cardChangeSubstatus, reason: cardChangeReason }
    : { [kitNames.cardStatus]: status };
}
