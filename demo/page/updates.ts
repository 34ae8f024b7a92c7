/** What the back-end tells without being asked, by server-sent events; the browser connects again by itself. */

/** One change: what it is now is read as ever. */
export interface PageUpdate {
  /** `all`: something may have been missed. */
  readonly kind: 'account' | 'payment' | 'card' | 'all';
  readonly about: string;
}

/** Listens until the returned function is called. */
export function listenToUpdates(onUpdate: (update: PageUpdate) => void): () => void {
  const source = new EventSource('/api/updates');
  source.addEventListener('update', ({ data }: MessageEvent<string>) => {
    const { kind, about } = JSON.parse(data) as PageUpdate;
    onUpdate({ kind, about });
  });
  source.addEventListener('gap', () => onUpdate({ kind: 'all', about: '' }));
  return () => source.close();
}
