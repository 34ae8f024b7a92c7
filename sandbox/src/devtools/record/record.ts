/** The record of a wallet's activity: a list of entries without secrets, and, in memory alone, payloads and stamps. */
import type { Clock, CreateWalletOptions } from 'countersign';
import type { AssertionParts } from './assertion-parts.ts';
import type { Entry, NewEntry } from './entry.ts';
import type { LieName } from './lies.ts';
import { forgetEntries, restoreEntries, storeEntries } from './kept-entries.ts';

/** The kit's report on a payload, as `onPayload` gets it. */
export type Report = Parameters<NonNullable<CreateWalletOptions['onPayload']>>[0];

/** A signed payload: kept in the memory of this page, shown once the outcome is known. */
export interface Signing {
  /** The exchanges that carry the stamp, in the order of time; without one, the check that refused it. */
  readonly entryIds: readonly number[];
  /** Null for a passkey, and where the payload never passed the tap. */
  readonly report: Report | null;
  /** The stamp; of a passkey, its signature; empty if the kit refused the payload. */
  readonly stamp: string;
  /** The answer of a passkey that signed in; null for a stamp. */
  readonly assertion: AssertionParts | null;
  /** `unknown` as long as the stamp may still carry the action out. */
  readonly outcome: 'unknown' | 'done' | 'refused' | 'not signed';
}

/** A way to sign in to the account, as the service lists it. */
export interface KnownCredential {
  readonly type: string;
  readonly nickname: string;
}

/** A record at one moment; the same objects until something changes. */
export interface TraceSnapshot {
  /** Oldest first. */
  readonly entries: readonly Entry[];
  /** Oldest first. */
  readonly signings: readonly Signing[];
  /** Service time less this device's time, ms; null before the first answer with a `Date`. */
  readonly clockDifferenceMs: number | null;
  /** When sessions end by the service's time, epoch ms, by their ids. */
  readonly ends: Readonly<Record<string, number>>;
  /** Null before they were listed; in memory alone. */
  readonly credentials: readonly KnownCredential[] | null;
  /** The change that is made to the next answer that allows it. */
  readonly lie: LieName | null;
  /** Whether a payload has come since that doesn't hold the value of the armed lie. */
  readonly isLieUnused: boolean;
}

/** A record with listeners. */
export interface TraceRecord {
  snapshot(): TraceSnapshot;
  subscribe(listener: () => void): () => void;
  /** A number for a new group. */
  newGroup(): number;
  /** Appends an entry, and returns its id. */
  add(entry: NewEntry): number;
  /** Changes an entry; one that is gone stays gone. */
  change(id: number, changes: Partial<NewEntry>): void;
  sign(signing: Signing): void;
  /** Says what became of the stamps of a group. */
  settle(group: number, outcome: Signing['outcome']): void;
  /** Learns the service's time from an answer's `Date` or an ISO date-time. */
  learnDate(date: string | null): void;
  know(facts: Partial<Pick<TraceSnapshot, 'ends' | 'credentials' | 'lie' | 'isLieUnused'>>): void;
  /** Forgets everything, also what is kept for a reload. */
  clear(): void;
}

/** Options of {@link createRecord}. */
export interface CreateRecordOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Storage for entries over a reload; none when left out. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
}

const mostEntries = 500;
const mostSignings = 20;

/** Creates a record, with the entries that a reload left behind. */
export function createRecord({ clock, storage }: CreateRecordOptions): TraceRecord {
  const earlier = restoreEntries(storage);
  let nextId = Math.max(0, ...earlier.map(({ id }) => id)) + 1;
  let nextGroup = Math.max(0, ...earlier.map(({ group }) => group)) + 1;
  const nothing = { clockDifferenceMs: null, ends: {}, credentials: null, lie: null, isLieUnused: false };
  let now: TraceSnapshot = { ...nothing, entries: earlier, signings: [] };
  const listeners = new Set<() => void>();
  const set = (changes: Partial<TraceSnapshot>): void => {
    now = { ...now, ...changes };
    if (changes.entries !== undefined) storeEntries(storage, now.entries);
    for (const listener of listeners) listener();
  };
  return Object.freeze({
    snapshot: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    newGroup: () => nextGroup++,
    add(entry: NewEntry) {
      const id = nextId++;
      set({ entries: [...now.entries, { ...entry, id, at: clock.now() }].slice(-mostEntries) });
      return id;
    },
    change(id: number, changes: Partial<NewEntry>) {
      set({ entries: now.entries.map((entry) => (entry.id === id ? ({ ...entry, ...changes } as Entry) : entry)) });
    },
    sign(signing: Signing) {
      // A stamp that is sent again is the same signature.
      const known = now.signings.find(({ stamp }) => stamp !== '' && stamp === signing.stamp);
      const next = known === undefined ? signing : { ...known, entryIds: [...known.entryIds, ...signing.entryIds] };
      set({ signings: [...now.signings.filter((one) => one !== known), next].slice(-mostSignings) });
    },
    settle(group: number, outcome: Signing['outcome']) {
      // Only an answered request is known to belong to this call; another may belong to another call.
      const isAnswered = (entry: Entry): boolean => entry.kind === 'exchange' && entry.status !== null;
      const ids = now.entries.filter((entry) => entry.group === group && isAnswered(entry)).map(({ id }) => id);
      const isOpen = (one: Signing): boolean => one.outcome === 'unknown' && ids.includes(one.entryIds.at(-1) ?? 0);
      if (!now.signings.some(isOpen)) return;
      set({ signings: now.signings.map((one) => (isOpen(one) ? { ...one, outcome } : one)) });
    },
    learnDate(given: string | null) {
      const date = given === null ? Number.NaN : Date.parse(given);
      // The header counts whole seconds: from the end of its second, nothing lasts too long.
      const rounding = given?.includes('.') === true ? 0 : 999;
      if (!Number.isNaN(date)) set({ clockDifferenceMs: date + rounding - clock.now() });
    },
    know: set,
    clear() {
      set({ entries: [], signings: [] });
      forgetEntries(storage);
    },
  });
}
