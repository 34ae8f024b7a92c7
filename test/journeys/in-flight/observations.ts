/** What was seen of one life: presses and what they were told, requests and how far they came, and what befell the tabs. */
import type { WalletState } from 'countersign';
import type { Press, Told } from './page.ts';
import type { Exchange, Sighting } from './proxy.ts';

/** One press of a button; times in ms since the life began. */
export interface Pressed {
  readonly number: number;
  readonly tab: number;
  readonly press: Press;
  /** What is asked for: two presses with the same name ask for the same. */
  readonly intent: string | undefined;
  /** When it was pressed; as the page tells once it ended. */
  start: number;
  /** When somebody was told; absent while nobody was. */
  end?: number;
  told?: Told;
}

/** What happened to a tab or to the whole browser. */
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
  readonly presses: readonly Pressed[];
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
    case 'sign-in':
    case 'refresh':
    case 'sign-out':
    case 'list-sessions':
      break;
  }
  return undefined;
}

/** The same name, of a request. */
export function intentOfExchange({ method, path, asks }: Exchange): string {
  return asks === undefined ? `${method} ${path}` : `${method} ${path} ${asks}`;
}

/** What the service did: a stamped request that it answered with success. */
export interface Effect {
  readonly intent: string;
  readonly at: number;
  readonly exchange: Exchange;
}

/** The effects, oldest first. A request that is delivered again has one: its later answers repeat the first. */
export function effectsOf({ sightings }: Pick<Observations, 'sightings'>): readonly Effect[] {
  const effects: Effect[] = [];
  const repeated = new Set<string>();
  for (const { place, status = 0, exchange, at } of sightings) {
    if (place !== 'answered' || exchange.leg !== 2 || status < 200 || status > 299) continue;
    const { idempotencyKey } = exchange;
    if (idempotencyKey !== undefined && repeated.has(idempotencyKey)) continue;
    if (idempotencyKey !== undefined) repeated.add(idempotencyKey);
    effects.push({ intent: intentOfExchange(exchange), at, exchange });
  }
  return effects;
}
