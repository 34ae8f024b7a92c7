import { useEffect, useState } from 'react';
import type { Quote } from 'countersign';
import { elementComponent } from 'countersign/elements/react';
import { useWallet } from 'countersign/react';
import type { Account } from './back-end';
import { PaymentForm, useTask } from './payment-form';
import { follow, isPaid, returnedQuote } from './wallet-page';

const Payment = elementComponent('payment');

export function Payments({ account }: { account: Account }) {
  const wallet = useWallet();
  const task = useTask();
  const { run, setProblem } = task;
  const [paid, setPaid] = useState<Quote>();

  useEffect(() => {
    const id = returnedQuote();
    if (id === undefined) return;
    void run(async () => {
      const quote = await wallet.quote.get(id);
      if (isPaid(quote)) setPaid(quote);
      else setProblem('You haven’t paid yet.');
    });
  }, [wallet, run, setProblem]);

  return (
    <>
      <PaymentForm
        account={account}
        isOpen={paid === undefined}
        task={task}
        onQuote={({ id }) => follow({ page: 'pay', id })}
      />
      {paid !== undefined && (
        <>
          <Payment wallet={wallet} quote={paid} payee="Your bank account" transactionId={paid.transactionId} />
          <button className="quiet" onClick={() => setPaid(undefined)}>
            Make another payment
          </button>
        </>
      )}
    </>
  );
}
