import type { Quote } from 'countersign';
import { defineElements } from 'countersign/elements';
import { askForQuote, find, form, openWallet, payment, readAccount, run } from './page';

const names = ['sign-in', 'session', 'review', 'payment', 'card', 'credentials', 'sessions'] as const;
const review = document.querySelector('countersign-review')!;

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'review'; readonly quote: Quote }
  | { readonly name: 'payment'; readonly transactionId: string };

function go(step: Step) {
  form.hidden = step.name !== 'form';
  review.hidden = step.name !== 'review';
  payment.hidden = step.name !== 'payment';
  find('back').hidden = step.name === 'form';
  find('back').textContent = step.name === 'review' ? 'Back' : 'Make another payment';
  if (step.name === 'review') review.quote = payment.quote = step.quote;
  if (step.name === 'payment') payment.transactionId = step.transactionId;
}

const askForReview = () => askForQuote((quote) => go({ name: 'review', quote }));

async function start() {
  await Promise.all([defineElements(...names, 'balance', 'activity'), readAccount()]);
  const wallet = openWallet(askForReview);
  for (const name of names) document.querySelector(`countersign-${name}`)!.wallet = wallet;
  review.payee = 'Your bank account';

  review.addEventListener('countersign-new-quote', () => run(askForReview));
  review.addEventListener('countersign-paid', ({ detail: { transactionId } }) =>
    go({ name: 'payment', transactionId }),
  );
  find('back').addEventListener('click', () => go({ name: 'form' }));

  const draw = () => {
    const { status } = wallet.state();
    find('signed-out').hidden = status !== 'signed-out';
    find('signed-in').hidden = status !== 'signed-in';
  };
  wallet.subscribe(draw);
  draw();
}

start().catch(() => (find('lost').hidden = false));
