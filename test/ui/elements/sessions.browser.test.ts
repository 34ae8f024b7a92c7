import { expect, test } from 'vitest';
import { TransportError } from 'countersign';
import { de } from 'countersign/messages';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { place } from './place.ts';

const sessionOf = (id: string, current: boolean): object => ({
  id,
  current,
  type: 'PASSKEY',
  nickname: `${id}@example.com`,
  createdAt: current ? new Date().toISOString() : '2026-01-15T12:00:00.000Z',
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
const endOther = (text: string): RegExpExecArray | null => /Sign out other@example.com, since [^"]*/.exec(text);

test('somebody’s session is ended after a question alone, and the list is read again', async () => {
  const fake = withTwo();
  const { element, press, shows, text, focused } = await place('sessions', { wallet: fake.wallet });
  const told: unknown[] = [];
  element.addEventListener('countersign-session-ended', ({ detail }) => told.push(detail));
  await shows('This browser');
  expect(text()).toMatch(/This browser\S.* on \S+Signed in today, \d+:\d\d\s[AP]M/);
  expect(text()).toMatch(/Passkey “other@example.com”Signed in Jan 15, 2026, \d/);
  const label = element.shadowRoot?.querySelector('[data-about="other"]')?.ariaLabel ?? '';
  expect(endOther(label)).not.toBeNull();
  await press(label);
  await shows('To use the wallet there, sign in again.');
  expect(focused()?.getAttribute('part')).toBe('question');
  await press('Stay signed in');
  await expect.poll(() => focused()?.ariaLabel).toBe(label);
  expect([ends(fake), text().includes('Yes, sign out')]).toEqual([[], false]);
  fake.answer('session.list', [sessionOf('own', true)]);
  await press(label);
  await press('Yes, sign out');
  await shows('Signed out there.');
  expect([ends(fake), told, text().includes('other@example.com')]).toEqual([
    ['other'],
    [{ sessionId: 'other' }],
    false,
  ]);
  expect(focused()?.tagName).toBe('H2');
  expect(element.shadowRoot?.querySelector('[role="status"] > .check')).not.toBeNull();
});

test('a list without a session says that there is none', async () => {
  const fake = createFakeWallet({ state: 'signed-in', answers: { 'session.list': [] } });
  const { shows } = await place('sessions', { wallet: fake.wallet });
  await shows('No device is signed in.');
});

test('this browser’s session is marked, and ending it signs out and forgets the list', async () => {
  const fake = withTwo();
  const { element, press, shows, text } = await place('sessions', { wallet: fake.wallet });
  const told: unknown[] = [];
  element.addEventListener('countersign-signed-out', ({ detail }) => told.push(detail));
  await press('Sign out this browser');
  await shows('Sign in to see them.');
  await expect.poll(() => told).toMatchObject([{ service: 'revoked' }]);
  expect([fake.wallet.state().status, text().includes('other')]).toEqual(['signed-out', false]);
});

test('a list that could not be read says so in the page’s language, and is read again by its button', async () => {
  const fake = withTwo();
  fake.hold('session.list').fail(new TransportError('NETWORK_FAILED', 'no answer', { nextStep: 'retry' }));
  const { element, press, shows } = await place('sessions', { wallet: fake.wallet, locale: de });
  await shows('Keine Verbindung');
  await press('Noch einmal versuchen');
  await shows('Dieser Browser');
  // For hyphens, and for who reads aloud.
  expect(element.shadowRoot?.querySelector('section')?.lang).toBe('de');
});

test('another wallet ends the reading of the one before, and nothing of that one is shown', async () => {
  const [first, second] = [withTwo(), createFakeWallet({ state: 'signed-in', answers: { 'session.list': [] } })];
  const held = first.hold('session.list');
  const { element, shows, text } = await place('sessions', { wallet: first.wallet });
  await shows('Loading your devices…');
  element.wallet = second.wallet;
  held.release();
  await shows('No device is signed in.');
  expect(text()).not.toContain('other');
  expect(first.calls()[0]?.passed[0]).toMatchObject({ signal: { aborted: true } });
});
