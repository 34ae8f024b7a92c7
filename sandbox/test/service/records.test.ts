import { describe, expect, test } from 'vitest';
import { every, pageOf, when } from '../../src/service/http/paging.ts';
import type { CustomerRecord } from '../../src/service/customers/customer-records.ts';
import { createState } from '../../src/service/service/state.ts';
import type { CredentialRecord } from '../../src/service/wallet-auth/wallet-auth-records.ts';
import { createRecords, type Records } from '../../src/service/service/records.ts';

interface Item {
  readonly id: string;
  readonly owner: string;
}

const idsOf = (items: Iterable<{ readonly id: string }>): string[] => [...items].map(({ id }) => id);

describe('records', () => {
  const open = (): Records<Item> => {
    const records = createRecords<Item>(({ owner }) => [owner]);
    for (const [id, owner] of ['a1', 'b2', 'a3', 'b4'].map((name) => [name, name.slice(0, 1)] as const)) {
      records.set(id, { id, owner });
    }
    return records;
  };

  test('are listed by owner and all together, in the order of their creation', () => {
    const records = open();
    expect([idsOf(records.list()), idsOf(records.list('a')), idsOf(records.list('c'))]).toEqual([
      ['a1', 'b2', 'a3', 'b4'],
      ['a1', 'a3'],
      [],
    ]);
  });

  test('keep their place when they are replaced, leave a list that they name no more, and are gone when deleted', () => {
    const records = open();
    records.set('a1', { id: 'a1', owner: 'a' }).set('b2', { id: 'b2', owner: 'c' });
    expect([records.delete('a3'), records.delete('a3')]).toEqual([true, false]);
    expect(['', 'a', 'b', 'c'].map((name) => idsOf(records.list(name)))).toEqual([
      ['a1', 'b2', 'b4'],
      ['a1'],
      ['b4'],
      ['b2'],
    ]);
  });
});

test('what a wallet or a payment looks for among all has a list of its own', () => {
  const { credentials, customers } = createState();
  const one = { method: { accountId: 'one' } } as CredentialRecord;
  credentials.set('1', one).set('2', { method: { accountId: 'other' } } as CredentialRecord);
  expect(credentials.list('one')).toEqual([one]);
  const customer = { platformCustomerId: 'p', fields: { umaAddress: '$a@example.com' } } as unknown as CustomerRecord;
  customers.set('1', customer);
  expect([customers.list('platform p'), customers.list('uma $a@example.com')]).toEqual([[customer], [customer]]);
  customers.set('1', { ...customer, isDeleted: true });
  expect([customers.list('platform p'), customers.list('uma $a@example.com')]).toEqual([[], []]);
});

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

test('filters that are chosen are joined, and none is a filter of its own', () => {
  const by = (owner?: string, id?: string) =>
    every<Item>(
      when(owner, (wanted) => (item) => item.owner === wanted),
      when(id, (wanted) => (item) => item.id === wanted),
    );
  const items = ['a1', 'b2', 'a3'].map((id) => ({ id, owner: id.slice(0, 1) }));
  expect([by('a'), by('a', 'a3'), by('b', 'a3')].map((fits) => idsOf(items.filter(fits ?? (() => true))))).toEqual([
    ['a1', 'a3'],
    ['a3'],
    [],
  ]);
  expect(by()).toBeUndefined();
});
