import { beforeEach, expect, test, vi } from 'vitest';
import { SessionError, TransportError } from 'countersign';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { place } from './place.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));

const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);
const endingIn = (seconds: number): FakeWallet => {
  const fake = createFakeWallet();
  fake.signIn({ expiresAt: Date.now() + seconds * 1000 });
  return fake;
};

test('is silent until two minutes before the end, by the service’s time, which was named before the element was defined', async () => {
  let ahead = 3_600_000;
  const serviceTime = (): number => Date.now() + ahead;
  const { offers, text } = await place('session', { wallet: endingIn(900).wallet, serviceTime });
  await pass(0);
  expect([text(), offers('Sign out')]).toEqual(['Sign out', true]);
  ahead += 700_000;
  await pass(1);
  expect([text(), offers('Stay signed in')]).toEqual(['Sign out', false]);
  // The time that the service runs ahead is gone from the session.
  ahead += 90_000;
  await pass(1);
  expect([text().includes('1:48'), offers('Stay signed in')]).toEqual([true, true]);
});

test('warns in the last two minutes, and renews by a press', async () => {
  const fake = endingIn(100);
  fake.answer('session.refresh', () => {
    fake.signIn();
    return {};
  });
  const { element, shows, press, offers, text, focused } = await place('session', { wallet: fake.wallet });
  let heard = 0;
  element.addEventListener('countersign-renewed', () => (heard += 1));
  await shows('Your session ends soon.');
  await press('Stay signed in');
  await shows('You stay signed in.');
  expect([heard, offers('Stay signed in'), text().includes('Session ends')]).toEqual([1, false, false]);
  await expect.poll(() => focused()?.textContent).toContain('You stay signed in.');
});

test('a renewal that failed is a problem with a button that tries again', async () => {
  const fake = endingIn(100);
  fake.hold('session.refresh').fail(new TransportError('NETWORK_FAILED', 'no answer', { nextStep: 'retry' }));
  const { shows, press } = await place('session', { wallet: fake.wallet });
  await press('Stay signed in');
  await press('Try again');
  await shows('You stay signed in.');
});

test('what went wrong in one session is not told in the next', async () => {
  const fake = endingIn(100);
  fake.hold('session.refresh').fail(new SessionError('SESSION_EXPIRED'));
  const { press, shows, text } = await place('session', { wallet: fake.wallet });
  await press('Stay signed in');
  await shows('You have been signed out');
  fake.signOut('expired');
  fake.signIn();
  await expect.poll(text).toBe('Sign out');
});

test.for([
  [{ service: 'revoked', localKeyDeleted: true }, 'You are signed out.'],
  [{ service: 'not-reached', localKeyDeleted: true }, 'The session ends there by itself.'],
  [{ service: 'revoked', localKeyDeleted: false }, 'You may not be signed out completely.'],
] as const)('a sign-out says what came of it: %j', async ([revocation, said]) => {
  const fake = endingIn(900);
  fake.answer('session.revoke', () => {
    fake.signOut();
    return revocation;
  });
  const { element, shows, press, offers } = await place('session', { wallet: fake.wallet });
  const told: unknown[] = [];
  element.addEventListener('countersign-signed-out', ({ detail }) => told.push(detail));
  await press('Sign out');
  await shows(said);
  expect([told, offers('Sign out')]).toEqual([[revocation], false]);
});

test('another wallet’s sign-out says nothing in this one', async () => {
  const fake = endingIn(900);
  const held = fake.hold('session.revoke');
  const { element, press, text } = await place('session', { wallet: fake.wallet });
  await press('Sign out');
  element.wallet = endingIn(600).wallet;
  held.release({ service: 'not-reached', localKeyDeleted: true });
  await pass(1);
  expect(text()).toBe('Sign out');
});
