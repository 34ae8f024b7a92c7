/** What the back-end tells without being asked, by server-sent events; a connection that ended is opened again. */

/** One change: what it is now is read as ever. */
export interface PageUpdate {
  /** `all`: something may have been missed. */
  readonly kind: 'account' | 'payment' | 'card' | 'sandbox' | 'lie' | 'all';
  readonly about: string;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** Listens until the returned function is called. */
export function listenToUpdates(onUpdate: (update: PageUpdate) => void): () => void {
  let source: EventSource;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;

  const connect = (isAgain: boolean): void => {
    source = new EventSource('/api/updates');
    source.addEventListener('open', () => {
      waitMs = firstWaitMs;
      if (isAgain) onUpdate({ kind: 'all', about: '' });
    });
    source.addEventListener('update', ({ data }: MessageEvent<string>) => {
      const { kind, about } = JSON.parse(data) as PageUpdate;
      onUpdate({ kind, about });
    });
    source.addEventListener('gap', () => onUpdate({ kind: 'all', about: '' }));
    source.addEventListener('error', () => {
      // The browser takes up a connection that broke, but none that was answered with an error or ended with a service worker.
      if (source.readyState !== EventSource.CLOSED) return;
      waiting = setTimeout(() => connect(true), waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    });
  };
  connect(false);
  return () => {
    clearTimeout(waiting);
    source.close();
  };
}
