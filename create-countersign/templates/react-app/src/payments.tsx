import { useState, type FormEvent } from 'react';
import type { Quote } from 'countersign';
import { elementComponent } from 'countersign/elements/react';
import { describe, en } from 'countersign/messages';
import { useWallet } from 'countersign/react';
import * as backEnd from './back-end';

const Review = elementComponent('review');
const Payment = elementComponent('payment');

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'review'; readonly amount: number; readonly quote: Quote }
  | { readonly name: 'payment'; readonly quote: Quote; readonly transactionId: string };

export function Payments({ account, onChange }: { account: backEnd.Account; onChange: () => void }) {
  const wallet = useWallet();
  const [step, go] = useState<Step>({ name: 'form' });
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    setProblem('');
    setBusy(true);
    await work().catch(() => setProblem('That didn’t work. Please try again.'));
    setBusy(false);
  }

  const fund = () =>
    run(async () => {
      await backEnd.fund();
      onChange();
    });

  const review = (amount: number) =>
    run(async () => {
      const quoted = await backEnd.quote(amount);
      if ('quote' in quoted) go({ name: 'review', amount, quote: quoted.quote });
      else setProblem(describe(quoted.refusal, { locale: en }).text);
    });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const amount = String(new FormData(event.currentTarget).get('amount'));
    void review(backEnd.toAmount(amount, account.balance));
  }

  return (
    <>
      <section className="balance">
        <h2>Available</h2>
        <p>
          <strong>{backEnd.formatAmount(account.balance)}</strong> {account.balance.currency.code}
        </p>
        <button disabled={isBusy} onClick={fund}>
          Add test money
        </button>
      </section>
      {step.name === 'form' && (
        <form className="panel" onSubmit={submit}>
          <h2>Send to your bank</h2>
          <label>
            Amount
            <span className="amount">
              <input
                name="amount"
                inputMode="decimal"
                pattern="\d+(\.\d{1,2})?"
                placeholder="0.00"
                autoComplete="off"
                required
              />
              {account.balance.currency.code}
            </span>
          </label>
          <button className="primary" disabled={isBusy}>
            Review payment
          </button>
        </form>
      )}
      {problem !== '' && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {step.name === 'review' && (
        <Review
          wallet={wallet}
          quote={step.quote}
          payee="Your bank account"
          oncountersign-new-quote={() => review(step.amount)}
          oncountersign-paid={({ detail: { transactionId } }) => {
            go({ name: 'payment', quote: step.quote, transactionId });
            onChange();
          }}
        />
      )}
      {step.name === 'payment' && (
        <Payment wallet={wallet} quote={step.quote} payee="Your bank account" transactionId={step.transactionId} />
      )}
      {step.name !== 'form' && (
        <button className="quiet" onClick={() => go({ name: 'form' })}>
          {step.name === 'review' ? 'Back' : 'Make another payment'}
        </button>
      )}
    </>
  );
}
