/** Contracts of the service: everything that they have beside the wire profile of their clients. */
import type { ContractForm } from './contract-form.ts';
import type { AccountRules } from '../customers/account-types.ts';
import type { OutcomeOf } from '../service/endings.ts';
import type { SandboxSettings } from '../service/settings.ts';

/** An operation that is answered with 501. */
export interface UnsupportedOperation {
  readonly method: string;
  readonly path: string;
  /** The operation's name in the public service's own document. */
  readonly name: string;
}

/** One contract, but for its routes: the facts in which contracts differ, and the external accounts. */
export interface ServiceContract {
  /** The form in which it names things. */
  readonly form: ContractForm;
  /** Refusal of an id of the wrong form in a path: as an invalid field, or as the id of a missing record. */
  readonly malformedId: 'invalid' | 'unknown';
  /** Whether a refused one-time code says if it is wrong, expired, blocked or was never sent. */
  readonly codeRefusals: 'distinct' | 'alike';
  /** Whether every customer has an UMA address, and a mark of deletion. */
  readonly hasUmaAddresses: boolean;
  /** The field that says how far the check of a business is; where it has one of its own, a new business is unchecked. */
  readonly businessStatus: 'kycStatus' | 'kybStatus';
  /** Whether customers of the regions of strong authentication verify their email and telephone number before their check. */
  readonly verifiesContacts: boolean;
  /** Whether a wallet says if it is private. */
  readonly hasPrivacy: boolean;
  /** Whether a new external account is refused where its owner has an equal one, and the name of its beneficiary checked. */
  readonly checksAccounts: boolean;
  /** Why a payment failed, by the outcome that its destination causes. */
  readonly failureReasons: Readonly<
    Record<Exclude<OutcomeOf<'destination' | 'umaAddress'>, 'LONG' | 'CANCELLED'>, string>
  >;
  /** Why a cancelled payment failed; null where it ends COMPLETED, with a refund. */
  readonly cancelledReason: string | null;
  /** Why an operator may fail an outgoing payment. */
  readonly outgoingFailures: readonly string[];
  /** Why an operator may fail an incoming payment. */
  readonly incomingFailures: readonly string[];
  /** Content of a challenge of strong authentication, and its place: the transaction beside the quote, or the quote alone. */
  readonly strongChallenge: 'type-on-both' | 'factors-on-quote';
  /** Refusal of a wrong code of strong authentication. */
  readonly wrongStrongCode: readonly [status: number, code: string];
  /** Whether a code that is sent again belongs to a new challenge, with a time of its own. */
  readonly resentStrongCode: 'new-challenge' | 'same-challenge';
  /** Whether a source of money from outside names its currency. */
  readonly fundingSource: 'bare' | 'with-currency';
  /** Whether the total of a card transaction's summary has a currency. */
  readonly summaryTotal: 'amount' | 'integer';
  /** Whether the platform's own internal accounts are listed page by page. */
  readonly platformAccounts: 'paged' | 'whole';
  /** Whether a TEST event has a `data` object. */
  readonly testEvent: 'empty-data' | 'no-data';
  /** Requirement for a card to spend from a wallet: the card alone, or a key that the customer delegated. */
  readonly walletCards: 'card' | 'delegated-key';
  /** Cards that can be closed: all that are open, or those that are ACTIVE or FROZEN. */
  readonly closableCards: 'open' | 'issued';
  /** State of a settled card transaction after a return in part. */
  readonly partReturn: 'SETTLED' | 'REFUNDED';
  /** Naming of a refused change of a card: by the card's state, or by the requested step between two states. */
  readonly cardRefusals: 'by-state' | 'by-step';
  /** Whether bank details to fund an account always name the bank and a reference; the public service has a code to scan for BRL. */
  readonly fundingDetails: 'uniform' | 'by-currency';
  /** Identity providers whose tokens are taken with any signature, unless their keys are given. */
  readonly unsignedIssuers: readonly string[];
  /** Settings of the contract that differ from the sandbox's own defaults. */
  readonly settings: Partial<SandboxSettings>;
  readonly accounts: AccountRules;
  /** Operations of the contract that the sandbox doesn't carry out. */
  readonly unsupported: readonly UnsupportedOperation[];
}
