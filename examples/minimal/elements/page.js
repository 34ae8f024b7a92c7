import { createWallet, sandboxEnclavePublicKeyHex } from 'countersign';
import { defineElements } from 'countersign/elements';

const call = async (method, path) => (await fetch(path, { method })).json();
const { accountId } = await call('GET', '/account');
const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] });

const names = ['sign-in', 'session', 'review', 'payment'];
await defineElements(...names);
const [, , review, payment] = names.map((name) => document.querySelector(`countersign-${name}`));
for (const name of names) document.querySelector(`countersign-${name}`).wallet = wallet;

const showQuote = async () => {
  payment.transactionId = '';
  review.payee = 'Your bank account';
  review.quote = await call('POST', '/quote');
};
document.getElementById('fund').onclick = () => call('POST', '/fund');
document.getElementById('withdraw').onclick = showQuote;
review.addEventListener('countersign-new-quote', showQuote);
review.addEventListener('countersign-paid', ({ detail }) => {
  review.quote = undefined;
  payment.transactionId = detail.transactionId;
});

const draw = () => (document.getElementById('signed-in').hidden = wallet.state().status !== 'signed-in');
wallet.subscribe(draw);
draw();
