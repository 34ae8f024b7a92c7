/** Counts what wallets hold of the page that a test runs in, from here on. */
import type { Clock } from 'countersign';

/** The counts, and a clock whose timers are among them. */
export interface Holdings {
  readonly clock: Clock;
  count(): Readonly<Record<'timers' | 'listeners' | 'channels' | 'connections', number>>;
}

/** Begins to count. Of listeners those of the window and the document are counted that React has not. */
export function countHoldings(): Holdings {
  const timers = new Set<object>();
  const listeners = new Set<unknown>();
  const channels = new Set<BroadcastChannel>();
  const connections = new Set<IDBDatabase>();

  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    target.addEventListener = (...given: Parameters<typeof add>) => {
      if (given[0] !== 'selectionchange') listeners.add(given[1]);
      add.apply(target, given);
    };
    target.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners.delete(given[1]);
      remove.apply(target, given);
    };
  }
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (this: IDBFactory, ...call) {
    const request = open.apply(this, call);
    request.addEventListener('success', () => connections.add(request.result));
    return request;
  };
  const { close } = IDBDatabase.prototype;
  IDBDatabase.prototype.close = function (this: IDBDatabase) {
    connections.delete(this);
    close.call(this);
  };
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close(): void {
      channels.delete(this);
      super.close();
    }
  };
  return {
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      schedule(delayMs, run) {
        const timer = {};
        timers.add(timer);
        const handle = setTimeout(() => {
          timers.delete(timer);
          run();
        }, delayMs);
        return () => {
          timers.delete(timer);
          clearTimeout(handle);
        };
      },
    },
    count: () => ({
      timers: timers.size,
      listeners: listeners.size,
      channels: channels.size,
      connections: connections.size,
    }),
  };
}
