/** A keeper on a page, with the clock, the store and the window that a test moves. */
import { createMemoryStore, createSessionKeeper, type ServiceAnswer } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { accountId, fresh, noon, persistent } from './fixtures.ts';

/** Opens a keeper over an empty store. */
export function open({
  ask,
  store = persistent(createMemoryStore()),
  clock = createFixedClock({ now: noon }),
}: {
  ask?: (sessionId: string) => Promise<ServiceAnswer>;
  store?: ReturnType<typeof persistent>;
  clock?: ReturnType<typeof createFixedClock>;
} = {}): {
  store: typeof store;
  clock: typeof clock;
  keeper: ReturnType<typeof createSessionKeeper>;
  page: EventTarget;
} {
  const page = new EventTarget();
  return { store, clock, page, keeper: createSessionKeeper({ accountId, store, clock, ask, page }) };
}

/** Opens a keeper that holds a session of 15 minutes. */
export async function signedIn(options: Parameters<typeof open>[0] = {}): Promise<ReturnType<typeof open>> {
  const opened = open(options);
  await opened.keeper.adopt(await fresh('1', opened.clock), { replaces: 'any' });
  return opened;
}
