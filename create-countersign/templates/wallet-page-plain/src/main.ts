import { defineElements } from 'countersign/elements';
import { askForQuote, find, form, openWallet, payment, readAccount, say } from './page';
import { follow, isPaid, returnedQuote, type WalletPageLink } from './wallet-page';

function show(transactionId?: string) {
  form.hidden = transactionId !== undefined;
  payment.hidden = find('back').hidden = transactionId === undefined;
  if (transactionId !== undefined) payment.transactionId = transactionId;
}

async function start() {
  await Promise.all([defineElements('payment', 'balance', 'activity'), readAccount()]);
  const wallet = openWallet(() => askForQuote(({ id }) => follow({ page: 'pay', id })));
  payment.wallet = wallet;
  find('back').addEventListener('click', () => show());

  const [card] = await wallet.card.list();
  const lead = (id: string, link: WalletPageLink) => find(id).addEventListener('click', () => follow(link));
  find('card').hidden = card === undefined;
  lead('card', { page: 'card', id: card?.id ?? '' });
  lead('sign-in-methods', { page: 'signInMethods' });
  lead('sessions', { page: 'sessions' });
  lead('sign-out', { page: 'signOut' });
  find('app').hidden = false;

  const id = returnedQuote();
  if (id === undefined) return;
  const quote = await wallet.quote.get(id);
  if (isPaid(quote)) show(quote.transactionId);
  else say('You haven’t paid yet.');
}

start().catch(() => (find('lost').hidden = false));
