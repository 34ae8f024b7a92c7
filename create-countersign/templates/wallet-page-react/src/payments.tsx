import { useEffect, useState, type FormEvent } from 'react';
import type { Quote } from 'countersign';
import { elementComponent } from 'countersign/elements/react';
import { describe, en } from 'countersign/messages';
import { useWallet } from 'countersign/react';
import { readWalletReturn } from 'countersign/wallet-link';
import * as backEnd from './back-end';
import { follow } from './wallet-page';

const Payment = elementComponent('payment');

type Step =
  | { readonly name: 'form' }
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

  // The address only names the quote: your back-end says what became of it.
  useEffect(() => {
    const back = readWalletReturn(location);
    if (back === null) return;
    history.replaceState(null, '', location.pathname);
    if (!back.id?.startsWith('Quote:')) return;
    void run(async () => {
      const quote = await wallet.quote.get(back.id ?? '');
      const { status, transactionId } = quote;
      if (status !== 'PENDING' && status !== 'EXPIRED') go({ name: 'payment', quote, transactionId });
      else setProblem('You haven’t paid yet.');
    });
  }, [wallet]);

  const fund = () =>
    run(async () => {
      await backEnd.fund();
      onChange();
    });

  const review = (amount: number) =>
    run(async () => {
      const quoted = await backEnd.quote(amount);
      if ('quote' in quoted) await follow({ page: 'pay', id: quoted.quote.id });
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
      {step.name === 'payment' && (
        <Payment wallet={wallet} quote={step.quote} payee="Your bank account" transactionId={step.transactionId} />
      )}
      {step.name !== 'form' && (
        <button className="quiet" onClick={() => go({ name: 'form' })}>
          Make another payment
        </button>
      )}
    </>
  );
}
