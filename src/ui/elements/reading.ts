/** A press means what the person read: what a button signs has stood unchanged in view for a while. */

/** Duration of the pause, ms. */
const readMs = 800;

/** Set by a press that asked the page for something else to sign, which may come in another element. */
let isAsked = false;

/** Notes such a press. */
export function expectAnother(): void {
  isAsked = true;
}

/** Follows what one element would sign, and tells whether that could be read. */
export interface Reading {
  /** Compares what would be signed with what was seen before, and returns whether it has changed. The first is no change. */
  see(signs: string): boolean;
  /** Whether what was seen last has stood long enough. */
  isRead(): boolean;
  /** Listens in this document; what was seen in another place is read anew. */
  begin(owner: Document): void;
  end(): void;
}

/** Creates the reading of one element; `changed` is called when a press stops or begins to count. */
export function createReading(changed: () => void): Reading {
  let seen: string | undefined;
  let isRead = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listening = new AbortController();
  let document: Document | undefined;
  const set = (now: boolean): void => {
    isRead = now;
    changed();
  };
  const restart = (): void => {
    clearTimeout(timer);
    if (seen === undefined) return;
    set(false);
    // A hidden page is not read; its return begins anew.
    if (document?.visibilityState === 'visible') timer = setTimeout(() => set(true), readMs);
  };
  return {
    see(signs) {
      if (signs === seen) return false;
      const isChange = seen !== undefined || isAsked;
      seen = signs;
      isAsked = false;
      if (isChange) restart();
      return isChange;
    },
    isRead: () => isRead,
    begin(owner) {
      document = owner;
      listening = new AbortController();
      const { signal } = listening;
      owner.addEventListener('visibilitychange', restart, { signal });
      owner.defaultView?.addEventListener('focus', restart, { signal });
      restart();
    },
    end() {
      clearTimeout(timer);
      listening.abort();
    },
  };
}
