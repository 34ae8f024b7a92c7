/** How the tabs of one origin tell each other that a session changed. */

/** Carries the ids of accounts whose record changed between tabs; never a key, a session or a token. */
export interface TabChannel {
  announce(accountId: string): void;
  listen(run: (accountId: string) => void): () => void;
  close(): void;
}

/** The part of BroadcastChannel that is used. */
export type BroadcastChannelLike = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;

function accountOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('changed' in data)) return undefined;
  return typeof data.changed === 'string' ? data.changed : undefined;
}

/** Creates the channel over a BroadcastChannel that the caller opened, and that closes with it. */
export function createTabChannel(broadcast: BroadcastChannelLike): TabChannel {
  return Object.freeze({
    announce(accountId: string) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
        broadcast.postMessage({ changed: accountId });
      } catch {
        // A channel closed under the page: other tabs find out when they next read the store.
      }
    },
    listen(run: (accountId: string) => void) {
      const receive = (event: MessageEvent): void => {
        const accountId = accountOf(event.data);
        if (accountId !== undefined) run(accountId);
      };
      broadcast.addEventListener('message', receive);
      return () => broadcast.removeEventListener('message', receive);
    },
    close: () => broadcast.close(),
  });
}

/** Opens the channel that the wallets of one origin share; undefined where there is no BroadcastChannel or it is refused. */
export function openTabChannel(
  Channel: (new (name: string) => BroadcastChannelLike) | undefined,
): TabChannel | undefined {
  if (Channel === undefined) return undefined;
  try {
    const broadcast: BroadcastChannelLike & { unref?(): void } = new Channel('countersign');
    // In Node an open channel keeps the process alive.
    broadcast.unref?.();
    return createTabChannel(broadcast);
  } catch {
    return undefined;
  }
}
