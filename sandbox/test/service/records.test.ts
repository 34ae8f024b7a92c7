import { expect, test } from 'vitest';
import { pageOf } from '../../src/service/http/paging.ts';
import { createRecords } from '../../src/service/service/records.ts';

interface Item {
  readonly id: string;
  readonly owner: string;
}

test.each([100, 20_000])('a page of one reads two of %i records, and none of another owner', (size) => {
  let reads = 0;
  const records = createRecords<Item>(({ owner }) => [owner]);
  for (let number = 0; number < size; number += 1) {
    const id = String(number);
    const item = {
      owner: number % 2 === 0 ? 'one' : 'other',
      get id() {
        reads += 1;
        return id;
      },
    };
    records.set(id, item);
  }
  const list = records.list('one');
  const page = pageOf(list, { limit: 1 }, { sortOrder: 'desc', answer: ({ owner }) => owner });
  expect(page).toMatchObject({ data: ['one'], hasMore: true, totalCount: size / 2 });
  expect(reads).toBeLessThan(5);
  // A page deep in the list is found by its cursor; a filter reads each record once.
  const deep = pageOf(list, { limit: list.length - 3 }, { answer: ({ owner }) => owner });
  reads = 0;
  pageOf(list, { limit: 1, cursor: deep.nextCursor }, { answer: ({ owner }) => owner });
  expect(reads).toBeLessThan(5);
  reads = 0;
  const isEven = ({ id }: Item): boolean => Number(id) % 4 === 0;
  expect(pageOf(list, { limit: 1 }, { answer: ({ owner }) => owner, fits: isEven }).totalCount).toBe(size / 4);
  expect(reads).toBeLessThan(size / 2 + 5);
});
