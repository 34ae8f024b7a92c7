/** The steps of the journey, and which of them may be shown when. */

import type { WalletState } from 'countersign';
import type { DemoState } from './demo-state.ts';

const views = [
  'loading',
  'welcome',
  'wallet',
  'fund',
  'bank',
  'amount',
  'review',
  'payment',
  'history',
  'sessions',
  'card',
  'sign-in',
] as const;

/** A step of the page; also the part of its address after `#`. */
export type View = (typeof views)[number];

/** Steps that leave no place to come back to once they are done. */
export const replacedViews: readonly View[] = ['loading', 'review'];

/** Steps whose press signs in or signs. */
export const preparedViews: readonly View[] = ['welcome', 'amount', 'review', 'card', 'sign-in', 'sessions'];

/** Whether a step is part of what the page begins with. */
export function isEarlyView(view: string): view is 'loading' | 'welcome' {
  return view === 'loading' || view === 'welcome';
}

/** Whether a step is one of a signed-in person. */
export function isSignedInView(view: string): view is Exclude<View, 'loading' | 'welcome'> {
  return (views as readonly string[]).includes(view) && !isEarlyView(view);
}

/** The wanted step, or the nearest one that the state allows: an address can be typed, or kept from yesterday. */
export function allowedView(
  wanted: string,
  state: Pick<DemoState, 'person' | 'quote' | 'keptQuoteId' | 'payment'>,
  wallet: WalletState['status'] | null,
): View {
  if (state.person === null || wallet === null) return 'welcome';
  if (wallet === 'loading') return 'loading';
  if (wallet !== 'signed-in') return 'welcome';
  if (!isSignedInView(wanted)) return 'wallet';
  if (wanted === 'review' && state.quote === null && state.keptQuoteId === null) return 'amount';
  if (wanted === 'payment' && state.payment === null) return 'history';
  return wanted;
}

/** The place in the navigation that a step belongs to. */
export function placeOf(view: View): View {
  if (view === 'fund' || view === 'bank' || view === 'amount' || view === 'review') return 'wallet';
  return view === 'payment' ? 'history' : view;
}
