import { expect, test } from 'vitest';
import { exportTrace } from '../../src/devtools/record/kept-entries.ts';
import { createRecord } from '../../src/devtools/record/record.ts';

const mark = 'canary-5b1f';

function createStorage() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, storage };
}

function recordOf({ storage }: ReturnType<typeof createStorage>) {
  const record = createRecord({ clock: { now: () => 0 }, storage });
  record.add({
    kind: 'exchange',
    group: record.newGroup(),
    method: 'GET',
    path: `/api/link?token=${mark}`,
    to: 'back-end',
    leg: null,
    status: 200,
    isLost: false,
    durationMs: 1,
    code: null,
    signedBy: null,
    relayRequestId: null,
    sent: [{ name: 'code', value: mark }],
    sentHeaders: [{ name: 'x-request-id', value: mark }],
    received: [{ name: 'code', value: mark }],
    receivedHeaders: [{ name: 'x-request-id', value: mark }],
  });
  return record;
}

test('neither a query nor a field of a body or a header is kept over a reload or exported', () => {
  const page = createStorage();
  const record = recordOf(page);
  const written = [...page.kept.values()].join('\n') + exportTrace(record.snapshot().entries);
  expect(written).toContain('"/api/link"');
  expect(written).not.toContain(mark);
});

test('an entry that an earlier version has kept in another form is left out, and the others stay', () => {
  const page = createStorage();
  recordOf(page);
  const [key = ''] = page.kept.keys();
  const [good] = JSON.parse(page.kept.get(key) ?? '[]') as object[];
  const bad = (kind: string): object => ({ id: 1, at: 0, group: 1, kind });
  const list = [...['exchange', 'call', 'check', 'state', 'key', 'other'].map(bad), null, 1, good];
  page.kept.set(key, JSON.stringify(list));
  const { entries } = createRecord({ clock: { now: () => 0 }, storage: page.storage }).snapshot();
  expect(entries).toEqual([{ ...good, isEarlier: true }]);
  expect(exportTrace(entries)).toContain('"/api/link"');
});

test('a record that is cleared leaves nothing in storage', () => {
  const page = createStorage();
  recordOf(page).clear();
  expect([...page.kept]).toEqual([]);
  expect(createRecord({ clock: { now: () => 0 }, storage: page.storage }).snapshot().entries).toEqual([]);
});
