/** Announces changes between the tabs of one origin, and reads again when a page wakes. */
import { bare } from '../own-members.ts';

/** A message between tabs: that an account's record has changed. Never a key or a token. */
export interface Announcement {
  /** The account of the wallet that changed. */
  readonly accountId: string;
  /** After a sign-out: the epoch that it began. Every page of the account ends at once. */
  readonly epoch?: string | undefined;
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

function readAnnouncement(data: unknown): Announcement | undefined {
  const { changed, epoch } = bare(Object(data) as Readonly<Record<string, unknown>>);
  if (typeof changed !== 'string') return undefined;
  return { accountId: changed, epoch: typeof epoch === 'string' ? epoch : undefined };
}

/** Creates the channel over a BroadcastChannel that the caller opened, and that closes with it. */
export function createTabChannel(broadcast: BroadcastChannelLike): TabChannel {
  return Object.freeze({
    announce({ accountId, epoch }: Announcement) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
        broadcast.postMessage({ changed: accountId, epoch });
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

const wakeEvents = ['visibilitychange', 'focus', 'pageshow', 'online'] as const;

/** Runs when a page comes back: timers were throttled, the device slept. `visibilitychange` bubbles up from the document. */
export function onWake(page: EventTarget, run: (event: Event) => void): () => void {
  for (const event of wakeEvents) page.addEventListener(event, run);
  return () => {
    for (const event of wakeEvents) page.removeEventListener(event, run);
  };
}
