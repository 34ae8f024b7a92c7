/** One press to a wallet with money and a bank account, for whoever wants to see a payment at once. */

import { sampleAccount } from './bank-entry.ts';
import type { Demo } from './demo.ts';

/** Enters a new sample person, adds money and a bank account, and signs in with the sandbox's code. */
export async function enterFunded(demo: Demo): Promise<void> {
  const { requests } = demo;
  try {
    demo.keep({ entering: 'Making a sample customer…' });
    const person = await requests.enter(`sample-${crypto.randomUUID().slice(0, 8)}@example.com`);
    demo.keep({ entering: 'Adding money and a bank account…' });
    await requests.fund(250_000_000);
    await requests.addBank(person, sampleAccount());
    demo.open(person);
    demo.keep({ entering: 'Signing in, with a key of this browser…', typedAmount: '40.00' });
    if (demo.settings.walletPage) return;
    const attempt = await demo.wallet.emailOtp.begin();
    await attempt.verify('000000');
  } finally {
    demo.keep({ entering: null });
  }
}
