/** A whole login by the wallet, over relay and sandbox, while the page's main thread is watched. */
import { createMemoryStore, createWallet } from 'countersign';

/** Calls back as often as the main thread is free; returns the longest wait, ms, once stopped. */
function watchGaps(): () => number {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  let stopped = false;
  port1.addEventListener('message', () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!stopped) port2.postMessage(null);
  });
  port1.start();
  port2.postMessage(null);
  return () => {
    stopped = true;
    return Math.max(longest, performance.now() - last);
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Measured {
  readonly idle: number;
  readonly cold: number;
  readonly warm: number;
  readonly coldMs: number;
  readonly warmMs: number;
}

/** Two logins, the second with everything loaded; `idle` is as long a wait without any work, which is the machine's noise. */
async function run(accountId: string, enclaveKey: string): Promise<Measured> {
  const login = async (): Promise<{ gap: number; ms: number }> => {
    const stop = watchGaps();
    const start = performance.now();
    const wallet = createWallet({
      relay: '/wallet',
      accountId,
      enclaveKeys: [enclaveKey],
      environment: 'sandbox',
      store: createMemoryStore(),
    });
    await (await wallet.emailOtp.begin()).verify('000000');
    const ms = performance.now() - start;
    const gap = stop();
    if (wallet.state().status !== 'signed-in') throw new Error('not signed in');
    wallet.close();
    return { gap, ms };
  };
  await pause(200);
  const stop = watchGaps();
  await pause(100);
  const idle = stop();
  const cold = await login();
  const warm = await login();
  return { idle, cold: cold.gap, warm: warm.gap, coldMs: cold.ms, warmMs: warm.ms };
}

Object.assign(globalThis, { benchGap: run });
