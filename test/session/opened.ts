/** A keeper on a page, with the clock, the store and the window that a test moves. */
import { vi } from 'vitest';
import {
  createMemoryStore,
  type Adoption,
  type FreshSession,
  type LeavingSession,
  type SessionKeeper,
  type SessionKeeperOptions,
} from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { createToldKeeper } from '../told/told.ts';
import { accountId, fresh, noon, persistent } from './fixtures.ts';

/** Creates a keeper of the sample account; the service can't be asked, and revokes what it is told to. */
export function createKeeper(
  options: Pick<SessionKeeperOptions, 'store' | 'clock'> & Partial<SessionKeeperOptions>,
): SessionKeeper {
  const offline = new TypeError('offline');
  return createToldKeeper({ accountId, ask: () => Promise.reject(offline), revoke: async () => {}, ...options });
}

/** What {@link open} takes: anything of a keeper, with stores and clocks that a test holds on to. */
export type Opening = Omit<Partial<SessionKeeperOptions>, 'store' | 'clock'> & {
  store?: ReturnType<typeof persistent>;
  clock?: ReturnType<typeof createFixedClock>;
};

/** Opens a keeper over an empty store. */
export function open({
  store = persistent(createMemoryStore()),
  clock = createFixedClock({ now: noon }),
  ...options
}: Opening = {}): { store: typeof store; clock: typeof clock; keeper: SessionKeeper; page: EventTarget } {
  const page = new EventTarget();
  return { store, clock, page, keeper: createKeeper({ store, clock, page, ...options }) };
}

/** The calls of a service that revokes at once. */
export const createRevoke = () => vi.fn<(session: LeavingSession) => Promise<void>>(async () => {});

/** The sessions that it was told to revoke. */
export const idsOf = (revoke: ReturnType<typeof createRevoke>): readonly string[] =>
  revoke.mock.calls.map(([one]) => one.sessionId);

/** Signs in as a person does who presses now. */
export async function signIn(keeper: SessionKeeper, session: FreshSession): Promise<Adoption> {
  return keeper.adopt(session, { replaces: 'any', lastSignOut: await keeper.lastSignOut() });
}

/** Opens a keeper that holds a session of 15 minutes. */
export async function signedIn(options: Opening = {}): Promise<ReturnType<typeof open>> {
  const opened = open(options);
  await opened.keeper.adopt(await fresh('1', opened.clock), { replaces: 'any' });
  return opened;
}
