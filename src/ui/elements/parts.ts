/** Parts of the elements, of which the wallet page makes its own. */
export { fill } from './fill.ts';
export { withHiddenMarked } from './hidden-characters.tsx';
export { accountFacts } from './payee.tsx';
export { paymentRuns, type PaymentRun } from './payment-runs.ts';
export { expectAnother } from './reading.ts';
export { stateOf, type PaymentState } from './payment-state.ts';
export { SignedInElement } from './signed-in-element.tsx';
export { defineElement } from './wallet-element.ts';
