/** Pages of a list: `limit` and an opaque `cursor` that names the list, the last item seen and the one after it. */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  decodeBase64url,
  decodeUtf8,
  encodeBase64url,
  encodeHex,
  encodeUtf8,
} from '../../../../src/kit/encoding/index.ts';
import { invalidInput } from './refusal.ts';

/** A list answer. */
export interface PageAnswer {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

/** The requested page; the rest of a query chooses the list. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Options of {@link pageOf}. */
export interface PageOfOptions<Item> {
  readonly answer: (item: Item) => unknown;
  /** The order in which the items are listed. Default `asc`, theirs. */
  readonly sortOrder?: 'asc' | 'desc';
  /**
   * Returns true for items that the list shows. A hidden item keeps its place, so that cursors stay valid. By default
   * all, without a look at those of other pages.
   */
  readonly fits?: Filter<Item> | undefined;
}

/** Cuts one page out of items in order. @throws Refusal 400 for a cursor that no earlier answer of this list, in this order, gave. */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  query: PageQuery,
  { answer, sortOrder = 'asc', fits }: PageOfOptions<Item>,
): PageAnswer {
  const { limit, cursor, ...list } = query;
  const name = encodeHex(sha256(encodeUtf8(JSON.stringify(list)))).slice(0, 8);
  const [of = name, before, first, hint] = cursor === undefined ? [] : readCursor(cursor).split(' ');
  const [start, step] = sortOrder === 'asc' ? [0, 1] : [items.length - 1, -1];
  const begin = cursor === undefined ? start : placeOf(items, { start, step, before, first, hint: Number(hint) });
  if (of !== name || begin === undefined) throw badCursor();
  let totalCount = fits === undefined ? items.length : 0;
  const found: number[] = [];
  for (let place = fits === undefined ? begin : start; ; place += step) {
    const item = items[place];
    if (item === undefined || (fits === undefined && found.length > limit)) break;
    if (fits !== undefined) {
      if (!fits(item)) continue;
      totalCount += 1;
    }
    if (found.length <= limit && (place - begin) * step >= 0) found.push(place);
  }
  const shown = found.slice(0, limit).flatMap((place) => items[place] ?? []);
  const [last, next] = [shown[limit - 1], items[found[limit] ?? -1]];
  const isNamed = last !== undefined && next !== undefined;
  const nextCursor = isNamed ? [name, last.id, next.id, found[limit]].join(' ') : '';
  return {
    data: shown.map(answer),
    hasMore: next !== undefined,
    ...(isNamed ? { nextCursor: encodeBase64url(encodeUtf8(nextCursor)) } : {}),
    totalCount,
  };
}

/** The items that a cursor names, in the direction of its list. */
interface CursorPlace {
  readonly start: number;
  readonly step: number;
  readonly before: string | undefined;
  readonly first: string | undefined;
  /** Where `first` was. */
  readonly hint: number;
}

// Either of the two items may have been deleted since; what was last on the page before comes first.
function placeOf(
  items: readonly { readonly id: string }[],
  { start, step, before, first, hint }: CursorPlace,
): number | undefined {
  if (items[hint] !== undefined && items[hint].id === first) return hint;
  for (let place = start; items[place] !== undefined; place += step) {
    if (items[place]?.id === first) return place;
    if (items[place]?.id === before) return place + step;
  }
  return undefined;
}

/** Chooses the items that a list shows. */
export type Filter<Item> = (item: Item) => boolean;

/** The filter for a wanted value; undefined where none is wanted. */
export function when<Value, Item>(
  wanted: Value | undefined,
  filter: (wanted: Value) => Filter<Item>,
): Filter<Item> | undefined {
  return wanted === undefined ? undefined : filter(wanted);
}

/** The filters that are there as one; undefined where none is, so that nothing is read for it. */
export function every<Item>(...filters: readonly (Filter<Item> | undefined)[]): Filter<Item> | undefined {
  const all = filters.filter((filter) => filter !== undefined);
  return all.length > 1 ? (item) => all.every((filter) => filter(item)) : all[0];
}

function readCursor(cursor: string): string {
  try {
    return decodeUtf8(decodeBase64url(cursor));
  } catch {
    throw badCursor();
  }
}

function badCursor(): Error {
  return invalidInput([{ field: 'cursor', message: 'Pass the nextCursor of the previous answer to the same list.' }]);
}
