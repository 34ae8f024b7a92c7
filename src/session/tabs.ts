/** How the tabs of one origin tell each other what became of a session. */
import { endReasons, type EndReason } from './record.ts';

/** A message between tabs: that an account's record changed, and which session has ended. Never a key or a token. */
export interface Announcement {
  /** Whose wallet it is about. */
  readonly accountId: string;
  /** Obeyed by a tab that can't read the store. */
  readonly ended?: { readonly sessionId: string; readonly reason: EndReason } | undefined;
  /** The mark of a sign-out: it counts also where the store can't be read. */
  readonly mark?: string | undefined;
}

/** Carries announcements between tabs. */
export interface TabChannel {
  /** Tells the other tabs. */
  announce(message: Announcement): void;
  /** Hears the other tabs; returns the way to stop. */
  listen(run: (message: Announcement) => void): () => void;
  /** Ends the channel. */
  close(): void;
}

/** The part of BroadcastChannel that is used. */
export type BroadcastChannelLike = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;

/** Reads a message, of which a later version of the kit may say more. */
function readAnnouncement(data: unknown): Announcement | undefined {
  const { changed, ended, reason, mark } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof changed !== 'string') return undefined;
  const isEnd = typeof ended === 'string' && (endReasons as readonly unknown[]).includes(reason);
  return {
    accountId: changed,
    ended: isEnd ? { sessionId: ended, reason: reason as EndReason } : undefined,
    mark: typeof mark === 'string' ? mark : undefined,
  };
}

/** Creates the channel over a BroadcastChannel that the caller opened, and that closes with it. */
export function createTabChannel(broadcast: BroadcastChannelLike): TabChannel {
  return Object.freeze({
    announce({ accountId, ended, mark }: Announcement) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
        broadcast.postMessage({ changed: accountId, ended: ended?.sessionId, reason: ended?.reason, mark });
      } catch {
        // A channel closed under the page: other tabs find out when they next read the store.
      }
    },
    listen(run: (message: Announcement) => void) {
      const receive = (event: MessageEvent): void => {
        const message = readAnnouncement(event.data);
        if (message !== undefined) run(message);
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
