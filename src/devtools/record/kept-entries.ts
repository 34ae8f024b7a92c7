/** Keeps entries over a reload, in sessionStorage: without the fields of bodies and headers, and without payloads and stamps. */
import type { Entry } from './entry.ts';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const key = 'countersign-devtools';
const mostKept = 200;

/** An entry as it is kept and exported: metadata alone. A query of the page's own may hold anything, so that the path ends before it. */
export function withoutFields(entry: Entry): Entry {
  if (entry.kind !== 'exchange') return entry;
  const [path = ''] = entry.path.split('?');
  return { ...entry, path, sent: [], sentHeaders: [], received: [], receivedHeaders: [] };
}

/** Writes the newest entries; a storage that is full or refused keeps what it has. */
export function storeEntries(storage: Kept | undefined, entries: readonly Entry[]): void {
  try {
    storage?.setItem(key, JSON.stringify(entries.slice(-mostKept).map(withoutFields)));
  } catch {
    // What was kept before stays; the page itself goes on.
  }
}

/** Forgets what is kept. */
export function forgetEntries(storage: Kept | undefined): void {
  storage?.removeItem(key);
}

/** Reads what a page before this one has kept; an entry that can't be read is left out. */
export function restoreEntries(storage: Kept | undefined): readonly Entry[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry).map(asEarlier) : [];
  } catch {
    return [];
  }
}

const kinds = ['exchange', 'call', 'check', 'state', 'key'];

function isEntry(value: unknown): value is Entry {
  const { id, at, group, kind } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [id, at, group].every((number) => typeof number === 'number') && kinds.includes(String(kind));
}

/** Whatever was under way when the page was left has no answer any more. */
function asEarlier(entry: Entry): Entry {
  const earlier = { ...entry, isEarlier: true };
  return earlier.kind === 'exchange' && earlier.status === null ? { ...earlier, isLost: true } : earlier;
}
