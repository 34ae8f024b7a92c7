/** @jsxImportSource preact */
/** A bank account to pay out to, in one of several countries; each mistake is said at its field. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { findMistakes, toAccount, type BankValues } from '../bank-entry.ts';
import { bankForms, type BankField } from '../bank-forms.ts';
import { Button, Choices, readForm, SelectField, TextField, type Submit } from '../fields.tsx';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { translate } from '../language.ts';

export function BankStep({ demo }: StepProps): VNode {
  const step = useStep(demo);
  const [form, setForm] = useState(bankForms[0]);
  const [values, setValues] = useState<BankValues>(new Map());
  const choose = (id: string): void => {
    setForm(bankForms.find((one) => one.id === id) ?? form);
    step.problem = null;
  };
  const fillIn = (): void => {
    setValues(new Map(form.fields.map(({ name, sample }) => [name, sample])));
    step.problem = null;
    step.sheet.current?.querySelector<HTMLElement>('button.primary')?.focus();
  };
  const add = (event: Submit): void => {
    const typed = readForm(event);
    setValues(typed);
    const mistakes = findMistakes(form, typed);
    if (mistakes.length > 0) return step.refuseFields(mistakes);
    const { person } = demo.state;
    if (person === null) return;
    step.run(translate('Adding the bank account…'), async () => {
      const bank = await demo.requests.addBank(person, toAccount(form, typed));
      step.goOn('amount', { bank, notice: translate('Bank account added.') });
    });
  };
  const renderField = (field: BankField): VNode => {
    const { name, className = '' } = field;
    const [label, hint] = [translate(field.label), field.hint && translate(field.hint)];
    const options = field.options?.map(([item, text]) => [item, translate(text)] as const);
    const value = values.get(name) ?? '';
    const error = step.fieldError(name, hint);
    if (options === undefined)
      return <TextField key={name} {...field} label={label} {...(hint && { hint })} value={value} error={error} />;
    if (options.length > 2) return <SelectField key={name} {...{ name, label, value, error, className, options }} />;
    const list = options.map(([item, text]) => ({ value: item, label: text }));
    return <Choices key={name} name={name} legend={label} selected={value || (list[0]?.value ?? '')} list={list} />;
  };
  return (
    <Sheet step={step} title={translate('Add a bank account')}>
      <form noValidate onSubmit={add}>
        <SelectField
          name="place"
          label={translate('Where is the account?')}
          value={form.id}
          options={bankForms.map(({ id, place, currency }) => [id, `${translate(place)}, ${currency}`])}
          onChange={choose}
        />
        <p>
          <Button label={translate('Fill in sample details')} class="link" run={fillIn} />
        </p>
        <div class="grid">{form.fields.map(renderField)}</div>
        <div class="actions">
          <Button label={translate('Add bank account')} class="primary" waits={step.busy !== null} />
          <Button label={translate('Back')} class="quiet" run={() => demo.go('wallet')} />
        </div>
      </form>
    </Sheet>
  );
}
