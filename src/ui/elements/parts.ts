/** Parts of the elements, of which the wallet page makes its own. */
export { namedView } from './parts/act-view.tsx';
export { fill } from './parts/fill.ts';
export { payeeEn } from '../messages/screens/payee.ts';
export { signInEn } from '../messages/screens/sign-in.ts';
export { withHiddenMarked } from './parts/hidden-characters.tsx';
export { mask } from './parts/mask.ts';
export { formatAmount } from './parts/money.ts';
export { accountFacts, payeeName, routingOf } from './parts/payee.tsx';
export { paymentRuns, type PaymentRun } from './parts/payment-runs.ts';
export { stateOf, type PaymentState } from './parts/payment-state.ts';
export { createAccountPresses } from './host/account-presses.tsx';
export { SignedInElement } from './host/signed-in-element.tsx';
export { defineSigning } from './host/signing.ts';
