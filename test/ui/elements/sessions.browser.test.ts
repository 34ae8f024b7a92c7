import { expect, test } from 'vitest';
import { TransportError } from 'countersign';
import { de } from 'countersign/messages';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { place } from './place.ts';

const sessionOf = (id: string, current: boolean): object => ({
  id,
  current,
  nickname: `${id}@example.com`,
  createdAt: '2026-01-15T12:00:00.000Z',
  expiresAt: '2026-01-15T12:15:00.000Z',
});
const withTwo = (): FakeWallet =>
  createFakeWallet({
    state: 'signed-in',
    answers: { 'session.list': [sessionOf('own', true), sessionOf('other', false)] },
  });
const ends = (fake: FakeWallet): readonly unknown[] =>
  fake
    .calls()
    .flatMap(({ name, passed: [options] }) =>
      name === 'session.revoke' ? [(options as { sessionId?: string }).sessionId] : [],
    );
const endOther = (text: string): RegExpExecArray | null => /End it: the session of other[^"]*/.exec(text);

test('somebody’s session is ended after a question alone, and the list is read again', async () => {
  const fake = withTwo();
  const { element, press, shows, text, focused } = await place('sessions', { wallet: fake.wallet });
  const told: unknown[] = [];
  element.addEventListener('countersign-session-ended', ({ detail }) => told.push(detail));
  await shows('This browser');
  const label = element.shadowRoot?.querySelector('[data-about="other"]')?.ariaLabel ?? '';
  expect(endOther(label)).not.toBeNull();
  await press(label);
  await shows('That browser then has to sign in again.');
  expect(focused()?.className).toContain('question');
  await press('Leave it');
  await expect.poll(() => focused()?.ariaLabel).toBe(label);
  expect([ends(fake), text().includes('Yes, end it')]).toEqual([[], false]);
  fake.answer('session.list', [sessionOf('own', true)]);
  await press(label);
  await press('Yes, end it');
  await shows('That session has ended.');
  expect([ends(fake), told, text().includes('Another sign-in')]).toEqual([['other'], [{ sessionId: 'other' }], false]);
  expect(focused()?.tagName).toBe('H2');
});

test('this browser’s session is marked, and ending it signs out and forgets the list', async () => {
  const fake = withTwo();
  const { element, press, shows, text } = await place('sessions', { wallet: fake.wallet });
  const told: unknown[] = [];
  element.addEventListener('countersign-signed-out', ({ detail }) => told.push(detail));
  await press('End it here: the session of this browser');
  await shows('Sign in to see them.');
  await expect.poll(() => told).toMatchObject([{ service: 'revoked' }]);
  expect([fake.wallet.state().status, text().includes('other')]).toEqual(['signed-out', false]);
});

test('a list that could not be read says so in the page’s language, and is read again by its button', async () => {
  const fake = withTwo();
  fake.hold('session.list').fail(new TransportError('NETWORK_FAILED', 'no answer', { nextStep: 'retry' }));
  const { press, shows } = await place('sessions', { wallet: fake.wallet, locale: de });
  await shows('Keine Verbindung');
  await press('Noch einmal versuchen');
  await shows('Dieser Browser');
});

test('another wallet ends the reading of the one before, and nothing of that one is shown', async () => {
  const [first, second] = [withTwo(), createFakeWallet({ state: 'signed-in', answers: { 'session.list': [] } })];
  const held = first.hold('session.list');
  const { element, shows, text } = await place('sessions', { wallet: first.wallet });
  await shows('Reading the sessions…');
  element.wallet = second.wallet;
  held.release();
  await shows('Browsers that can sign');
  expect(text()).not.toContain('other');
  expect(first.calls()[0]?.passed[0]).toMatchObject({ signal: { aborted: true } });
});
