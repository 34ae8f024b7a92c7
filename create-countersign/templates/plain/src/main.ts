import { createWallet, sandboxEnclavePublicKeyHex, type Quote } from 'countersign';
import { defineElements } from 'countersign/elements';
import { describe, en } from 'countersign/messages';
import * as backEnd from './back-end';

const names = ['sign-in', 'session', 'review', 'payment', 'card', 'credentials', 'sessions'] as const;
const find = (id: string) => document.getElementById(id)!;
const review = document.querySelector('countersign-review')!;
const payment = document.querySelector('countersign-payment')!;
const form = document.querySelector('form')!;

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

let account: backEnd.Account;

async function refresh() {
  account = await backEnd.account();
  find('balance').textContent = backEnd.formatAmount(account.balance);
  for (const place of document.querySelectorAll('.currency')) place.textContent = account.balance.currency.code;
}

async function askForQuote() {
  const amount = String(new FormData(form).get('amount'));
  const quoted = await backEnd.quote(backEnd.toAmount(amount, account.balance));
  if ('quote' in quoted) go({ name: 'review', quote: quoted.quote });
  else say(describe(quoted.refusal, { locale: en }).text);
}

function say(problem: string) {
  find('problem').textContent = problem;
  find('problem').hidden = problem === '';
}

/** One press at a time, and a text for what fails. */
async function run(work: () => Promise<void>) {
  const buttons = document.querySelectorAll('button');
  say('');
  for (const button of buttons) button.disabled = true;
  await work().catch(() => say('That didn’t work. Please try again.'));
  for (const button of buttons) button.disabled = false;
}

async function start() {
  await Promise.all([defineElements(...names), refresh()]);
  const wallet = createWallet({
    relay: '/wallet',
    accountId: account.accountId,
    // The sandbox's public key. Before production pin the keys of your service here.
    enclaveKeys: [sandboxEnclavePublicKeyHex],
  });
  for (const name of names) document.querySelector(`countersign-${name}`)!.wallet = wallet;
  review.payee = payment.payee = 'Your bank account';

  find('fund').addEventListener('click', () => run(() => backEnd.fund().then(refresh)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(askForQuote);
  });
  review.addEventListener('countersign-new-quote', () => run(askForQuote));
  review.addEventListener('countersign-paid', ({ detail: { transactionId } }) => {
    go({ name: 'payment', transactionId });
    void run(refresh);
  });
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
