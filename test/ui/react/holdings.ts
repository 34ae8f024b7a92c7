/** Counts what wallets hold of the page that a test runs in, from here on. */
import type { Clock } from 'countersign';
import { createFixedClock } from 'countersign-sandbox/testing';

/** The counts, and a clock that stands still, whose timers are among them: none goes away by its own end. */
export interface Holdings {
  readonly clock: Clock;
  count(): Readonly<Record<'timers' | 'listeners' | 'channels' | 'connections', number>>;
}

/** Begins to count. Of listeners those of the window and the document are counted that React has not. */
export function countHoldings(): Holdings {
  const clock = createFixedClock({ now: Date.UTC(2026, 0, 15) });
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
    clock,
    count: () => ({
      timers: clock.pending(),
      listeners: listeners.size,
      channels: channels.size,
      connections: connections.size,
    }),
  };
}
