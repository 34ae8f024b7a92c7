import { defineElements } from 'countersign/elements';
import { askForQuote, find, form, openWallet, payment, readAccount, say } from './page';
import { follow, isPaid, returnedQuote, type WalletPageLink } from './wallet-page';

function show(transactionId?: string) {
  form.hidden = transactionId !== undefined;
  payment.hidden = find('back').hidden = transactionId === undefined;
  if (transactionId !== undefined) payment.transactionId = transactionId;
}

/** Adds links to the wallet page, for changes other than a payment. */
function addLinks(links: Readonly<Record<string, WalletPageLink>>) {
  const title = document.createElement('h2');
  title.textContent = 'Your wallet';
  const panel = document.createElement('section');
  panel.className = 'panel';
  panel.append(title);
  for (const [text, link] of Object.entries(links)) {
    const button = document.createElement('button');
    button.textContent = text;
    button.addEventListener('click', () => follow(link));
    panel.append(button);
  }
  document.querySelector('.columns')!.append(panel);
}

async function start() {
  await Promise.all([defineElements('payment', 'balance', 'activity'), readAccount()]);
  const wallet = openWallet(() => askForQuote(({ id }) => follow({ page: 'pay', id })));
  payment.wallet = wallet;
  find('back').addEventListener('click', () => show());

  const [card] = await wallet.card.list();
  addLinks({
    ...(card && { 'Manage card': { page: 'card', id: card.id } }),
    'Change how you sign in': { page: 'signInMethods' },
    'See where you are signed in': { page: 'sessions' },
    'Sign out': { page: 'signOut' },
  });
  find('wallet').hidden = false;

  const id = returnedQuote();
  if (id === undefined) return;
  const quote = await wallet.quote.get(id);
  if (isPaid(quote)) show(quote.transactionId);
  else say('You haven’t paid yet.');
}

start().catch(() => (find('lost').hidden = false));
