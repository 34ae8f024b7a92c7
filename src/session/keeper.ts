/**
 * Keeps the session of one account. A page shows at once what its store says; the code that does anything about it loads in the
 * meantime.
 */
import { readInstant } from '../clock.ts';
import { resumeCountdown } from './countdown.ts';
import type { LoadedKeeper } from './loaded-keeper.ts';
import { readRecord, recordKey, type SessionIds } from './record.ts';
import { SessionError } from './session-error.ts';
import type { AdoptOptions, FreshSession, SessionKeeper, SessionKeeperOptions } from './session.ts';
import type { Store } from './store.ts';
import { createSnapshot, loadingState, snapshotOf, type Snapshot } from './wallet-state.ts';

/** Shows what the store says, where that is beyond doubt; everything else is left to the code that loads. */
async function showStored({ accountId, store, clock }: SessionKeeperOptions, snapshot: Snapshot): Promise<void> {
  const record = readRecord(await store.read(recordKey(accountId)), accountId);
  if (typeof record !== 'object' || snapshot.get().status !== 'loading') return;
  const { session, ended } = record;
  const { storage } = store;
  if (session === undefined) snapshot.set(snapshotOf({ status: 'signed-out', storage }, undefined, ended?.reason));
  else if (resumeCountdown(session, readInstant(clock)).verdict(readInstant(clock)) === 'live')
    snapshot.set(snapshotOf({ status: 'signed-in', storage }, session, undefined));
}

/** Creates the keeper, which starts to read the store at once. */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const snapshot = createSnapshot(
    options.store.storage === 'persistent' ? loadingState : { ...loadingState, storage: 'memory' },
  );
  let isClosed = false;
  let loaded: LoadedKeeper | undefined;
  let loading: Promise<LoadedKeeper> | undefined;

  const load = (): Promise<LoadedKeeper> => {
    loading ??= import('./loaded-keeper.ts').then(
      ({ createLoadedKeeper }) => {
        if (isClosed) throw new SessionError('WALLET_CLOSED');
        loaded = createLoadedKeeper(options, snapshot);
        return loaded;
      },
      (error: unknown) => {
        // A chunk that could not be loaded is asked for again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  /** Calls at once where the code has loaded, so that a sign-out waits for nothing. */
  const call = <Result>(run: (keeper: LoadedKeeper) => Promise<Result>): Promise<Result> =>
    loaded === undefined ? load().then(run) : run(loaded);

  const store: Store = Object.freeze({
    get storage() {
      return snapshot.get().storage;
    },
    read: (key: string) => call((keeper) => keeper.store().read(key)),
    update: (key: string, change: (current: unknown) => unknown) =>
      call((keeper) => keeper.store().update(key, change)),
    keys: (prefix: string) => call((keeper) => keeper.store().keys(prefix)),
    close: () => options.store.close(),
  });

  const first = showStored(options, snapshot).catch(() => {});
  load().catch(() => {});

  return Object.freeze({
    ready: () => call((keeper) => keeper.ready()).catch(() => first),
    state: () => snapshot.get(),
    serverState: () => loadingState,
    subscribe: (listener: () => void) => snapshot.subscribe(listener),
    current: () => call((keeper) => keeper.current()),
    prepare: () => call((keeper) => keeper.prepare()),
    adopt: (fresh: FreshSession, how: AdoptOptions) => call((keeper) => keeper.adopt(fresh, how)),
    learnIds: (sessionId: string, ids: SessionIds) => call((keeper) => keeper.learnIds(sessionId, ids)),
    knownIds: () => call((keeper) => keeper.knownIds()),
    discard: (fresh: FreshSession) => call((keeper) => keeper.discard(fresh)),
    lastSignOut: () => call((keeper) => keeper.lastSignOut()),
    signOut: (how?: { readonly signal?: AbortSignal | undefined }) => call((keeper) => keeper.signOut(how)),
    doubt: (sessionId: string) => call((keeper) => keeper.doubt(sessionId)),
    holdStamp: <Result>(sessionId: string, run: () => Promise<Result>) =>
      call((keeper) => keeper.holdStamp(sessionId, run)),
    lastCredentialId: () => call((keeper) => keeper.lastCredentialId()),
    check: () => call((keeper) => keeper.check()).catch(() => {}),
    store: () => store,
    async close() {
      isClosed = true;
      if (loaded !== undefined) return loaded.close();
      snapshot.set({ status: 'closed', storage: options.store.storage });
      snapshot.clear();
      return first;
    },
  });
}
