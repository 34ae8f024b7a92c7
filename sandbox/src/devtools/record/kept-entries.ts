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

/** The entries as JSON text: methods, paths with their ids, statuses, codes, durations and public keys; no bodies, payloads or stamps. */
export function exportTrace(entries: readonly Entry[]): string {
  return `${JSON.stringify({ format: 'countersign-trace', version: 1, entries: entries.map(withoutFields) }, null, 2)}\n`;
}

/** Writes the newest entries; a storage that is full or refused keeps what it has. */
export function storeEntries(storage: Kept | undefined, entries: readonly Entry[]): void {
  try {
    storage?.setItem(key, JSON.stringify(entries.slice(-mostKept).map(withoutFields)));
  } catch {
    // The entries kept before stay; the page itself goes on.
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

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isTexts: Check = (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText);
const isFlag: Check = (value) => typeof value === 'boolean';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const [textOrNull, numberOrNull] = [orNull(isText), orNull(isNumber)];

const each = (names: string, check: Check): Readonly<Record<string, Check>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, check]));

/** The members that each kind of entry is drawn from. */
const forms: Readonly<Record<Entry['kind'], Readonly<Record<string, Check>>>> = {
  exchange: {
    ...each('method path to', isText),
    ...each('leg status durationMs', numberOrNull),
    ...each('code signedBy', textOrNull),
    ...each('sent sentHeaders received receivedHeaders', Array.isArray),
    isLost: isFlag,
  },
  call: { ...each('step flow', isText), ...each('outcome phase code nextStep', textOrNull), durationMs: numberOrNull },
  check: { ...each('intent verdict reading', isText), reason: textOrNull, compared: isTexts },
  state: { ...each('status storage', isText), ended: textOrNull },
  key: { ...each('key happened how', isText), publicKeyHex: textOrNull },
};

function isEntry(value: unknown): value is Entry {
  const entry = (value ?? {}) as Readonly<Record<string, unknown>>;
  const kind = String(entry['kind']);
  if (!Object.hasOwn(forms, kind)) return false;
  const checks = Object.entries({ ...each('id at group', isNumber), ...forms[kind as Entry['kind']] });
  return checks.every(([name, check]) => check(entry[name]));
}

/** A request under way when the page was left gets no answer any more. */
function asEarlier(entry: Entry): Entry {
  const earlier = { ...entry, isEarlier: true };
  return earlier.kind === 'exchange' && earlier.status === null ? { ...earlier, isLost: true } : earlier;
}
