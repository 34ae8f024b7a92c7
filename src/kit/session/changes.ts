/** Announces which lists of an account have changed, in this page and in other tabs, never their content. Nothing is decided by it. */
import type { BroadcastChannelLike } from './tabs.ts';

/** The lists that a page shows of an account. */
export const subjects = ['balance', 'payments', 'cards', 'credentials', 'sessions', 'card-keys', 'payees'] as const;

/** One of them. */
export type ChangeSubject = (typeof subjects)[number];

/** Carries the announcements of one page. */
export interface Changes {
  /** Tells this page and the other tabs. Nothing waits for it. */
  announce(accountId: string, changed: readonly ChangeSubject[]): void;
  /** Hears this page and the other tabs; returns the way to stop. */
  listen(run: (accountId: string, changed: readonly ChangeSubject[]) => void): () => void;
}

/** Creates the announcements of a page; `open` opens its channel to the other tabs, once it is needed. */
export function createChanges(open: () => BroadcastChannelLike | undefined): Changes {
  const listeners = new Set<Parameters<Changes['listen']>[0]>();
  let channel: BroadcastChannelLike | undefined;
  const connect = (): void => {
    if (channel !== undefined) return;
    channel = open();
    channel?.addEventListener('message', ({ data }: MessageEvent) => {
      const { accountId, changed } = (data ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof accountId !== 'string' || !Array.isArray(changed)) return;
      tell(
        accountId,
        subjects.filter((subject) => changed.includes(subject)),
      );
    });
  };
  const tell = (accountId: string, changed: readonly ChangeSubject[]): void => {
    // Apart, so that no listener's error reaches the action that has ended.
    for (const run of listeners) queueMicrotask(() => run(accountId, changed));
  };
  return Object.freeze({
    announce(accountId: string, changed: readonly ChangeSubject[]) {
      if (changed.length === 0) return;
      tell(accountId, changed);
      connect();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
      channel?.postMessage({ accountId, changed });
    },
    listen(run: Parameters<Changes['listen']>[0]) {
      connect();
      listeners.add(run);
      return () => void listeners.delete(run);
    },
  });
}

let ofPage: Changes | undefined;

/** The announcements of this page; without a window or a BroadcastChannel they stay in it. */
export function changesOfPage(): Changes {
  ofPage ??= createChanges(() => {
    const { window, BroadcastChannel: Channel } = globalThis as {
      readonly window?: unknown;
      readonly BroadcastChannel?: typeof BroadcastChannel;
    };
    if (window === undefined || Channel === undefined) return undefined;
    try {
      const channel: BroadcastChannel & { unref?(): void } = new Channel('countersign-changes');
      // A window of a test stands in Node, whose channels keep the process alive.
      channel.unref?.();
      return channel;
    } catch {
      return undefined;
    }
  });
  return ofPage;
}
