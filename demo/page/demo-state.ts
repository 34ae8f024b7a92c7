/** What the page holds from step to step. */

import type { ExternalAccount, InternalAccount, Quote } from 'countersign';
import type { CodeEntry } from 'countersign/code-entry';
import type { Person } from './requests.ts';
import type { View } from './views.ts';

/** A payment that was opened, or just signed and sent. */
export interface Payment {
  readonly transactionId: string;
  /** Present right after signing; a payment opened from the list has none. */
  readonly quote?: Quote;
}

/** How a code comes: by e-mail, or by text message. */
export type CodeType = 'EMAIL_OTP' | 'SMS_OTP';

/** What changes while the page runs. */
export interface DemoState {
  readonly view: View;
  readonly person: Person | null;
  readonly account: InternalAccount | null;
  /** The code screen: a code that was sent, waiting to be typed. */
  readonly codeEntry: CodeEntry | null;
  /** How that code is sent. */
  readonly codeType: CodeType;
  readonly bank: ExternalAccount | null;
  readonly quote: Quote | null;
  readonly payment: Payment | null;
  /** The amount as it was typed, kept while a quote is looked at or a session is renewed. */
  readonly typedAmount: string;
  /** Where the person was when their session ended; signing in leads back there. */
  readonly returnTo: View | null;
  /** Said once on the next step: what just happened. */
  readonly notice: string | null;
}

/** The state before anybody is here. */
export const beginning: DemoState = Object.freeze({
  view: 'welcome',
  person: null,
  account: null,
  codeEntry: null,
  codeType: 'EMAIL_OTP',
  bank: null,
  quote: null,
  payment: null,
  typedAmount: '',
  returnTo: null,
  notice: null,
});
