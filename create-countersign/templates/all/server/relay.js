/** The relay for the wallet's calls, below /wallet. */
import { createRelay } from 'countersign/relay';
import { identify, service } from './platform.js';

let answerWallet;

export async function relay(request) {
  const { customer: _, ...credentials } = await service();
  answerWallet ??= makeRelay(credentials, process.env);
  return answerWallet(request);
}

function makeRelay(credentials, { APP_ORIGIN, USER_HANDLE_SECRET }) {
  return createRelay({
    ...credentials,
    mountPath: '/wallet',
    identify,
    // For the balance and the activity.
    groups: ['wallet', 'reads'],
    ...(APP_ORIGIN && { origins: [APP_ORIGIN] }),
    ...(USER_HANDLE_SECRET && { userHandleSecret: USER_HANDLE_SECRET }),
    // Before production set store, and recentSignInMs: { credentials, newPayees, firstPaymentToPayee }.
  });
}
