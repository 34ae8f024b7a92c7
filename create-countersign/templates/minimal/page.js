/** The page: signs in with a code, and signs a withdrawal in this browser. */
import { createWallet, sandboxEnclavePublicKeyHex } from 'countersign';
import { describe, en } from 'countersign/messages';

const call = async (method, path) => (await fetch(path, { method })).json();
const { accountId } = await call('GET', '/account');

// The service's quorum key is pinned in the page: one that came with an answer would prove nothing.
const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] });
const passkey = { nickname: 'This browser', relyingPartyName: 'Sample wallet' };
let attempt;
const actions = {
  send: async () => (attempt = await wallet.emailOtp.begin()),
  verify: ({ code }) => attempt.verify(code.value),
  fund: () => call('POST', '/fund'),
  withdraw: async () => wallet.quote.execute(await call('POST', '/quote')),
  passkey: async () => (await wallet.passkey.prepare()).signIn(),
  addPasskey: async () => (await wallet.passkey.prepareAdd(passkey)).add(),
  leave: () => wallet.session.revoke(),
};

/** What is said after each action, given what it resolved with. */
const outcomes = {
  send: ({ credential }) => `A code was sent to ${credential.nickname}. The sandbox takes 000000.`,
  verify: () => 'You are signed in.',
  fund: () => '100 dollars are in the wallet.',
  withdraw: async ({ transactionId }) => {
    let last;
    for await (last of wallet.transaction.follow(transactionId)) console.log(last.status);
    return `The withdrawal is ${last.status}.`;
  },
  passkey: () => 'You are signed in.',
  addPasskey: () => 'This browser has a passkey.',
  leave: () => 'You are signed out.',
};

async function run(event) {
  event.preventDefault();
  const { id, elements } = event.target;
  const outcome = document.getElementById('outcome');
  outcome.textContent = 'One moment.';
  const [act, tell] = [actions[id], outcomes[id]];
  try {
    outcome.textContent = await tell(await act(elements));
  } catch (error) {
    console.error(error); // For you: its code, and what to do about it.
    outcome.textContent = describe(error, { locale: en }).text; // For people.
  }
  draw();
}

function draw() {
  const { status } = wallet.state();
  for (const form of document.forms) form.hidden = form.dataset.when !== status;
  document.forms.verify.hidden ||= attempt === undefined;
}

document.addEventListener('submit', run);
wallet.subscribe(draw);
draw();
