/** The forms of the contract, as data: profile `grid`'s changed in place, under one version. docs/protocol.md, section 12. */
import { contractNames } from '../../../../src/kit/contract-names.ts';

/** Name of a form: the month of the public document. */
export type ContractMonth = '2026-08' | '2026-09' | '2026-10';

/** The things that forms call differently, and each one's name. */
export type ContractNames = Readonly<
  Record<'cardStatus' | 'cardReason' | 'cardOwner' | 'cardSource' | 'cardEvent' | 'errorText', string>
>;

/** The facts of a form. */
export interface ContractForm {
  readonly month: ContractMonth;
  readonly names: ContractNames;
  /** Whether an error has `status` and `message` in its body, and `reason` beside its `code`. */
  readonly errorBody: 'message' | 'message-and-reason' | 'reason';
  /** Names of error codes that differ from the sandbox's own. */
  readonly codes: Readonly<Record<string, string>>;
  /** A card's sources: a list, whose change has an event, or one, beside which a card has three limits. */
  readonly cardSources: 'list' | 'one';
  /** Whether a new status of a card comes with its `substatus` and `reason`. */
  readonly statusReasons: 'none' | 'optional' | 'required';
  /** Whether a card waits for its delegated key as PENDING. */
  readonly hasPendingCards: boolean;
  /** Whether `POST /cards` needs an `Idempotency-Key`. */
  readonly needsCardKey: boolean;
  /** Whether a decline, a return and a hold that was released are rows of their own: DECLINED, CREDIT and VOIDED. */
  readonly hasEveryRow: boolean;
  /** Why a card declined, where its transaction says it; others are `OTHER`. */
  readonly declines: Readonly<Record<string, string>>;
  /** Status of a new quote. */
  readonly quoteStatus: 200 | 201;
  /** Whether an incoming payment that starts, and a signed action that ends late, have an event. */
  readonly hasLateEvents: boolean;
  /** Says of a form that nothing confirms it. */
  readonly note?: string;
}

const august: ContractForm = {
  month: '2026-08',
  names: contractNames['2026-08'],
  errorBody: 'message-and-reason',
  codes: {
    CUSTOMER_NOT_FOUND: 'USER_NOT_FOUND',
    NOT_FOUND: 'REFERENCE_NOT_FOUND',
    DUPLICATE_EXTERNAL_ACCOUNT: 'CONFLICT',
  },
  cardSources: 'list',
  statusReasons: 'none',
  hasPendingCards: false,
  needsCardKey: false,
  hasEveryRow: false,
  declines: {},
  quoteStatus: 201,
  hasLateEvents: false,
};

const september: ContractForm = {
  month: '2026-09',
  names: contractNames['2026-09'],
  errorBody: 'reason',
  codes: { FUNDING_SOURCE_INELIGIBLE: 'INVALID_INPUT' },
  cardSources: 'one',
  statusReasons: 'optional',
  hasPendingCards: false,
  needsCardKey: true,
  hasEveryRow: true,
  declines: {
    CARD_PAUSED: 'CARD_NOT_ACTIVE',
    LIMIT_EXCEEDED: 'SPEND_LIMIT_EXCEEDED',
    INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
    DELEGATED_KEY_MISSING: 'NO_ELIGIBLE_FUNDING_SOURCE',
  },
  quoteStatus: 201,
  hasLateEvents: true,
};

/** The forms of profile `grid`. */
export const contractForms: Readonly<Record<ContractMonth, ContractForm>> = {
  '2026-08': august,
  '2026-09': september,
  '2026-10': {
    ...september,
    month: '2026-10',
    statusReasons: 'required',
    hasPendingCards: true,
    quoteStatus: 200,
    note: 'October as a stored document has it; nothing confirms that the service speaks it.',
  },
};

/** The form that a sandbox of profile `grid` has by default. */
export const defaultMonth: ContractMonth = '2026-09';

/** The form of profile `spec`: it has the names of August. */
export const specForm: ContractForm = {
  ...august,
  errorBody: 'message',
  codes: { DUPLICATE_EXTERNAL_ACCOUNT: 'CONFLICT' },
};
