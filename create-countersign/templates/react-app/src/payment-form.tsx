import { useCallback, useRef, useState, type FormEvent } from 'react';
import type { Quote } from 'countersign';
import type { BalanceElement } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { describe, en } from 'countersign/messages';
import { useWallet } from 'countersign/react';
import * as backEnd from './back-end';

const Balance = elementComponent('balance');

/** Work that a person waits for, and a text for what fails. */
export function useTask() {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    setProblem('');
    setBusy(true);
    await work().catch(() => setProblem('That didn’t work. Please try again.'));
    setBusy(false);
  }, []);
  return { problem, setProblem, isBusy, run };
}

interface Props {
  readonly account: backEnd.Account;
  readonly isOpen: boolean;
  readonly task: ReturnType<typeof useTask>;
  /** `renew` asks for another quote of the same amount. */
  readonly onQuote: (quote: Quote, renew: () => void) => void | Promise<void>;
}

/** The balance, and the form for an amount while it is open. */
export function PaymentForm({ account, isOpen, task, onQuote }: Props) {
  const wallet = useWallet();
  const balance = useRef<BalanceElement>(null);
  const { problem, setProblem, isBusy, run } = task;

  const fund = () =>
    run(async () => {
      await backEnd.fund();
      await balance.current?.reload();
    });

  const review = (amount: number) =>
    run(async () => {
      const quoted = await backEnd.quote(amount);
      if ('quote' in quoted) await onQuote(quoted.quote, () => void review(amount));
      else setProblem(describe(quoted.refusal, { locale: en }).text);
    });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const amount = String(new FormData(event.currentTarget).get('amount'));
    void review(backEnd.toAmount(amount, account.balance));
  }

  return (
    <>
      <Balance ref={balance} wallet={wallet} customerId={account.customerId} />
      <button disabled={isBusy} onClick={fund}>
        Add test money
      </button>
      {isOpen && (
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
    </>
  );
}
