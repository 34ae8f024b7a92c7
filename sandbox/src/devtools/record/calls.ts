/** Groups the requests, checks and events of one call of the wallet. */
import type { RequestToSign, WalletEvent } from 'countersign';
import type { CallEntry, Entry } from './entry.ts';
import { lastOf } from './last-of.ts';
import type { TraceRecord } from './record.ts';

/** Finds the group of whatever comes. */
export interface Calls {
  /** Returns the likeliest call of this request. Its event, which comes later, is certain. */
  groupOf(request: { readonly path: string; readonly isSigned: boolean }): number;
  /** The call whose payload was checked, which the next stamp for this path belongs to. */
  groupOfCheck(request: RequestToSign): number;
  hear(event: WalletEvent): void;
}

/** Creates the joiner of one record. */
export function createCalls(record: TraceRecord): Calls {
  const groups = new Map<string, number>();
  let open: readonly number[] = [];
  const checked = new Map<string, number>();
  const entries = (): readonly Entry[] => record.snapshot().entries;
  const newest = (): number => open.at(-1) ?? record.newGroup();

  function assign(requestId: string, group: number): void {
    const entry = lastOf(entries(), (one) => one.kind === 'exchange' && one.relayRequestId === requestId);
    if (entry !== undefined && entry.group !== group) record.change(entry.id, { group });
  }

  return {
    groupOf({ path, isSigned }) {
      const [, group] = [...checked].find(([one]) => isSigned && path.endsWith(one)) ?? [];
      return group ?? newest();
    },
    groupOfCheck({ path }) {
      const asked = lastOf(
        entries(),
        (one) => one.kind === 'exchange' && one.leg === 1 && one.path.endsWith(path) && open.includes(one.group),
      );
      const group = asked?.group ?? newest();
      checked.set(path, group);
      return group;
    },
    hear(event) {
      if (event.step === 'state') return;
      const name = `${event.tab} ${String(event.call)}`;
      const group = groups.get(name) ?? record.newGroup();
      groups.set(name, group);
      if (event.step === 'request') {
        if (event.requestId !== undefined) assign(event.requestId, group);
        return;
      }
      record.add({ kind: 'call', group, ...recorded(event) });
      if (event.step === 'begin') open = [...open, group];
      if (event.step !== 'end') return;
      open = open.filter((one) => one !== group);
      groups.delete(name);
      for (const [path, one] of checked) if (one === group) checked.delete(path);
      if (event.outcome === 'done') record.settle(group, 'done');
      if (event.outcome === 'failed') record.settle(group, 'refused');
    },
  };
}

/** Recorded members of an event: those that its step has, and null for the others. */
function recorded(event: Partial<Omit<CallEntry, 'step' | 'flow'>> & Pick<CallEntry, 'step' | 'flow'>) {
  const { step, flow, outcome = null, phase = null, code = null, nextStep = null, durationMs = null } = event;
  return {
    step,
    flow,
    outcome,
    phase,
    code,
    nextStep,
    durationMs: durationMs === null ? null : Math.round(durationMs),
  };
}
