/** Parts of the page with which every payment begins: the balance, the form, and a text for failures. The elements follow the wallet. */
import { createWallet, sandboxEnclavePublicKeyHex, type Quote } from 'countersign';
import { describe, en } from 'countersign/messages';
import * as backEnd from './back-end';

export const find = (id: string) => document.getElementById(id)!;
export const form = document.querySelector('form')!;
export const payment = document.querySelector('countersign-payment')!;
const balance = document.querySelector('countersign-balance')!;
const activity = document.querySelector('countersign-activity')!;

let account: backEnd.Account;

export async function readAccount() {
  account = await backEnd.account();
  for (const place of document.querySelectorAll('.currency')) place.textContent = account.balance.currency.code;
}

export function say(problem: string) {
  find('problem').textContent = problem;
  find('problem').hidden = problem === '';
}

/** One press at a time, and a text for what fails. */
export async function run(work: () => Promise<void>) {
  const buttons = document.querySelectorAll('button');
  say('');
  for (const button of buttons) button.disabled = true;
  await work().catch(() => say('That didn’t work. Please try again.'));
  for (const button of buttons) button.disabled = false;
}

export async function askForQuote(take: (quote: Quote) => void | Promise<void>) {
  const amount = String(new FormData(form).get('amount'));
  const quoted = await backEnd.quote(backEnd.toAmount(amount, account.balance));
  if ('quote' in quoted) await take(quoted.quote);
  else say(describe(quoted.refusal, { locale: en }).text);
}

/** Opens the wallet of the account that was read, and listens to the form. */
export function openWallet(review: () => Promise<void>) {
  find('fund').addEventListener('click', () => run(() => backEnd.fund().then(() => balance.reload())));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(review);
  });
  payment.payee = 'Your bank account';
  const wallet = createWallet({
    relay: '/wallet',
    accountId: account.accountId,
    // The sandbox's public key. Before production pin the keys of your service here.
    enclaveKeys: [sandboxEnclavePublicKeyHex],
  });
  for (const element of [balance, activity]) {
    element.customerId = account.customerId;
    element.wallet = wallet;
  }
  return wallet;
}
