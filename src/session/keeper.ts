/**
 * Keeps the session of one account. A page shows at once what its store says, while the code that acts on it (loaded-keeper.ts)
 * loads.
 */
import { readInstant } from '../clock.ts';
import { resumeCountdown } from './countdown.ts';
import type { LoadedKeeper } from './loaded-keeper.ts';
import { readRecord, recordKey } from './record.ts';
import type { SessionKeeper, SessionKeeperOptions } from './session.ts';
import type { Store } from './store.ts';
import { createSnapshot, loadingState, snapshotOf, type Snapshot, type WalletState } from './wallet-state.ts';

/** Shows what the store says, where that is beyond doubt; everything else is left to the code that loads. */
async function showStored({ accountId, store, clock }: SessionKeeperOptions, snapshot: Snapshot): Promise<void> {
  const record = readRecord(await store.read(recordKey(accountId)), accountId);
  if (typeof record !== 'object' || snapshot.get().status !== 'loading') return;
  const { session, ended } = record;
  const { storage } = store;
  const now = readInstant(clock);
  if (session === undefined) snapshot.set(snapshotOf({ status: 'signed-out', storage }, undefined, ended?.reason));
  else if (resumeCountdown(session, now).verdict(now) === 'live')
    snapshot.set(snapshotOf({ status: 'signed-in', storage }, session, undefined));
}

/** Creates the keeper, which starts to read the store at once. */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const initial: WalletState =
    options.store.storage === 'persistent' ? loadingState : { ...loadingState, storage: 'memory' };
  const snapshot = createSnapshot(initial);
  let loaded: LoadedKeeper | undefined;
  let loading: Promise<LoadedKeeper> | undefined;

  const load = (): Promise<LoadedKeeper> => {
    loading ??= import('./loaded-keeper.ts').then(
      ({ createLoadedKeeper }) => {
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

  /** A call that waits for the code. */
  const later = <Name extends keyof LoadedKeeper>(name: Name): LoadedKeeper[Name] =>
    ((...given: readonly unknown[]) =>
      call((keeper) =>
        (keeper[name] as (...passed: readonly unknown[]) => Promise<unknown>)(...given),
      )) as unknown as LoadedKeeper[Name];

  return Object.freeze({
    ready: () => later('ready')().catch(() => first),
    state: () => snapshot.get(),
    serverState: () => loadingState,
    subscribe: (listener: () => void) => snapshot.subscribe(listener),
    current: later('current'),
    prepare: later('prepare'),
    adopt: later('adopt'),
    learnIds: later('learnIds'),
    knownIds: later('knownIds'),
    discard: later('discard'),
    lastSignOut: later('lastSignOut'),
    signInId: later('signInId'),
    signOut: later('signOut'),
    doubt: later('doubt'),
    holdStamp: later('holdStamp'),
    lastCredentialId: later('lastCredentialId'),
    check: () => later('check')().catch(() => {}),
    store: () => store,
    close() {
      snapshot.set({ status: 'closed', storage: snapshot.get().storage });
      snapshot.clear();
      // A sign-out that was pressed before the code has loaded is done all the same.
      return later('close')().catch(() => first);
    },
  });
}
