import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { chromiumLaunch } from './launch.mjs';

test('Chromium starts with everything off that Playwright turns off, though it heeds the last list only', async () => {
  const options = chromiumLaunch();
  if (options === null) throw new Error('these tests need Chromium: run npm test, which finds or installs one');
  const server = await chromium.launchServer(options);
  const name = '--disable-features=';
  const lists = server.process().spawnargs.filter((argument) => argument.startsWith(name));
  await server.close();
  const [theirs, ours] = lists.map((list) => list.slice(name.length).split(','));
  expect(lists).toHaveLength(2);
  expect(ours).toEqual(expect.arrayContaining(theirs ?? []));
  expect(theirs).toContain('PaintHolding');
});
