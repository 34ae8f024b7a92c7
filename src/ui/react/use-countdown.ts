/** The time that the session has left, for a clock on the page. */
import { useCallback, useState, useSyncExternalStore } from 'react';
import { bare } from '../../kit/own-members.ts';
import { createSystemClock, type Clock } from '../../kit/waiting.ts';
import { useWalletState } from './wallet-provider.ts';

/** Options of {@link useCountdown}. */
export interface UseCountdownOptions {
  /** That of the wallet, where it has one of its own; the system's by default. */
  readonly clock?: Clock;
}

/**
 * The whole seconds that the session has left; undefined while signed out. Renders again with each second. A refresh
 * sets it up; after a change of the device's clock the wallet asks the service, and this number doesn't.
 *
 * @example
 * const seconds = useCountdown();
 * return seconds !== undefined && seconds <= 60 && <p role="status">You will be signed out in {seconds} seconds.</p>;
 *
 * @throws Error without a {@link WalletProvider} above.
 */
export function useCountdown(options: UseCountdownOptions = {}): number | undefined {
  const [system] = useState(createSystemClock);
  const { clock = system } = bare(options);
  const expiresAt = useWalletState((state) => state.session?.expiresAt);
  const subscribe = useCallback(
    (tell: () => void) => {
      let stop = (): void => {};
      const wait = (): void => {
        const leftMs = expiresAt === undefined ? 0 : expiresAt - clock.now();
        // Until the number changes.
        if (leftMs > 0) stop = clock.schedule(leftMs % 1000 || 1000, next);
      };
      const next = (): void => {
        wait();
        tell();
      };
      wait();
      return () => stop();
    },
    [clock, expiresAt],
  );
  const left = (): number | undefined =>
    expiresAt === undefined ? undefined : Math.max(0, Math.ceil((expiresAt - clock.now()) / 1000));
  return useSyncExternalStore(subscribe, left, () => undefined);
}
