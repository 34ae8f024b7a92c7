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

/** Which page is asked for; the rest of a query says which list. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Options of {@link pageOf}. */
export interface PageOfOptions<Item> {
  readonly answer: (item: Item) => unknown;
  /** Which items the list shows; an item that it hides keeps its place, so that cursors stay valid. Default all. */
  readonly fits?: (item: Item) => boolean;
}

/** Cuts one page out of items in order. @throws Refusal 400 for a cursor that no earlier answer of this list, in this order, gave. */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  query: PageQuery,
  { answer, fits = () => true }: PageOfOptions<Item>,
): PageAnswer {
  const { limit, cursor, ...list } = query;
  const name = encodeHex(sha256(encodeUtf8(JSON.stringify(list)))).slice(0, 8);
  const start = cursor === undefined ? 0 : startOf(items, name, readCursor(cursor));
  const found = items.slice(start).filter(fits);
  const [last, next] = [found[limit - 1], found[limit]];
  const isNamed = last !== undefined && next !== undefined;
  return {
    data: found.slice(0, limit).map(answer),
    hasMore: next !== undefined,
    ...(isNamed ? { nextCursor: encodeBase64url(encodeUtf8([name, last.id, next.id].join(' '))) } : {}),
    totalCount: items.filter(fits).length,
  };
}

// Either of the two may have been deleted since.
function startOf(items: readonly { readonly id: string }[], name: string, cursor: string): number {
  const [list, last, next] = cursor.split(' ');
  const after = items.findIndex(({ id }) => id === last) + 1;
  const start = after > 0 ? after : items.findIndex(({ id }) => id === next);
  if (list !== name || start === -1) throw badCursor();
  return start;
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
