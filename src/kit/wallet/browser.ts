/** Browser APIs of a wallet beside its network and its clock. */
import { openTabChannel, type TabChannel } from '../session/index.ts';

/** Browser APIs for tabs and wake-ups. */
export interface BrowserApis {
  /** `navigator.locks`; a page without it stands alone, in memory, and refreshes its own session. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  /** Tells other tabs of changes. */
  readonly channel?: TabChannel | undefined;
  /** The window, for focus, page show and visibility. */
  readonly page?: EventTarget | undefined;
  /** Whether a person can see the page. */
  readonly visible: () => boolean;
}

/** Finds what this page has. */
export function findBrowserApis(): BrowserApis {
  // Node has a BroadcastChannel too, which would keep its process alive: only a page has tabs beside it.
  const page = (globalThis as { window?: EventTarget & { readonly document?: Document } }).window;
  if (page === undefined) return { visible: () => false };
  const { navigator, BroadcastChannel: Channel } = globalThis as {
    navigator?: { readonly locks?: LockManager };
    BroadcastChannel?: typeof BroadcastChannel;
  };
  return {
    page,
    visible: () => page.document?.visibilityState === 'visible',
    channel: openTabChannel(Channel),
    locks: navigator?.locks,
  };
}
