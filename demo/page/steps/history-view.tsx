/** @jsxImportSource preact */
/** Every payment in and out of the wallet; one that was sent and not answered stands above them by itself. */

import type { VNode } from 'preact';
import { Kit } from '../kit.tsx';
import { Sheet, type StepProps } from '../step.tsx';
import { translate } from '../language.ts';

/** The payments; each opens. */
export function Activity({ demo }: StepProps): VNode {
  return (
    <Kit
      name="activity"
      wallet={demo.wallet}
      customerId={demo.state.person?.customerId}
      oncountersign-transaction-opened={({ detail }) => demo.go('payment', { payment: detail.transaction.id })}
    />
  );
}

export function HistoryView({ demo }: StepProps): VNode {
  return (
    <Sheet title={translate('Payments')}>
      <div class="history">
        <Kit
          name="review"
          wallet={demo.wallet}
          serviceTime={demo.clock.now}
          oncountersign-new-quote={() => demo.go('amount')}
        />
        <Activity demo={demo} />
      </div>
    </Sheet>
  );
}
