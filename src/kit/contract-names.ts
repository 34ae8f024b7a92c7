/** The names in which the forms of the service's contract differ. Apart from wire.ts, which every page loads at first. */

/**
 * Profile `grid`'s contract changed in place, under one version: the names in which its forms differ, by the public document's
 * month (21 August, mid-September 2026; the form of October has September's names). A client tells the forms apart by the fields
 * of an answer alone. docs/protocol.md, section 12.
 */
export const contractNames = {
  '2026-08': {
    cardStatus: 'state',
    cardReason: 'stateReason',
    cardOwner: 'cardholderId',
    cardSource: 'fundingSources',
    cardEvent: 'CARD.STATE_CHANGE',
    errorText: 'message',
  },
  '2026-09': {
    cardStatus: 'status',
    cardReason: 'statusReason',
    cardOwner: 'customerId',
    cardSource: 'fundingSource',
    cardEvent: 'CARD.STATUS_CHANGE',
    errorText: 'reason',
  },
} as const;

/** Why a card changes, in the form that asks for it: the customer wished it, whichever change it is. */
export const cardChangeSubstatus = 'END_USER_REQUEST';

/** The sentence beside it: fixed, as no free text goes to a card's issuer. */
export const cardChangeReason = 'The customer changed the card in the app.';
