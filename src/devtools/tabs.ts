/** Knows how many tabs of this origin hold an inspector, and hears what the wallets of other tabs announce. */
import { timeOfDay } from './words.ts';

/** The other tabs. */
export interface TabWatch {
  /** This tab included. */
  count(): number;
  /** Newest first. */
  announcements(): readonly string[];
  subscribe(listener: () => void): () => void;
  stop(): void;
}

type Said = Readonly<Record<string, unknown>>;

const mostAnnouncements = 8;

/** Starts to listen; a browser without BroadcastChannel knows of this tab alone. */
export function watchTabs(): TabWatch {
  const me = crypto.randomUUID();
  const others = new Set<string>();
  let heard: readonly string[] = [];
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const own = open('countersign-devtools');
  const wallets = open('countersign');
  const say = (word: string): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    own?.postMessage({ [word]: me });
  };
  own?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { hello, here, bye } = (data ?? {}) as Said;
    for (const id of [hello, here]) if (typeof id === 'string') others.add(id);
    if (typeof bye === 'string') others.delete(bye);
    if (typeof hello === 'string') say('here');
    tell();
  });
  wallets?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { changed, epoch } = (data ?? {}) as Said;
    if (typeof changed !== 'string') return;
    const what = typeof epoch === 'string' ? 'somebody has signed out' : 'the stored session has changed';
    heard = [`${timeOfDay(Date.now())} ${what}`, ...heard].slice(0, mostAnnouncements);
    tell();
  });
  const leave = (): void => say('bye');
  const greet = (): void => {
    others.clear();
    say('hello');
    tell();
  };
  addEventListener('pagehide', leave);
  // Also of a page that comes back from the back/forward cache.
  addEventListener('pageshow', greet);
  greet();
  return {
    count: () => others.size + 1,
    announcements: () => heard,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      leave();
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', greet);
      own?.close();
      wallets?.close();
    },
  };
}

function open(name: string): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined;
}
