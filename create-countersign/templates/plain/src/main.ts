import type { Quote } from 'countersign';
import { defineElements } from 'countersign/elements';
import { askForQuote, find, form, openWallet, payment, readAccount, run } from './page';

const signIn = document.createElement('countersign-sign-in');
const session = document.createElement('countersign-session');
const review = document.createElement('countersign-review');
const card = document.createElement('countersign-card');
const credentials = document.createElement('countersign-credentials');
const sessions = document.createElement('countersign-sessions');
const signedOut = document.createElement('main');

/** Adds what this page shows around the payment. */
function build() {
  const header = document.querySelector('header')!;
  signedOut.className = 'gate';
  signedOut.append(header.querySelector('.brand')!.cloneNode(true), signIn);
  find('app').prepend(signedOut);
  header.append(session);
  payment.before(review);
  document.querySelector('.columns')!.append(card, credentials, sessions);
}

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
  await Promise.all([defineElements(), readAccount()]);
  const wallet = openWallet(askForReview);
  for (const element of [signIn, session, review, payment, card, credentials, sessions]) element.wallet = wallet;
  review.payee = 'Your bank account';

  review.addEventListener('countersign-new-quote', () => run(askForReview));
  review.addEventListener('countersign-paid', ({ detail: { transactionId } }) =>
    go({ name: 'payment', transactionId }),
  );
  find('back').addEventListener('click', () => go({ name: 'form' }));
  build();
  go({ name: 'form' });

  const draw = () => {
    const { status } = wallet.state();
    signedOut.hidden = status !== 'signed-out';
    find('wallet').hidden = status !== 'signed-in';
  };
  wallet.subscribe(draw);
  draw();
}

start().catch(() => (find('lost').hidden = false));
