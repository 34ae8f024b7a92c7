/** Announces which lists of an account have changed, in this page and in other tabs, never their content. Nothing is decided by it. */
import { bare } from '../own-members.ts';
import type { BroadcastChannelLike } from './tabs.ts';

/** Changes within so long are one, ms. */
export const mergedMs = 250;

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

/** Creates the announcements of a page. `open` opens a channel to the other tabs: one while somebody listens, else one a call. */
export function createChanges(open: () => BroadcastChannelLike | undefined): Changes {
  const listeners = new Set<Parameters<Changes['listen']>[0]>();
  let channel: BroadcastChannelLike | undefined;
  const tell = (accountId: string, changed: readonly ChangeSubject[]): void => {
    // Apart, so that no listener's error reaches the action that has ended.
    for (const run of listeners) queueMicrotask(() => run(accountId, changed));
  };
  const hear = ({ data }: MessageEvent): void => {
    const { accountId, changed } = bare(Object(data) as Readonly<Record<string, unknown>>);
    if (typeof accountId !== 'string' || !Array.isArray(changed)) return;
    tell(
      accountId,
      subjects.filter((subject) => changed.includes(subject)),
    );
  };
  return Object.freeze({
    announce(accountId: string, changed: readonly ChangeSubject[]) {
      if (changed.length === 0) return;
      tell(accountId, changed);
      const sending = channel ?? open();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
      sending?.postMessage({ accountId, changed });
      if (sending !== channel) sending?.close();
    },
    listen(run: Parameters<Changes['listen']>[0]) {
      listeners.add(run);
      if (channel === undefined) {
        channel = open();
        channel?.addEventListener('message', hear);
      }
      return () => {
        listeners.delete(run);
        if (listeners.size > 0) return;
        channel?.close();
        channel = undefined;
      };
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
