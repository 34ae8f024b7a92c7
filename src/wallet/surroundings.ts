/** What of the browser the wallet uses, found once at creation; a server that renders the page has none of it. */
import { openTabChannel, type TabChannel } from '../session/index.ts';

/** The parts of the browser by which tabs and wake-ups are known. */
export interface Surroundings {
  /** `navigator.locks`; without it there is no automatic refresh. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  /** Tells other tabs of changes. */
  readonly channel?: TabChannel | undefined;
  /** The window, for focus, page show and visibility. */
  readonly page?: EventTarget | undefined;
  /** Whether a person can see the page. */
  readonly visible: () => boolean;
}

/** Finds the surroundings of this page. */
export function findSurroundings(): Surroundings {
  // Node has a BroadcastChannel too, which would keep its process alive: only a page has tabs beside it.
  const page: Window | undefined = (globalThis as { window?: Window }).window;
  if (page === undefined) return { visible: () => false };
  return {
    page,
    visible: () => page.document.visibilityState === 'visible',
    channel: openTabChannel((globalThis as { BroadcastChannel?: typeof BroadcastChannel }).BroadcastChannel),
    ...('locks' in navigator ? { locks: navigator.locks } : {}),
  };
}
