/** @jsxImportSource preact */
/** Follows a payment until it has ended, and is its receipt from then on: `<countersign-payment>`, and a purchase with the card. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CardTransaction, Transaction } from 'countersign';
import { Button } from '../fields.tsx';
import { Kit } from '../kit.tsx';
import { formatAmount } from '../money.ts';
import { describeStatus } from '../payment-status.ts';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { currentLanguage, translate } from '../language.ts';

export function PaymentStep({ demo }: StepProps): VNode {
  const [item, show] = useState<Transaction | CardTransaction>();
  const { wallet } = demo;
  /** A purchase is read from the list: the relay has no path for one alone. */
  const readPurchase = async (): Promise<void> => {
    const { payment, person } = demo.state;
    if (payment === null || person === null || !isPurchase(payment)) return;
    const { data } = await wallet.transaction.list({ customerId: person.customerId });
    show(data.find(({ id }) => id === payment));
  };
  const step = useStep(demo, readPurchase, true);
  const payment = demo.state.payment ?? '';
  const { stage, headline } =
    item === undefined
      ? ({ stage: 'moving', headline: translate('Your payment') } as const)
      : describeStatus(item.status);
  const isOver = stage !== 'moving';
  const canSkip = item !== undefined && !isOver && item.type !== 'CARD' && demo.settings.sandbox;
  const skip = (): void => step.run(translate('Moving the sandbox’s clock…'), () => demo.skipAhead());
  return (
    <Sheet step={step} title={headline}>
      {isPurchase(payment) ? (
        item?.type === 'CARD' && <Purchase item={item} />
      ) : (
        <Kit
          name="payment"
          data-testid="payment-status"
          wallet={wallet}
          transactionId={payment}
          oncountersign-done={() => demo.go('wallet')}
          oncountersign-payment-status={({ detail }) => show(detail.transaction)}
        />
      )}
      <div class="actions">
        {canSkip && (
          <Button label={translate('Skip a minute ahead')} class="primary" run={skip} waits={step.busy !== null} />
        )}
        {isPurchase(payment) && (
          <Button label={translate('Back to the wallet')} class="primary" run={() => demo.go('wallet')} />
        )}
        {isOver && item?.type === 'OUTGOING' && (
          <Button label={translate('Withdraw again')} class="quiet" run={() => demo.go('amount')} />
        )}
        {stage === 'done' && <Button label={translate('Print')} class="link" run={() => globalThis.print()} />}
      </div>
      {canSkip && (
        <p class="hint">{translate('A bank takes its time, here a minute. The sandbox can move its clock.')}</p>
      )}
    </Sheet>
  );
}

function Purchase({ item }: { readonly item: CardTransaction }): VNode {
  const lines = {
    [translate('Shop')]: item.merchant.descriptor,
    [translate('Amount')]: formatAmount(item.settledAmount ?? item.authorizedAmount),
    ...(item.status === 'DECLINED' ? {} : { [translate('Paid with')]: translate('your card') }),
    [translate('When')]: new Date(item.createdAt).toLocaleString(currentLanguage(), {
      dateStyle: 'medium',
      timeStyle: 'short',
    }),
    [translate('Number')]: item.id.replace(/^[A-Za-z]+:/, '').slice(0, 8),
  };
  return (
    <dl class="slip">
      {Object.entries(lines).map(([term, value]) => (
        <div>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether the id is that of a purchase with a card, which the list alone knows. */
function isPurchase(id: string): boolean {
  return !id.startsWith('Transaction:');
}
