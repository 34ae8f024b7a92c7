/** Parts of the elements, of which the wallet page makes its own. */
export { namedView } from './act-view.tsx';
export { fill } from './fill.ts';
export { payeeEn } from '../messages/screens/payee.ts';
export { signInEn } from '../messages/screens/sign-in.ts';
export { withHiddenMarked } from './hidden-characters.tsx';
export { formatAmount } from './money.ts';
export { accountFacts, payeeName, routingOf } from './payee.tsx';
export { paymentRuns, type PaymentRun } from './payment-runs.ts';
export { stateOf, type PaymentState } from './payment-state.ts';
export { SignedInElement } from './signed-in-element.tsx';
export { defineSigning } from './signing-element.ts';
