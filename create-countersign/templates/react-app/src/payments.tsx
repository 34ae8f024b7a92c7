import { useState } from 'react';
import type { Quote } from 'countersign';
import { elementComponent } from 'countersign/elements/react';
import { useWallet } from 'countersign/react';
import type { Account } from './back-end';
import { PaymentForm, useTask } from './payment-form';

const Review = elementComponent('review');
const Payment = elementComponent('payment');

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'review'; readonly quote: Quote; readonly renew: () => void }
  | { readonly name: 'payment'; readonly quote: Quote; readonly transactionId: string };

export function Payments({ account }: { account: Account }) {
  const wallet = useWallet();
  const task = useTask();
  const [step, go] = useState<Step>({ name: 'form' });
  return (
    <>
      <PaymentForm
        account={account}
        isOpen={step.name === 'form'}
        task={task}
        onQuote={(quote, renew) => go({ name: 'review', quote, renew })}
      />
      {step.name === 'review' && (
        <Review
          wallet={wallet}
          quote={step.quote}
          payee="Your bank account"
          oncountersign-new-quote={step.renew}
          oncountersign-paid={({ detail: { transactionId } }) =>
            go({ name: 'payment', quote: step.quote, transactionId })
          }
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
