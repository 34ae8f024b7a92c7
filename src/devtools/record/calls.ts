/** Joins what belongs together: requests, checks and events of one call of the wallet. */
import type { RequestToSign } from '../../wallet/index.ts';
import type { Entry } from './entry.ts';
import type { TraceRecord } from './record.ts';
import { lastOf } from './last-of.ts';

/** An event of the wallet, as far as it is read. */
export interface HeardEvent {
  readonly step: string;
  readonly tab: string;
  readonly call: number;
  readonly flow: string;
  readonly method?: string;
  readonly leg?: number;
  readonly outcome?: string;
  readonly phase?: string;
  readonly code?: string;
  readonly nextStep?: string;
  readonly requestId?: string;
  readonly durationMs?: number;
}

/** Finds the group of whatever comes. */
export interface Calls {
  /** Whether the wallet tells its events: then a call's end says what became of its stamps. */
  areHeard(): boolean;
  groupOf(request: {
    readonly requestId: string | null;
    readonly path: string;
    readonly isSigned: boolean;
    /** Whether the page sends it by itself, and no wallet. */
    readonly isPages: boolean;
  }): number;
  groupOfCheck(request: RequestToSign): number;
  /** The stamp with this request id belongs to the group that asked for it. */
  expect(requestId: string, group: number): void;
  hear(event: HeardEvent): void;
}

/** Creates the joiner of one record. */
export function createCalls(record: TraceRecord): Calls {
  const challenges = new Map<string, number>();
  const groups = new Map<string, number>();
  const open: string[] = [];
  let checked: { readonly path: string; readonly group: number } | null = null;
  const nameOf = ({ tab, call }: HeardEvent): string => `${tab} ${String(call)}`;
  const entries = (): readonly Entry[] => record.snapshot().entries;

  function begin(event: HeardEvent): void {
    const group = record.newGroup();
    groups.set(nameOf(event), group);
    open.push(nameOf(event));
    record.add({ kind: 'call', step: 'begin', group, ...told(event) });
  }

  /** The event of a request comes after its answer, and says for certain whose it was. */
  function assign(event: HeardEvent): void {
    const group = groups.get(nameOf(event));
    const { requestId } = event;
    if (group === undefined || requestId === undefined) return;
    const entry = entries().find((one) => one.kind === 'exchange' && one.relayRequestId === requestId);
    if (entry !== undefined && entry.group !== group) record.change(entry.id, { group });
  }

  function end(event: HeardEvent): void {
    const name = nameOf(event);
    const group = groups.get(name) ?? record.newGroup();
    if (open.includes(name)) open.splice(open.indexOf(name), 1);
    record.add({ kind: 'call', step: 'end', group, ...told(event) });
    if (event.outcome === 'done') record.settle(group, 'done');
    if (event.outcome === 'failed') record.settle(group, 'refused');
  }

  return {
    areHeard: () => groups.size > 0,
    groupOf({ requestId, path, isSigned, isPages }) {
      if (isPages) return record.newGroup();
      const known = requestId === null ? undefined : challenges.get(requestId);
      if (known !== undefined) return known;
      if (isSigned && checked !== null && path.endsWith(checked.path)) return checked.group;
      const newest = open.at(-1);
      return (newest === undefined ? undefined : groups.get(newest)) ?? record.newGroup();
    },
    groupOfCheck({ path }) {
      const asked = lastOf(entries(), (one) => one.kind === 'exchange' && one.leg === 1 && one.path.endsWith(path));
      const isOpen = lastOf(entries(), (one) => one.kind === 'exchange' && one.leg === 2 && one.group === asked?.group);
      const newest = open.at(-1);
      const group =
        asked !== undefined && isOpen === undefined
          ? asked.group
          : ((newest === undefined ? undefined : groups.get(newest)) ?? record.newGroup());
      checked = { path, group };
      return group;
    },
    expect: (requestId, group) => void challenges.set(requestId, group),
    hear(event) {
      if (event.step === 'begin') begin(event);
      if (event.step === 'request') assign(event);
      if (event.step === 'move') {
        const group = groups.get(nameOf(event));
        if (group !== undefined) record.add({ kind: 'call', step: 'move', group, ...told(event) });
      }
      if (event.step === 'end') end(event);
    },
  };
}

function told({ flow, outcome = null, phase = null, code = null, nextStep = null, durationMs = null }: NullableEvent) {
  return { flow, outcome, phase, code, nextStep, durationMs };
}

type NullableEvent = { readonly flow: string } & {
  readonly [Name in 'outcome' | 'phase' | 'code' | 'nextStep']?: string | null;
} & { readonly durationMs?: number | null };
