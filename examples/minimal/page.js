/** The page: signs in with a code, and signs a withdrawal in this browser. */
import { createWallet, sandboxEnclavePublicKeyHex } from 'countersign';
import { describe, en } from 'countersign/messages';

const { accountId } = await call('GET', '/account');

// The service's quorum key is pinned in the page: one that came with an answer would prove nothing.
const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] });
let attempt;

on('send', async () => {
  attempt = await wallet.emailOtp.begin();
  return `A code was sent to ${attempt.credential.nickname}. The sandbox takes 000000.`;
});

on('verify', async ({ code }) => {
  await attempt.verify(code.value);
  return 'You are signed in.';
});

on('fund', async () => {
  await call('POST', '/fund');
  return '100 dollars are in the wallet.';
});

on('withdraw', async () => {
  const quote = await call('POST', '/quote');
  const { transactionId } = await wallet.quote.execute(quote);
  let status;
  do {
    await new Promise((resolve) => setTimeout(resolve, 500));
    ({ status } = await call('GET', `/wallet/transactions/${transactionId}`));
  } while (status === 'PENDING' || status === 'PROCESSING');
  return `The withdrawal is ${status}.`;
});

on('leave', async () => {
  await wallet.session.revoke();
  return 'You are signed out.';
});

wallet.subscribe(draw);
draw();

function draw() {
  const { status } = wallet.state();
  for (const form of document.forms) form.hidden = form.dataset.when !== status;
}

function on(name, action) {
  document.forms[name].addEventListener('submit', async (event) => {
    event.preventDefault();
    const say = (text) => (document.getElementById('outcome').textContent = text);
    say('One moment.');
    try {
      say(await action(event.target.elements));
    } catch (error) {
      say(describe(error, { locale: en }).text);
    }
  });
}

async function call(method, path) {
  const response = await fetch(path, { method });
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`);
  return response.json();
}
