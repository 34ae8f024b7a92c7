/** How a page that went on in memory returns to storage. */
import type { KeeperContext } from './keeper-context.ts';
import { withinPatience, type Joining } from './page-store.ts';
import { probeStore } from './probe.ts';
import { reconciled } from './record-joins.ts';
import { signedOut } from './record-changes.ts';
import { readRecord, traceKey } from './record.ts';

/** A value in storage, the one of this page's memory, and what storage held when this page last knew. */
interface Versions {
  readonly stored: unknown;
  readonly mine: unknown;
  readonly base: unknown;
}

/** Returns to storage if that works again, and reads what is there now. Rejects if it doesn't. */
export async function returnToStorage(context: KeeperContext): Promise<void> {
  const { store, options, inTurn, read } = context;
  await withinPatience(options.clock, probeStore(options.store, options.clock));
  await store.leaveMemory((joining) => writeBack(context, joining));
  await inTurn(read);
}

async function writeBack({ key: accountKey, options }: KeeperContext, { memory, known }: Joining): Promise<void> {
  const { accountId, clock, store } = options;
  const trace = traceKey(accountId);
  const wasEmptied = (await withinPatience(clock, store.read(trace))) === undefined;
  const join = (key: string, versions: Versions): unknown => {
    if (key !== accountKey) return joinOthers(versions);
    const { stored, mine, base } = versions;
    const [theirs, ours] = [readRecord(stored, accountId), readRecord(mine, accountId)];
    if (typeof ours !== 'object' || theirs === 'newer') return stored;
    // The session is gone, and this page didn't remove it: another tab signed out and found no room to write that down.
    const isSignedOut = stored === undefined && base !== undefined && !wasEmptied;
    return isSignedOut ? signedOut(ours, { at: clock.now() }) : reconciled(theirs, ours);
  };
  const keys = new Set([...known.keys(), ...(await memory.keys(''))]);
  for (const key of keys) {
    const [mine, base] = [await memory.read(key), known.get(key)];
    const writing = store.update(key, (stored) => join(key, { stored, mine, base }));
    const written = await withinPatience(clock, writing);
    // This key is joined from here on, even if a later one can't be written.
    known.set(key, written);
    await memory.update(key, () => written);
  }
  await withinPatience(
    clock,
    store.update(trace, (found) => found ?? true),
  );
  for (const key of keys) await memory.update(key, () => undefined);
}

/** Each action's record belongs to one tab at a time: what nobody else has changed is this page's. */
function joinOthers({ stored, mine, base }: Versions): unknown {
  return JSON.stringify(stored) === JSON.stringify(base) ? mine : stored;
}
