/** Observations of one life: presses with their outcomes, requests with their places, and incidents of tabs. */
import type { WalletState } from 'countersign';
import type { Pressed, Seen, Stamped } from '../../judge.ts';
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
export function intentOf(press: Press): string | undefined {
  switch (press.kind) {
    case 'execute':
      return `POST /quotes/${press.quote.id}/execute`;
    case 'freeze':
      return `PATCH /cards/${press.cardId} FROZEN`;
    case 'unfreeze':
      return `PATCH /cards/${press.cardId} ACTIVE`;
    case 'change-email':
      return `PATCH /customers/${press.customerId} ${press.email}`;
    case 'change-phone':
      return `PATCH /customers/${press.customerId} ${press.phoneNumber}`;
    case 'delegate':
      return `POST /auth/delegated-keys ${press.cardId}`;
    case 'authorize':
      return `POST /quotes/${press.quoteId}/authorize`;
    case 'sign-in':
    case 'export':
    case 'refresh':
    case 'sign-out':
    case 'list-sessions':
      break;
  }
  return undefined;
}

/** Time after the press of a sign-out in which a request that was stamped before may still leave its page, ms. */
const stampedBeforeMs = 1_000;

/** The observations, as the judge reads them. */
export function seenOf(seen: Observations, signedIn: readonly number[]): Seen {
  const { sightings, isAlone = false } = seen;
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
  return { isAlone, presses, stamped: stampedOf(seen), signedIn, mayBeSo: (intent) => intent.startsWith('PATCH ') };
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
