/** Hears what the wallets of other tabs announce. */
import { timeOfDay } from './words.ts';

/** Tells each announcement until the returned function is called; a browser without BroadcastChannel hears nothing. */
export function listenToTabs(hear: (line: string) => void): () => void {
  const wallets = typeof BroadcastChannel === 'function' ? new BroadcastChannel('countersign') : undefined;
  wallets?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { changed, epoch } = (data ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof changed !== 'string') return;
    const what = typeof epoch === 'string' ? 'somebody has signed out' : 'the stored session has changed';
    hear(`${timeOfDay(Date.now())} ${what}`);
  });
  return () => wallets?.close();
}
