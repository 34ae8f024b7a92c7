/** @jsxImportSource preact */
/** How much, and to which bank account: the way to a quote. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExternalAccount, InternalAccount } from 'countersign';
import { describeBank } from '../bank-forms.ts';
import { Button, Choices, readForm, SkeletonRows, TextField, type Submit } from '../fields.tsx';
import { formatAmount, formatUnits, parseAmount } from '../money.ts';
import { Sheet, useStep, type StepProps } from '../step.tsx';

export function AmountStep({ demo }: StepProps): VNode {
  const { account, bank: before, person, typedAmount } = demo.state;
  const [banks, setBanks] = useState<readonly ExternalAccount[] | null>(null);
  const step = useStep(demo, async () => {
    if (person === null) return;
    const [found] = await Promise.all([demo.requests.banks(person), demo.readAccount()]);
    setBanks(found.filter(({ status }) => status === 'ACTIVE'));
  });
  const type = (amount: string): void => {
    step.forgetMistakes();
    demo.keep({ typedAmount: amount });
  };
  const quote = (event: Submit): void => {
    const values = readForm(event);
    const typed = values.get('amount') ?? '';
    demo.keep({ typedAmount: typed });
    const bank = banks?.find(({ id }) => id === values.get('bank'));
    if (account === null) return;
    const { currency, amount: available } = account.balance;
    const parsed = parseAmount(typed, currency);
    if ('mistake' in parsed) return step.refuseField('amount', parsed.mistake);
    if (parsed.units > available) {
      // Nobody needs to be asked whether a wallet holds more than its balance.
      return step.refuseField('amount', `Your wallet holds ${formatAmount(account.balance)}.`, 'INSUFFICIENT_FUNDS');
    }
    if (bank === undefined) return demo.go('bank');
    step.run('Getting the price…', async () => {
      const made = await demo.requests.quote(account.id, bank.id, { amount: parsed.units, currency });
      step.goOn('review', { quote: made, bank });
    });
  };
  const takeAll = ({ balance: { amount, currency } }: InternalAccount): void => {
    step.problem = null;
    demo.keep({ typedAmount: formatUnits(amount, currency) });
    document.getElementById('amount')?.focus();
  };
  const chosen = banks?.find(({ id }) => id === before?.id) ?? banks?.[0];
  return (
    <Sheet step={step} title="Withdraw">
      <form noValidate onSubmit={quote}>
        <TextField
          name="amount"
          label="Amount to send"
          value={typedAmount}
          error={step.fieldError('amount') ?? step.fieldError('lockedCurrencyAmount')}
          inputmode="decimal"
          className="amount"
          onInput={type}
          {...(account !== null && {
            suffix: account.balance.currency.code,
            hint: `${formatAmount(account.balance)} available`,
          })}
        >
          {account !== null && <Button label="Max" class="quiet small" run={() => takeAll(account)} />}
        </TextField>
        {banks === null && step.problem === null && <SkeletonRows count={1} said="Reading your bank accounts…" />}
        {chosen !== undefined && (
          <Choices
            name="bank"
            legend="To"
            selected={chosen.id}
            list={(banks ?? []).map((bank) => ({ value: bank.id, ...describeBank(bank) }))}
          />
        )}
        <p class="actions">
          <Button label="Add another bank account" class="link" run={() => demo.go('bank')} />
          <Button label="Add money" class="link" run={() => demo.go('fund')} />
        </p>
        <div class="actions">
          <Button label="Review payment" class="primary" waits={step.busy !== null} />
          <Button label="Back" class="quiet" run={() => demo.go('wallet')} />
        </div>
      </form>
    </Sheet>
  );
}
