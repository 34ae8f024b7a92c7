/** Parts of a browser that its tabs share, in one process. */
import { createMemoryStore, type Announcement, type Store, type TabChannel } from '../../src/kit/session/index.ts';

/** A store as a browser has it: shared by the tabs that are given it. */
export const createTabStore = (): Store => Object.freeze({ ...createMemoryStore(), storage: 'persistent' });

/** A BroadcastChannel among the tabs that `join` it: everyone hears but the one who spoke, and never at once. */
export function createBus(): () => TabChannel {
  const members = new Set<{ readonly listeners: Set<(message: Announcement) => void> }>();
  return () => {
    const self = { listeners: new Set<(message: Announcement) => void>() };
    members.add(self);
    return {
      announce(message) {
        const others = [...members].filter((member) => member !== self);
        setImmediate(() => others.forEach(({ listeners }) => listeners.forEach((run) => run(message))));
      },
      listen(run) {
        self.listeners.add(run);
        return () => self.listeners.delete(run);
      },
      close: () => void members.delete(self),
    };
  };
}
