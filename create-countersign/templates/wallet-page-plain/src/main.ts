import { createWallet, sandboxEnclavePublicKeyHex } from 'countersign';
import { defineElements } from 'countersign/elements';
import { describe, en } from 'countersign/messages';
import { readWalletReturn } from 'countersign/wallet-link';
import * as backEnd from './back-end';
import { follow, type WalletPageLink } from './wallet-page';

const find = (id: string) => document.getElementById(id)!;
const payment = document.querySelector('countersign-payment')!;
const form = document.querySelector('form')!;

function show(transactionId?: string) {
  form.hidden = transactionId !== undefined;
  payment.hidden = find('back').hidden = transactionId === undefined;
  if (transactionId !== undefined) payment.transactionId = transactionId;
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
  if ('quote' in quoted) await follow({ page: 'pay', id: quoted.quote.id });
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
  await Promise.all([defineElements('payment'), refresh()]);
  const wallet = createWallet({
    relay: '/wallet',
    accountId: account.accountId,
    // The sandbox's public key. Before production pin the keys of your service here.
    enclaveKeys: [sandboxEnclavePublicKeyHex],
  });
  payment.wallet = wallet;
  payment.payee = 'Your bank account';

  const [card] = await wallet.card.list();
  const lead = (id: string, link: WalletPageLink) => find(id).addEventListener('click', () => run(() => follow(link)));
  find('freeze').hidden = card?.state !== 'ACTIVE';
  find('unfreeze').hidden = card?.state !== 'FROZEN';
  lead('freeze', { page: 'card', id: card?.id ?? '', to: 'frozen' });
  lead('unfreeze', { page: 'card', id: card?.id ?? '', to: 'active' });
  lead('sign-in-methods', { page: 'signInMethods' });
  lead('sessions', { page: 'sessions' });
  find('fund').addEventListener('click', () => run(() => backEnd.fund().then(refresh)));
  find('back').addEventListener('click', () => show());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(askForQuote);
  });
  find('app').hidden = false;

  // The address only names the quote: your back-end says what became of it.
  const back = readWalletReturn(location);
  if (back === null) return;
  history.replaceState(null, '', location.pathname);
  if (!back.id?.startsWith('Quote:')) return;
  const { status, transactionId } = await wallet.quote.get(back.id);
  if (status === 'PENDING' || status === 'EXPIRED') say('You haven’t paid yet.');
  else show(transactionId);
}

start().catch(() => (find('lost').hidden = false));
