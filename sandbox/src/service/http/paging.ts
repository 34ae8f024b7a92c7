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
  /** How many items there are. */
  readonly size: number;
  /**
   * Returns true for items that the list shows. A hidden item keeps its place, so that cursors stay valid. By default
   * all, without a look at those of other pages.
   */
  readonly fits?: ((item: Item) => boolean) | undefined;
}

/** Cuts one page out of items in order. @throws Refusal 400 for a cursor that no earlier answer of this list, in this order, gave. */
export function pageOf<Item extends { readonly id: string }>(
  items: Iterable<Item>,
  query: PageQuery,
  { answer, size, fits }: PageOfOptions<Item>,
): PageAnswer {
  const { limit, cursor, ...list } = query;
  const name = encodeHex(sha256(encodeUtf8(JSON.stringify(list)))).slice(0, 8);
  const [of = name, before, first] = cursor === undefined ? [] : readCursor(cursor).split(' ');
  let hasBegun = cursor === undefined;
  let totalCount = fits === undefined ? size : 0;
  const found: Item[] = [];
  for (const item of items) {
    // Either of the two may have been deleted since; what was last on the page before comes first.
    if (!hasBegun && item.id === first) hasBegun = true;
    if (fits === undefined || fits(item)) {
      if (fits !== undefined) totalCount += 1;
      if (hasBegun && found.length <= limit) found.push(item);
    }
    if (!hasBegun && item.id === before) hasBegun = true;
    if (fits === undefined && found.length > limit) break;
  }
  if (of !== name || !hasBegun) throw badCursor();
  const [last, next] = [found[limit - 1], found[limit]];
  const isNamed = last !== undefined && next !== undefined;
  return {
    data: found.slice(0, limit).map(answer),
    hasMore: next !== undefined,
    ...(isNamed ? { nextCursor: encodeBase64url(encodeUtf8([name, last.id, next.id].join(' '))) } : {}),
    totalCount,
  };
}

/** A list from its end to its beginning, read one by one. */
export function* backwards<Item>(items: readonly Item[]): Generator<Item> {
  for (let place = items.length - 1; place >= 0; place -= 1) yield items[place] as Item;
}

/** Returns the predicate of a list with a chosen filter; otherwise undefined, so that nothing is read for it. */
export function whenFiltered<Item>(
  filters: object,
  fits: (item: Item) => boolean,
): ((item: Item) => boolean) | undefined {
  return Object.keys(filters).length === 0 ? undefined : fits;
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
