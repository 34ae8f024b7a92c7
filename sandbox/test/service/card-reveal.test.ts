/** The details of a card, in profile grid: a page that the processor shows for some minutes. */
import { expect, test } from 'vitest';
import { askForCard, openCard } from './actions.ts';
import { verdict, type Answer } from './reading.ts';

async function open() {
  const opened = await openCard({ profile: 'grid' });
  const { platform, card } = opened;
  return {
    ...opened,
    reveal: (id: unknown = card.id): Promise<Answer> => platform.call('POST', `/cards/${String(id)}/reveal`),
    show: (url: unknown): Promise<Response> => platform.sandbox.fetch(new Request(String(url))),
  };
}

test('are on a page of their own for five minutes, and nowhere else', async () => {
  const { platform, card, reveal, show } = await open();
  const { status, body } = await reveal();
  const lifeMs = Date.parse(body.expiresAt) - Date.parse(card.createdAt);
  expect([status, Object.keys(body), lifeMs]).toEqual([200, ['panEmbedUrl', 'expiresAt'], 302_000]);
  const page = await show(body.panEmbedUrl);
  const headers = ['Cache-Control', 'Referrer-Policy'].map((name) => page.headers.get(name));
  expect([page.status, ...headers]).toEqual([200, 'no-store', 'no-referrer']);
  expect(await page.text()).toMatch(new RegExp(`\\d{4} \\d{4} \\d{4} ${String(card.last4)}`));
  const log = JSON.stringify((await platform.control('GET', '/requests')).body);
  expect(log).not.toContain(String(body.panEmbedUrl).split('/').at(-1));
  await platform.advance(299_999);
  expect((await show(body.panEmbedUrl)).status).toBe(200);
  await platform.advance(1);
  expect((await show(body.panEmbedUrl)).status).toBe(410);
});

test('are those of an issued card: not of one that is being made, and not after its end', async () => {
  const { platform, holder, card, reveal, show } = await open();
  const { body } = await reveal();
  const { body: processing } = await askForCard(platform, holder, { platformCardId: 'card-001' });
  expect(verdict(await reveal(processing.id))).toEqual([404, 'NOT_FOUND']);
  await platform.call('PATCH', `/cards/${card.id}`, { status: 'FROZEN' });
  expect((await reveal()).status).toBe(200);
  await platform.call('PATCH', `/cards/${card.id}`, { status: 'CLOSED' });
  expect(verdict(await reveal())).toEqual([404, 'NOT_FOUND']);
  expect((await show(body.panEmbedUrl)).status).toBe(410);
});
