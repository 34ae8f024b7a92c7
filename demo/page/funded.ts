/** One press to a wallet with money and a bank account, for whoever wants to see a payment at once. */

import { sampleAccount } from './bank-entry.ts';
import type { Demo } from './demo.ts';
import { sampleAmount } from './money.ts';
import { translate } from './language.ts';

/** Enters a new sample person, adds money and a bank account, and signs in with the sandbox's code. */
export async function enterFunded(demo: Demo): Promise<void> {
  const { requests } = demo;
  try {
    demo.keep({ entering: translate('Making a sample customer…') });
    const person = await requests.enter(`sample-${crypto.randomUUID().slice(0, 8)}@example.com`);
    demo.keep({ entering: translate('Adding money and a bank account…') });
    await requests.fund(250_000_000);
    await requests.addBank(person, sampleAccount());
    demo.open(person);
    demo.keep({ entering: translate('Signing in…'), typedAmount: sampleAmount(4000) });
    if (demo.settings.walletPage) return;
    const attempt = await demo.wallet.emailOtp.begin();
    await attempt.verify('000000');
  } finally {
    demo.keep({ entering: null });
  }
}
