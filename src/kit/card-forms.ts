/** A card in any form of the service's contract: read under either name of a fact, and changed in its own form. */
import { cardChangeReason, cardChangeSubstatus, contractNames, type Card } from './wire.ts';

const forms = Object.values(contractNames);
const { '2026-08': kitNames, '2026-09': newNames } = contractNames;

/**
 * Reads a card under the kit's names, the answer's other fields beside them. Undefined: it names no status, or names one fact twice,
 * differently.
 */
export function readCardFields(answered: Readonly<Record<string, unknown>>): Card | undefined {
  const card: Record<string, unknown> = { ...answered, [kitNames.cardStatus]: '', [kitNames.cardSource]: [] };
  for (const fact of ['cardStatus', 'cardReason', 'cardOwner', 'cardSource'] as const) {
    const [value, other = value] = forms.flatMap((names) => {
      const named = answered[names[fact]] ?? undefined;
      // A single source is a list of one.
      return named === undefined ? [] : [fact === 'cardSource' ? [named].flat() : named];
    });
    if (JSON.stringify(value) !== JSON.stringify(other)) return undefined;
    if (value !== undefined) card[kitNames[fact]] = value;
  }
  const status = card[kitNames.cardStatus];
  return typeof status === 'string' && status !== '' ? (Object.freeze(card) as unknown as Card) : undefined;
}

/** The body that asks for a card's status, in the form that the card was answered in. A card under both names has the newer form. */
export function cardChangeOf(card: Card, status: string): Readonly<Record<string, string>> {
  return typeof (card as unknown as Record<string, unknown>)[newNames.cardStatus] === 'string'
    ? { [newNames.cardStatus]: status, substatus: cardChangeSubstatus, reason: cardChangeReason }
    : { [kitNames.cardStatus]: status };
}
