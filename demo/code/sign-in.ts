import type { CodeAttempt, Wallet } from 'countersign';

/** Sends the code; the page shows a field for it. */
export async function sendCode(wallet: Wallet): Promise<CodeAttempt> {
  return wallet.emailOtp.begin();
}

/** The code is encrypted to the enclave in this browser. After a wrong one, call this again. */
export async function enterCode(attempt: CodeAttempt, typed: string): Promise<void> {
  await attempt.verify(typed);
}
