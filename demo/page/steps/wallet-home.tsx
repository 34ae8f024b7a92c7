/** @jsxImportSource preact */
/** The wallet: its balance, what to do next and the payments. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../fields.tsx';
import { Kit } from '../kit.tsx';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { Activity } from './history-view.tsx';
import { translate } from '../language.ts';

export function WalletHome({ demo }: StepProps): VNode {
  const { wallet, state } = demo;
  /** Undefined until it is known. */
  const [hasBank, setHasBank] = useState<boolean>();
  // The balance and the bank decide what the buttons do.
  const readBanks = async (): Promise<boolean> => {
    const { person } = demo.state;
    const banks = person === null ? [] : await demo.requests.banks(person);
    const found = banks.some(({ status }) => status === 'ACTIVE');
    setHasBank(found);
    return found;
  };
  const step = useStep(demo, () => Promise.all([readBanks(), demo.readAccount()]), true);
  const withdraw = (known: boolean): void => step.goOn(known ? 'amount' : 'bank');
  const press = (): void =>
    hasBank === undefined
      ? step.run(translate('Reading your bank accounts…'), async () => withdraw(await readBanks()))
      : withdraw(hasBank);
  const isEmpty = state.account?.balance.amount === 0;
  return (
    <Sheet step={step} title={translate('Your wallet')}>
      <Kit name="balance" wallet={wallet} customerId={state.person?.customerId} />
      <div class="actions">
        <Button
          label={translate('Withdraw to a bank')}
          class={isEmpty ? 'quiet' : 'primary'}
          run={press}
          waits={step.busy !== null}
        />
        <Button label={translate('Add money')} class={isEmpty ? 'primary' : 'quiet'} run={() => demo.go('fund')} />
      </div>
      <Activity demo={demo} />
    </Sheet>
  );
}
