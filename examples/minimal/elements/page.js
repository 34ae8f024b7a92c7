import { createWallet, sandboxEnclavePublicKeyHex } from 'countersign';
import { defineElements } from 'countersign/elements';

const call = async (method, path) => (await fetch(path, { method })).json();
const { accountId } = await call('GET', '/account');
const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] });

const names = ['sign-in', 'session', 'review', 'payment'];
await defineElements(...names);
const [, , review, payment] = names.map((name) => document.querySelector(`countersign-${name}`));
for (const name of names) document.querySelector(`countersign-${name}`).wallet = wallet;

const show = ({ quote, paid = '' }) => {
  Object.assign(review, { quote, payee: 'Your bank account' });
  payment.transactionId = paid;
};
const ask = async () => show({ quote: await call('POST', '/quote') });
review.addEventListener('countersign-new-quote', ask);
review.addEventListener('countersign-paid', ({ detail }) => show({ paid: detail.transactionId }));

document.getElementById('fund').onclick = () => call('POST', '/fund');
document.getElementById('withdraw').onclick = ask;
const draw = () => (document.getElementById('signed-in').hidden = wallet.state().status !== 'signed-in');
wallet.subscribe(draw);
draw();
