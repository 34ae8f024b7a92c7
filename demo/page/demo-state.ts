/** What the page holds from step to step. */

import type { ExternalAccount, InternalAccount, Quote } from 'countersign';
import type { Person } from './requests.ts';
import type { View } from './views.ts';

/** What changes while the page runs. */
export interface DemoState {
  readonly view: View;
  readonly person: Person | null;
  readonly account: InternalAccount | null;
  /** Whether the person has just given an address to get a code there. */
  readonly wantsCode: boolean;
  /** What the page does by itself to open a wallet with money in it. */
  readonly entering: string | null;
  readonly bank: ExternalAccount | null;
  readonly quote: Quote | null;
  /** The id of the quote that was looked at before a reload. */
  readonly keptQuoteId: string | null;
  /** The id of the payment that was opened, or just signed and sent. */
  readonly payment: string | null;
  /** The amount as it was typed, kept while a quote is looked at or a session is renewed. */
  readonly typedAmount: string;
  /** Where the person was when their session ended; signing in leads back there. */
  readonly returnTo: View | null;
  /** What somebody else pressed in the sandbox, which is one for all: its time, and faults that wait. */
  readonly others: { readonly clock: boolean; readonly faults: number };
  /** Said once on the next step: what just happened. */
  readonly notice: string | null;
}

/** The state before anybody is here. */
export const beginning: DemoState = Object.freeze({
  view: 'welcome',
  person: null,
  account: null,
  wantsCode: false,
  entering: null,
  bank: null,
  quote: null,
  keptQuoteId: null,
  payment: null,
  typedAmount: '',
  returnTo: null,
  others: { clock: false, faults: 0 },
  notice: null,
});
