/** Waits until what a test has begun can go no further by itself: until a timer, an answer or a person comes. */
import { vi } from 'vitest';

let cryptoCalls = 0;
let isCounting = false;

/** Counts WebCrypto's calls from now on, since they run outside the event loop's turns. Returns the way back, as `beforeAll` takes it. */
export function countCryptoCalls(): () => void {
  const prototype = Object.getPrototypeOf(crypto.subtle) as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const originals = { ...prototype };
  for (const [name, original] of Object.entries(originals)) {
    prototype[name] = function counted(this: unknown, ...given: unknown[]) {
      cryptoCalls += 1;
      const result = original.apply(this, given);
      const end = (): void => void (cryptoCalls -= 1);
      result.then(end, end);
      return result;
    };
  }
  isCounting = true;
  return () => {
    Object.assign(prototype, originals);
    isCounting = false;
  };
}

/** Resolves in another turn of the event loop: by then every promise that waits for promises alone has gone on. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    (globalThis.setImmediate ?? setTimeout)(resolve);
  });

/** Says that code goes on by itself: a WebCrypto call is open, or something waits for a turn of its own. */
function isBusy(): boolean {
  if (!isCounting) throw new Error('WebCrypto calls are not counted: countCryptoCalls comes first.');
  return cryptoCalls > 0 || process.getActiveResourcesInfo().includes('Immediate');
}

/** Resolves at rest where all modules are loaded. Real timers, sockets and files are not seen. */
export async function computed(): Promise<void> {
  do await nextTurn();
  while (isBusy());
}

/** Resolves at rest as {@link computed} does, and when no module is being loaded. */
export async function atRest(): Promise<void> {
  do await vi.dynamicImportSettled();
  while (isBusy());
}
