/** @jsxImportSource preact */
/** Money in. Only the platform's back-end may credit a wallet, and only in a sandbox. */

import type { VNode } from 'preact';
import { Button, readForm, TextField, type Submit } from '../fields.tsx';
import { formatAmount, parseAmount } from '../money.ts';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { translate } from '../language.ts';

export function FundStep({ demo }: StepProps): VNode {
  const step = useStep(demo);
  const known = demo.state.account?.balance.currency;
  const fund = (event: Submit): void => {
    const typed = readForm(event).get('amount') ?? '';
    step.run(translate('Adding money…'), async () => {
      const { currency } = (demo.state.account ?? (await demo.readAccount())).balance;
      const parsed = parseAmount(typed, currency);
      if ('mistake' in parsed) return step.refuseField('amount', parsed.mistake);
      await demo.requests.fund(parsed.units);
      await demo.readAccount();
      const added = formatAmount({ amount: parsed.units, currency });
      return step.goOn('wallet', { notice: translate('{amount} added.', { amount: added }) });
    });
  };
  return (
    <Sheet step={step} title={translate('Add money')}>
      <p class="lead">{translate('Add test money to try it out.')}</p>
      <form noValidate onSubmit={fund}>
        <TextField
          name="amount"
          label={translate('Amount')}
          value="250"
          error={step.fieldError('amount')}
          inputmode="decimal"
          className="amount"
          {...(known !== undefined && { suffix: known.code })}
        />
        <div class="actions">
          <Button label={translate('Add money')} class="primary" waits={step.busy !== null} />
          <Button label={translate('Back')} class="quiet" run={() => demo.go('wallet')} />
        </div>
      </form>
    </Sheet>
  );
}
