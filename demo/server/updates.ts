/** What the page is told without asking: each person's latest changes, numbered so that a connection can be taken up again. */

/** One change; what it is now, the page reads itself. */
export interface Update {
  readonly id: number;
  /** `account`: the balance; `payment`, `card`: one of these; `sandbox`: somebody else pressed something there. */
  readonly kind: 'account' | 'payment' | 'card' | 'sandbox';
  /** Id of the payment or card; empty for the account; of the sandbox, `clock` or `faults`. */
  readonly about: string;
}

/** A listener's place in the sequence. */
export interface Listening {
  /** Whether updates after `afterId` are unknown here: then the page reads everything again. */
  readonly hasGap: boolean;
  stop(): void;
}

/** The updates of all customers. */
export interface Updates {
  publish(customerId: string, update: Omit<Update, 'id'>): void;
  /** Hands over what came after `afterId` (null: from now on), and then each update as it comes. */
  listen(customerId: string, afterId: number | null, listener: (update: Update) => void): Listening;
  /** Tells everybody else who listens right now. */
  tellOthers(customerId: string, update: Omit<Update, 'id'>): void;
  /** The number of the latest update of anybody. */
  latestId(): number;
}

const mostKept = 200;

/** Makes an empty sequence; `firstId` differs from run to run, so that a number of an earlier run is known as such. */
export function createUpdates(firstId: number): Updates {
  let latest = firstId;
  let kept: readonly { readonly customerId: string; readonly update: Update }[] = [];
  const listeners = new Set<{ readonly customerId: string; readonly listener: (update: Update) => void }>();

  return Object.freeze({
    publish(customerId: string, update: Omit<Update, 'id'>): void {
      latest += 1;
      const numbered = { ...update, id: latest };
      kept = [...kept, { customerId, update: numbered }].slice(-mostKept);
      for (const each of listeners) if (each.customerId === customerId) each.listener(numbered);
    },
    listen(customerId: string, afterId: number | null, listener: (update: Update) => void): Listening {
      const oldest = kept[0]?.update.id ?? latest + 1;
      const hasGap = afterId !== null && (afterId > latest || afterId < oldest - 1);
      if (afterId !== null && !hasGap) {
        for (const { customerId: owner, update } of kept) {
          if (owner === customerId && update.id > afterId) listener(update);
        }
      }
      const entry = { customerId, listener };
      listeners.add(entry);
      return { hasGap, stop: () => void listeners.delete(entry) };
    },
    tellOthers(customerId: string, update: Omit<Update, 'id'>): void {
      for (const each of listeners) if (each.customerId !== customerId) each.listener({ ...update, id: latest });
    },
    latestId: () => latest,
  });
}
