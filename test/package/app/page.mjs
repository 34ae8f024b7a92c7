/** A page of an application, with one use of each entry for pages. */
import { createCodeEntry } from 'countersign/code-entry';
import { createTap, mountInspector } from 'countersign-sandbox/devtools';
import { defineElements } from 'countersign/elements';
import { inspectEnvironment } from 'countersign/environment';
import { createWallet, PasskeyError } from 'countersign';

/**
 * Expects a person who is signed in, and signs them out and in.
 * @param {import('countersign').CreateWalletOptions} settings
 * @param {string} bankAccountId
 */
export async function useEntries(settings, bankAccountId) {
  const tap = createTap();
  const wallet = createWallet(tap.watch(settings));
  const { status } = await pay(wallet, bankAccountId);
  await wallet.session.refresh();
  const sessions = await wallet.session.list();
  const inspector = mountInspector(wallet, { tap });
  await inspector.ready;
  const problem = document.createElement('countersign-problem');
  problem.error = new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' });
  document.body.append(problem);
  await defineElements('problem');
  await wallet.session.revoke();
  const codeEntry = createCodeEntry(wallet);
  await new Promise((resolve) => codeEntry.subscribe(() => codeEntry.state().phase === 'waiting' && resolve(null)));
  await codeEntry.submit('000000');
  return {
    countersign: [status, sessions.length],
    'countersign/code-entry': [codeEntry.state().phase, wallet.state().status],
    'countersign-sandbox/devtools': inspector.element.offsetHeight > 0,
    'countersign/elements': problem.shadowRoot?.querySelector('button')?.textContent,
    'countersign/environment': (await inspectEnvironment()).keyStorage,
  };
}

/** @param {import('countersign').Wallet} wallet @param {string} bankAccountId */
async function pay({ accountId, quote }, bankAccountId) {
  const answer = await fetch('/wallet/quotes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    }),
  });
  return quote.execute(await answer.json());
}
