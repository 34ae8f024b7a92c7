/** Observations of one life: presses with their outcomes, requests with their places, and incidents of tabs. */
import type { WalletState } from 'countersign';
import { intents, madeUp } from '../../calls.ts';
import type { Pressed, Seen, Shown, Stamped, Visited } from '../../judge.ts';
import type { Press, Told } from './page.ts';
import type { Exchange, Sighting } from './proxy.ts';

/** One press in its page; times in ms since the life began. */
export interface PagePress {
  readonly number: number;
  readonly tab: number;
  readonly press: Press;
  /** Name of the request: two presses with the same name ask for the same. */
  readonly intent: string | undefined;
  /** When it was pressed; as the page tells once it ended. */
  start: number;
  /** When somebody was told; absent while nobody was. */
  end?: number;
  told?: Told;
}

/** An event of a tab or of the whole browser. */
export interface Incident {
  readonly at: number;
  /** Undefined for what happened to all. */
  readonly tab?: number;
  readonly what: string;
}

/** A change of a tab's state. */
export interface Change {
  readonly at: number;
  readonly tab: number;
  readonly state: WalletState;
}

/** All of it, in the order in which it was seen. */
export interface Observations {
  /** Whether each page stands alone. */
  readonly isAlone?: boolean;
  readonly presses: readonly PagePress[];
  readonly sightings: readonly Sighting[];
  readonly incidents: readonly Incident[];
  readonly changes: readonly Change[];
}

/** The name of what a press asks for; undefined where nothing but the session is changed. */
export function intentOf({ kind, ...given }: Press): string | undefined {
  return kind === 'sign-in' || kind === 'sign-out' ? undefined : intents[kind]?.({ ...madeUp, ...given });
}

/** The incident of a device whose clock somebody sets back. */
export const clockSetBack = 'the clock is set back';

/** Time after the press of a sign-out in which a request that was stamped before may still leave its page, ms. */
const stampedBeforeMs = 1_000;

/** The observations, as the judge reads them. */
export function seenOf(seen: Observations, { signedIn, ended }: Pick<Seen, 'signedIn' | 'ended'>): Seen {
  const { sightings, incidents, isAlone = false } = seen;
  const isOld = incidents.some(({ what }) => what.startsWith('the device sleeps'));
  const isSetBack = incidents.some(({ what }) => what === clockSetBack);
  const pressed = seen.presses.map(({ tab, press, intent, start: from, end: at, told }) => ({
    tab,
    intent: intent ?? press.kind,
    from,
    ...(told === undefined || at === undefined ? {} : { told: told.told, at }),
  }));
  const presses = pressed.map((press): Pressed => {
    const { tab, intent, from, at = Infinity } = press;
    // A sign-in is the later one wherever it was told after the sign-out began.
    if (intent === 'sign-in') return { ...press, reachedAt: at };
    if (intent === 'sign-out') return { ...press, at: Math.min(at, from + stampedBeforeMs) };
    // Its marker goes when the answer is heard, a little before its caller is told.
    const heard = sightings.find(
      ({ place, exchange: { tab: where, leg, sentAt, ...exchange } }) =>
        place === 'delivered' && where === tab && leg === 2 && intentOfExchange(exchange) === intent && sentAt >= from,
    );
    return { ...press, closedAt: Math.min(at, heard?.at ?? Infinity) };
  });
  const mayBeSo = (intent: string): boolean => intent.startsWith('PATCH ');
  return { isAlone, presses, stamped: stampedOf(seen), signedIn, ended, isOld, isSetBack, mayBeSo };
}

/** The visits of a life, and the sessions that its tabs show. */
export function visitsOf(
  { sightings, logIns, logOuts }: Observations & Pick<Visited, 'logIns' | 'logOuts'>,
  shown: Shown,
): Visited {
  const admitted = sightings.flatMap(({ place, exchange: { tab, method, path, sentAt } }) =>
    place === 'arrived' ? [{ tab, what: `${method} ${path}`, sentAt }] : [],
  );
  const sessions = [...shown].flatMap(([tab, id]) => {
    const { exchange } = sightings.find(({ began }) => began !== undefined && began === id) ?? {};
    return id === undefined || exchange === undefined ? [] : [{ tab, id, askedAt: exchange.sentAt }];
  });
  return { logIns, logOuts, admitted, sessions };
}

/** A request that is delivered again is done once: its later answers repeat the first. */
function stampedOf({ sightings, incidents }: Observations): readonly Stamped[] {
  const repeated = new Set<unknown>();
  return sightings.flatMap(({ place, exchange }): Stamped[] => {
    const { tab, leg, sentAt, idempotencyKey } = exchange;
    if (place !== 'sent' || leg !== 2) return [];
    const answer = sightings.find(
      (sighting) => sighting.exchange === exchange && sighting.place === 'answered' && isSuccess(sighting.status),
    );
    const isDone = answer !== undefined && !repeated.has(idempotencyKey);
    if (isDone && idempotencyKey !== undefined) repeated.add(idempotencyKey);
    // A page that stood still sends what it had stamped before.
    const isThawed = incidents.some(
      ({ tab: where, what, at }) => where === tab && what === 'resumed' && Math.abs(sentAt - at) < stampedBeforeMs,
    );
    const stampedAt = isThawed ? -Infinity : sentAt;
    return [{ tab, intent: intentOfExchange(exchange), sentAt, stampedAt, ...(isDone ? { doneAt: answer.at } : {}) }];
  });
}

const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

const intentOfExchange = ({ method, path, asks }: Pick<Exchange, 'method' | 'path' | 'asks'>): string =>
  [method, path, asks].filter((part) => part !== undefined).join(' ');
