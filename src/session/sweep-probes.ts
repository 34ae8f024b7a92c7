/** Cleans up after pages that died while they probed the store. */
import type { Clock } from '../clock.ts';
import { probePrefix } from './probe.ts';
import type { Store } from './store.ts';

/** A probe is over by then, ms. */
const oldMs = 60_000;

/** Deletes the keys of probes in which a page died. */
export async function sweepProbes(store: Store, clock: Clock): Promise<void> {
  const isOld = (value: unknown): boolean => {
    const { at } = (value ?? {}) as { readonly at?: unknown };
    return typeof at !== 'number' || Math.abs(clock.now() - at) > oldMs;
  };
  for (const key of await store.keys(probePrefix)) {
    await store.update(key, (current) => (isOld(current) ? undefined : current));
  }
}
