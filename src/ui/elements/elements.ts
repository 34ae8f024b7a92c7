/** The elements as a page sees them: properties, attributes, and the details of their events. docs/elements.md lists them. */
import type { Card, CardTransaction, OtpType, Quote, Transaction } from '../../kit/wire.ts';
import type { Locale } from '../messages/index.ts';
import type { Revocation, Wallet } from '../../kit/wallet/index.ts';

/** Members of every element. Attribute `theme`: `light`, `dark` or `system`; without it the page's `color-scheme`. */
export interface CountersignElement extends HTMLElement {
  /** The wallet, from `createWallet`. Another wallet ends the calls of the one before, and clears its data from view. */
  wallet: Wallet | undefined;
  /** The language: `de`, `es`, `fr` or `pt` of `countersign/messages`, or your own; English without it. */
  locale: Locale | undefined;
}

/** Members of the elements that read a list of the account. They also read after each action of the wallet, in every tab. */
export interface ReadingElement extends CountersignElement {
  /** Reads again, for a change that your back-end has made. What is shown stays until then. */
  reload(): Promise<void>;
}

/** An identity provider of `<countersign-sign-in>` and `<countersign-credentials>`. */
export interface OfferedProvider {
  /** Text on the buttons after "Continue with" and "Add", such as `Sample ID`. */
  readonly name: string;
  /** Asks the provider for an ID token whose claim `nonce` is this one. */
  readonly idToken: (nonce: string) => Promise<string>;
}

/**
 * `<countersign-sign-in>`: the sign-in options of this account in this browser. Attributes: `brand`; `begin-with`, `EMAIL_OTP`
 * or `SMS_OTP`: a code is sent at once where there is no passkey, for a person who has just asked for one.
 */
export interface SignInElement extends CountersignElement {
  /** Your name, for the line "to your … wallet". */
  brand: string | undefined;
  /** Providers that the page knows; each is offered where the account has a credential of the kind. */
  providers: readonly OfferedProvider[];
}

/** `<countersign-code-entry>`: one code, sent when the element is in the page. Attributes: `type`, `credential-id`, `code-length`. */
export interface CodeEntryElement extends CountersignElement {
  /** How the code is sent: `EMAIL_OTP`, the default, or `SMS_OTP`. */
  type: OtpType;
}

/** `<countersign-review>`: a quote as a slip, to be signed. Attribute: `allow-framed`, where pages of another origin may frame it. */
export interface ReviewElement extends CountersignElement {
  /**
   * The quote to be signed, from the service; without it the element shows a payment that was pressed before a reload,
   * until its outcome is known.
   */
  quote: Quote | undefined;
  /**
   * The payee, such as `Sample Bank, account ending in 6789`, if the relay can't tell; then marked as what the page says. The element
   * reads the payee itself.
   */
  payee: string | undefined;
  /** The service's time, epoch ms, by which the quote expires; the device's clock without it. */
  serviceTime: () => number;
}

/** `<countersign-payment>`: the payment to its end. Attributes: `transaction-id`, `allow-framed`. */
export interface PaymentElement extends CountersignElement {
  /** The payment, as `countersign-paid` names it. */
  transactionId: string;
  /** The quote that was signed, for the receipt's rate; without it the element reads the payment's. */
  quote: Quote | undefined;
  /** The payee, if the relay can't tell. */
  payee: string | undefined;
  /** Reads the payment again, which stays in view until then. */
  reload(): void;
}

/** `<countersign-session>`: the sign-out, and in the last two minutes the time left, with renewal. */
export interface SessionElement extends CountersignElement {
  /** The service's time, epoch ms, where it may run ahead, as a sandbox's does; the device's clock without it. */
  serviceTime: () => number;
}

/** `<countersign-credentials>`: the account's sign-in options: list, add, remove. Attribute: `allow-framed`. */
export interface CredentialsElement extends ReadingElement {
  /** The customer, for a change of the e-mail address; without it that is not offered. */
  customerId: string | undefined;
  /**
   * Tells the service the customer's number before codes go to it, where your back-end keeps that; the wallet then
   * adds that number alone.
   */
  savePhoneNumber: ((phoneNumber: string) => Promise<void>) | undefined;
  /** Providers whose identities can be added. */
  providers: readonly OfferedProvider[];
}

/** `<countersign-sessions>`: where the account is signed in: list, end. */
export interface SessionsElement extends ReadingElement {}

/**
 * `<countersign-card>`: a card: freeze, unfreeze, close. Attributes: `card-id`; without it the customer's first card that isn't closed;
 * `brand`, `allow-framed`.
 */
export interface CardElement extends ReadingElement {
  /** Your name on the card, unless a node in the slot `mark` has it. The holder isn't named: the service's record has no name. */
  brand: string | undefined;
  /** The card's id. */
  cardId: string;
}

/** `<countersign-activity>`: the customer's payments and card purchases. Attribute: `customer-id`. */
export interface ActivityElement extends ReadingElement {
  /** The customer's id; nothing is read without it. */
  customerId: string | undefined;
}

/** `<countersign-balance>`: the wallet's balance, and ways to receive money. Attribute: `customer-id`. */
export interface BalanceElement extends ReadingElement {
  /** The customer's id; nothing is read without it. */
  customerId: string | undefined;
}

/** `<countersign-problem>`: an error of the kit, with what the person can do. */
export interface ProblemElement extends CountersignElement {
  /** The error that a call rejected with; undefined shows nothing. */
  error: unknown;
}

/** The events by name; each bubbles, and its `detail` is the value here. */
export interface ElementEvents {
  /** Signed in, here or in another tab. */
  'countersign-signed-in': object;
  /** The person leaves the code for another way in. */
  'countersign-back': object;
  /** The service accepted the signed quote. */
  'countersign-paid': { readonly quoteId: string; readonly transactionId: string };
  /** The quote was not signed, or the service refused it. */
  'countersign-refused': { readonly quoteId: string; readonly error: unknown };
  /** The person wants another quote, since this one has expired or was refused. */
  'countersign-new-quote': { readonly quoteId: string };
  /** The payment has reached its end, or waits for somebody else. */
  'countersign-payment-status': { readonly transaction: Transaction };
  /** The person is done with the receipt, which is empty now. */
  'countersign-done': object;
  /** The session was renewed. */
  'countersign-renewed': object;
  /** Signed out by a press on this element. */
  'countersign-signed-out': Revocation;
  /** A way in was added, changed or removed. */
  'countersign-credentials-changed': { readonly change: 'added' | 'changed' | 'removed' };
  /** One of the account's sessions was ended. */
  'countersign-session-ended': { readonly sessionId: string };
  /** The card's state is another. */
  'countersign-card-changed': { readonly card: Card };
  /** The person pressed a line of the activity. */
  'countersign-transaction-opened': { readonly transaction: Transaction | CardTransaction };
  /** A call rejected; the element shows it. */
  'countersign-problem': { readonly error: unknown };
  /** The person pressed a problem's button: `sign-in`, `support` and so on, as `describe` names it. */
  'countersign-action': { readonly kind: string };
}

/** The elements by name, as `defineElements` takes it. */
export interface ElementsByName {
  /** The ways in. */
  'sign-in': SignInElement;
  /** One code. */
  'code-entry': CodeEntryElement;
  /** A quote to be signed. */
  review: ReviewElement;
  /** A payment to its end. */
  payment: PaymentElement;
  /** Time left and sign-out. */
  session: SessionElement;
  /** The account's ways in. */
  credentials: CredentialsElement;
  /** The account's sessions. */
  sessions: SessionsElement;
  /** A card. */
  card: CardElement;
  /** Payments and purchases. */
  activity: ActivityElement;
  /** The wallet's balance. */
  balance: BalanceElement;
  /** An error. */
  problem: ProblemElement;
}

/** The name of an element, without `countersign-`. */
export type ElementName = keyof ElementsByName;

/** The elements by tag. */
export type ElementsByTag = { [Name in ElementName as `countersign-${Name}`]: ElementsByName[Name] };

declare global {
  interface HTMLElementTagNameMap extends ElementsByTag {}
  /** Events of elements, and of the nodes that they bubble to. */
  interface GlobalEventHandlersEventMap extends EventsByName {}
}

/** The events as `addEventListener` knows them. */
export type EventsByName = { [Name in keyof ElementEvents]: CustomEvent<ElementEvents[Name]> };
