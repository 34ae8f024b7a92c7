/** @jsxImportSource preact */
/** The steps of a signed-in person, in one file that is loaded after the first paint. */

import type { VNode } from 'preact';
import { defineElements } from 'countersign/elements';
import type { Demo } from '../demo.ts';
import { Kit } from '../kit.tsx';
import { Sheet, type StepProps } from '../step.tsx';
import { AmountStep } from './amount-step.tsx';
import { BankStep } from './bank-step.tsx';
import { CardView } from './card-view.tsx';
import { FundStep } from './fund-step.tsx';
import { HistoryView } from './history-view.tsx';
import { PaymentStep } from './payment-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SignInView } from './sign-in-view.tsx';
import { WalletHome } from './wallet-home.tsx';
import { translate } from '../language.ts';

export { enterFunded } from '../funded.ts';

await defineElements('session', 'credentials', 'sessions', 'card', 'review', 'payment');
await defineElements('activity', 'balance', 'problem');

function Sessions({ demo }: StepProps): VNode {
  return (
    <Sheet title={translate('Devices')}>
      <Kit name="sessions" wallet={demo.wallet} oncountersign-signed-out={demo.signedOut} />
    </Sheet>
  );
}

const steps = {
  wallet: WalletHome,
  fund: FundStep,
  bank: BankStep,
  amount: AmountStep,
  review: ReviewStep,
  payment: PaymentStep,
  history: HistoryView,
  sessions: Sessions,
  card: CardView,
  'sign-in': SignInView,
};

/** Renders a step of a signed-in person. */
export function renderStep(view: keyof typeof steps, demo: Demo): VNode {
  const Shown = steps[view];
  return <Shown demo={demo} />;
}
