/** @jsxImportSource preact */
/** How much, and to which bank account: the way to a quote. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExternalAccount, InternalAccount } from 'countersign';
import { describeBank } from '../bank-forms.ts';
import { Button, Choices, readForm, SelectField, SkeletonRows, TextField, type Submit } from '../fields.tsx';
import { formatAmount, formatUnits, parseAmount } from '../money.ts';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { translate } from '../language.ts';

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
    demo.type(amount);
  };
  const quote = (event: Submit): void => {
    const values = readForm(event);
    const typed = values.get('amount') ?? '';
    demo.type(typed);
    if (account === null || banks === null) return;
    const bank = banks.find(({ id }) => id === values.get('bank'));
    const { currency, amount: available } = account.balance;
    const parsed = parseAmount(typed, currency);
    if ('mistake' in parsed) return step.refuseField('amount', parsed.mistake);
    if (parsed.units > available) {
      // Nobody needs to be asked whether a wallet holds more than its balance.
      return step.refuseField(
        'amount',
        translate('Your wallet holds {amount}.', { amount: formatAmount(account.balance) }),
        'INSUFFICIENT_FUNDS',
      );
    }
    if (bank === undefined) return demo.go('bank');
    step.run(translate('Getting the rate…'), async () => {
      const made = await demo.requests.quote(account.id, bank.id, { amount: parsed.units, currency });
      step.goOn('review', { quote: made, bank });
    });
  };
  const takeAll = ({ balance: { amount, currency } }: InternalAccount): void => {
    step.problem = null;
    demo.type(formatUnits(amount, currency));
    document.getElementById('amount')?.focus();
  };
  const isUnknown = account === null || banks === null;
  const chosen = banks?.find(({ id }) => id === before?.id) ?? banks?.[0];
  /** A long list has the height of one line: the button below it stays above the one that sends. */
  const renderBanks = (list: readonly ExternalAccount[], { id: selected }: ExternalAccount): VNode => {
    const all = list.map((bank) => ({ value: bank.id, ...describeBank(bank) }));
    if (all.length === 1) return <Choices name="bank" legend={translate('To')} selected={selected} list={all} />;
    const options = all.map(({ value, label, detail }) => [value, `${label}, ${detail}`] as const);
    return <SelectField name="bank" label={translate('To')} value={selected} options={options} />;
  };
  return (
    <Sheet step={step} title={translate('Withdraw')}>
      <form noValidate onSubmit={quote}>
        <TextField
          name="amount"
          label={translate('Amount to send')}
          value={typedAmount}
          error={step.fieldError('amount') ?? step.fieldError('lockedCurrencyAmount')}
          inputmode="decimal"
          className="amount"
          onInput={type}
          {...(account !== null && {
            suffix: account.balance.currency.code,
            hint: translate('{amount} available', { amount: formatAmount(account.balance) }),
          })}
        >
          {account !== null && <Button label={translate('Max')} class="quiet small" run={() => takeAll(account)} />}
        </TextField>
        {banks === null && step.problem === null && (
          <SkeletonRows count={1} said={translate('Reading your bank accounts…')} />
        )}
        {chosen !== undefined && renderBanks(banks ?? [], chosen)}
        <div class="actions">
          <Button label={translate('Review payment')} class="primary" waits={isUnknown || step.busy !== null} />
          <Button label={translate('Back')} class="quiet" run={() => demo.go('wallet')} />
        </div>
        <p class="actions">
          <Button label={translate('Add another bank account')} class="link" run={() => demo.go('bank')} />
          <Button label={translate('Add money')} class="link" run={() => demo.go('fund')} />
        </p>
      </form>
    </Sheet>
  );
}
