import { afterEach, expect, test } from 'vitest';
import { createChanges, type ChangeSubject } from '../../../src/kit/session/changes.ts';
import { accountId } from './fixtures.ts';

const shared = Object.getPrototypeOf({}) as { changed?: readonly ChangeSubject[] };

afterEach(() => {
  delete shared.changed;
});

test('a message of another tab changes only what it names itself', async () => {
  let hear: (message: { readonly data: unknown }) => void = () => {};
  const channel = {
    addEventListener: (_: string, run: typeof hear) => (hear = run),
    removeEventListener() {},
    postMessage() {},
    close() {},
  };
  const heard: unknown[] = [];
  createChanges(() => channel as never).listen((account, changed) => heard.push([account, changed]));
  shared.changed = ['credentials'];
  for (const data of [null, { accountId }, { accountId, changed: ['cards'] }]) hear({ data });
  await Promise.resolve();
  expect(heard).toEqual([[accountId, ['cards']]]);
});
