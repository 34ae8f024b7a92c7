/** Pages of a list: `limit` and an opaque `cursor` that names the last item seen and the order. */
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '../../encoding/index.ts';
import { invalidInput } from './refusal.ts';

/** A list answer. */
export interface PageAnswer {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

/** Which page is asked for. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The order that the items are in. */
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** Cuts one page. @throws Refusal 400 for a cursor that no earlier answer of this list, in this order, gave. */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  { limit, cursor, sortOrder = 'asc' }: PageQuery,
  answer: (item: Item) => unknown,
): PageAnswer {
  const start =
    cursor === undefined ? 0 : items.findIndex((item) => `${sortOrder} ${item.id}` === readCursor(cursor)) + 1;
  if (cursor !== undefined && start === 0) throw badCursor();
  const slice = items.slice(start, start + limit);
  const last = slice.at(-1);
  const hasMore = start + limit < items.length;
  return {
    data: slice.map(answer),
    hasMore,
    ...(hasMore && last !== undefined ? { nextCursor: encodeBase64url(encodeUtf8(`${sortOrder} ${last.id}`)) } : {}),
    totalCount: items.length,
  };
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
