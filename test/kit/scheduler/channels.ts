/** BroadcastChannels of one origin over several tabs, each message a step of the scheduler. */
import type { BroadcastChannelLike } from '../../../src/kit/session/tabs.ts';
import { CountingTarget } from './counting-target.ts';
import type { Scheduler } from './scheduler.ts';

interface Member {
  readonly tab: number;
  readonly name: string;
  readonly target: CountingTarget;
}

/** The channels that tabs share. */
export interface SharedChannels {
  /** `BroadcastChannel` of a tab. */
  of(tab: number): new (name: string) => BroadcastChannelLike;
  /** Ends all that a tab has open, as its end does. */
  release(tab: number): void;
  /** How many listen on what a tab has open. */
  listenersOf(tab: number): number;
}

/** Creates channels that nobody has opened. */
export function createChannels(scheduler: Scheduler): SharedChannels {
  const members = new Set<Member>();
  const membersOf = (tab: number): readonly Member[] => [...members].filter((member) => member.tab === tab);
  return Object.freeze({
    of: (tab: number) =>
      class Channel implements BroadcastChannelLike {
        readonly #target = new CountingTarget();
        readonly #member: Member;
        #isClosed = false;
        constructor(name: string) {
          this.#member = { tab, name, target: this.#target };
          members.add(this.#member);
        }
        postMessage(message: unknown): void {
          if (this.#isClosed) throw new DOMException('The channel is closed.', 'InvalidStateError');
          const data: unknown = structuredClone(message);
          for (const member of members) {
            if (member === this.#member || member.name !== this.#member.name) continue;
            const run = (): void => {
              if (members.has(member)) member.target.dispatchEvent(new MessageEvent('message', { data }));
            };
            scheduler.queue({ tab: member.tab, label: 'message', run });
          }
        }
        addEventListener: BroadcastChannelLike['addEventListener'] = (type: string, run: unknown) =>
          this.#target.addEventListener(type, run as EventListener);
        removeEventListener: BroadcastChannelLike['removeEventListener'] = (type: string, run: unknown) =>
          this.#target.removeEventListener(type, run as EventListener);
        close(): void {
          this.#isClosed = true;
          members.delete(this.#member);
        }
      },
    release(tab: number) {
      for (const member of membersOf(tab)) members.delete(member);
    },
    listenersOf: (tab: number) => membersOf(tab).reduce((sum, { target }) => sum + target.count, 0),
  });
}
