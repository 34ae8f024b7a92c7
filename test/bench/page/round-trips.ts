/** A login by the wallet in a page whose every request takes long: how long each press waits. */
import { createMemoryStore, createWallet } from 'countersign';

/** When the page loads what the presses need. */
export type Ahead = 'nothing' | 'idle' | 'prepare';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds from the press on "send" to the code sent, and from the press on "verify" to signed in. */
async function run(accountId: string, enclaveKey: string, ahead: Ahead): Promise<{ sent: number; signedIn: number }> {
  const wallet = createWallet({
    relay: '/wallet',
    accountId,
    enclaveKeys: [enclaveKey],
    environment: 'sandbox',
    store: createMemoryStore(),
  });
  if (ahead === 'prepare') await wallet.prepare();
  if (ahead === 'idle') await pause(2_000);
  const pressed = performance.now();
  const attempt = await wallet.emailOtp.begin();
  const sent = performance.now() - pressed;
  // What loads while a person types has come by then.
  if (ahead !== 'nothing') await pause(3_000);
  const typed = performance.now();
  await attempt.verify('000000');
  const signedIn = performance.now() - typed;
  wallet.close();
  return { sent, signedIn };
}

Object.assign(globalThis, { benchRoundTrips: run });
