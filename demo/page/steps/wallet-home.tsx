/** @jsxImportSource preact */
/** The wallet: its balance, what to do next and the payments. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../fields.tsx';
import { Kit } from '../kit.tsx';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { Activity } from './history-view.tsx';

export function WalletHome({ demo }: StepProps): VNode {
  const { wallet, state } = demo;
  const [hasBank, setHasBank] = useState(false);
  // The balance and the bank decide what the buttons do.
  useStep(
    demo,
    async () => {
      const { person } = demo.state;
      if (person === null) return;
      const [banks] = await Promise.all([demo.requests.banks(person), demo.readAccount()]);
      setHasBank(banks.some(({ status }) => status === 'ACTIVE'));
    },
    true,
  );
  const isEmpty = state.account?.balance.amount === 0;
  return (
    <Sheet title="Your wallet">
      <Kit name="balance" wallet={wallet} customerId={state.person?.customerId} />
      <div class="actions">
        <Button
          label="Withdraw to a bank"
          class={isEmpty ? 'quiet' : 'primary'}
          run={() => demo.go(hasBank ? 'amount' : 'bank')}
        />
        <Button label="Add money" class={isEmpty ? 'primary' : 'quiet'} run={() => demo.go('fund')} />
      </div>
      <Activity demo={demo} />
    </Sheet>
  );
}
