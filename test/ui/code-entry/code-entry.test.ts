import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from 'countersign';
import { createCodeEntry } from 'countersign/code-entry';
import { failed, openBrowser, reaches } from './tabs-of-a-browser.ts';

describe.each(['spec', 'grid'] as const)('a code screen in the profile %s', (profile) => {
  test('sends one message, says where to and how long the code lives, and signs in with what is pasted', async () => {
    const { bench, tab, sent } = await openBrowser({ profile });
    const { entry, wallet } = tab();
    expect(entry.state()).toMatchObject({ phase: 'sending', resendIn: 0 });
    await reaches(entry, 'waiting');
    expect(entry.state()).toMatchObject({
      credential: { type: 'EMAIL_OTP', nickname: 'sample.customer@example.com' },
      expiresIn: 300,
      resendIn: 30,
      isContinued: false,
    });
    bench.clock.advance(61_000);
    expect(entry.state().expiresIn).toBe(239);
    expect(await entry.submit('Your code: 000')).toBe(false);
    expect(await entry.submit('Your code: 000 000')).toBe(true);
    expect(entry.state().phase).toBe('done');
    expect(wallet.state().status).toBe('signed-in');
    expect(await sent()).toBe(1);
  });

  test('submits once, however often the field says the same', async () => {
    const { bench, tab } = await openBrowser({ profile });
    const { entry } = tab();
    await reaches(entry, 'waiting');
    await Promise.all(['000000', '000 000', '000000', ' 000000'].map((text) => entry.submit(text)));
    expect(await entry.submit('000000')).toBe(false);
    const verified = (await bench.requests()).filter(({ path, leg }) => path.endsWith('/verify') && leg === 1);
    expect(verified).toHaveLength(1);
    expect(entry.state().phase).toBe('done');
  });

  test('says wrong, and a wrong code costs one try however often it is submitted', async () => {
    const { bench, tab } = await openBrowser({ profile });
    const { entry } = tab();
    await reaches(entry, 'waiting');
    for (let press = 0; press < 7; press += 1) expect(await entry.submit('111111')).toBe(true);
    expect(entry.state()).toMatchObject({ phase: 'wrong', expiresIn: 300 });
    expect((await bench.requests()).filter(({ path }) => path.endsWith('/verify'))).toHaveLength(1);
    await entry.submit('000000');
    expect(entry.state().phase).toBe('done');
  });

  test('says exhausted after five wrong codes, and a new one helps at once', async () => {
    const { tab, sent } = await openBrowser({ profile });
    const { entry } = tab();
    await reaches(entry, 'waiting');
    for (const code of ['111111', '222222', '333333', '444444', '555555', '666666']) await entry.submit(code);
    expect(entry.state()).toMatchObject({ phase: 'exhausted', resendIn: 0 });
    expect(await entry.submit('000000')).toBe(false);
    await entry.resend();
    expect(entry.state()).toMatchObject({ phase: 'waiting', expiresIn: 300 });
    await entry.submit('000000');
    expect(entry.state().phase).toBe('done');
    expect(await sent()).toBe(2);
  });

  test('says expired when the time is over, by itself and in the service’s words, and a new code helps', async () => {
    const { bench, tab } = await openBrowser({ profile });
    const { entry } = tab();
    await reaches(entry, 'waiting');
    bench.clock.advance(299_000);
    expect(entry.state()).toMatchObject({ phase: 'waiting', expiresIn: 1 });
    bench.clock.advance(1_000);
    expect(entry.state().phase).toBe('expired');
    expect(entry.state()).not.toHaveProperty('expiresIn');
    await entry.submit('000000');
    expect(entry.state().phase).toBe('expired');
    await entry.resend();
    await entry.submit('000000');
    expect(entry.state().phase).toBe('done');
  });

  test('counts by the service’s clock, whatever this device’s says', async () => {
    const { bench, tab } = await openBrowser({ profile });
    bench.clock.jump(7_200_000);
    const first = tab();
    await reaches(first.entry, 'waiting');
    expect(first.entry.state().expiresIn).toBe(300);
    bench.clock.advance(100_000);
    first.entry.close();
    bench.clock.jump(-3_600_000);
    const { entry } = tab({ storage: first.storage });
    await reaches(entry, 'waiting');
    expect(entry.state()).toMatchObject({ expiresIn: 200, isContinued: true });
  });

  test('waits 30 seconds between two messages, longer where the service says so, and a reload waits on', async () => {
    const { bench, tab, sent } = await openBrowser({ profile, sandbox: { codesPerMinute: 1 } });
    const { entry, storage } = tab();
    await reaches(entry, 'waiting');
    expect(entry.state().resendIn).toBe(30);
    bench.clock.advance(10_000);
    await entry.resend();
    expect([entry.state().resendIn, await sent()]).toEqual([20, 1]);
    entry.close();
    const second = tab({ storage });
    await reaches(second.entry, 'waiting');
    expect(second.entry.state().resendIn).toBe(20);
    bench.clock.advance(20_000);
    await second.entry.resend();
    expect(second.entry.state()).toMatchObject({ phase: 'waiting', resendIn: 30, error: { code: 'RATE_LIMITED' } });
    const asked = await sent();
    await second.entry.resend();
    expect(await sent()).toBe(asked);
    second.entry.close();
    bench.clock.advance(10_000);
    const third = tab({ storage });
    await reaches(third.entry, 'waiting');
    expect(third.entry.state().resendIn).toBe(20);
    bench.clock.advance(20_000);
    await third.entry.resend();
    expect(third.entry.state()).toMatchObject({ phase: 'waiting', resendIn: 30 });
    await third.entry.submit('000000');
    expect(third.entry.state().phase).toBe('done');
  });

  test('says that nothing was sent when the service can not be reached, and tries again when asked', async () => {
    const { bench, tab, sent } = await openBrowser({ profile });
    await bench.fault({ path: '/auth/*', status: 503 });
    const { entry } = tab();
    await failed(entry);
    expect(entry.state()).toMatchObject({ phase: 'sending', error: { code: 'SERVICE_FAILED' } });
    await entry.resend();
    expect(entry.state()).toMatchObject({ phase: 'waiting' });
    expect(entry.state()).not.toHaveProperty('error');
    expect(await sent()).toBe(1);
  });

  test('keeps a code that the network lost, and asks for a new one where the answer to a sign-in was lost', async () => {
    const { bench, tab } = await openBrowser({ profile });
    const { entry } = tab();
    await reaches(entry, 'waiting');
    await bench.fault({ path: '/auth/credentials/*/verify', leg: 1, drop: 'before' });
    await entry.submit('000000');
    expect(entry.state()).toMatchObject({ phase: 'waiting', error: expect.anything() as unknown });
    await bench.fault({ path: '/auth/credentials/*/verify', leg: 2, drop: 'after', count: null });
    await entry.submit('000000');
    expect(entry.state()).toMatchObject({ phase: 'expired', error: { code: 'OUTCOME_UNKNOWN', nextStep: 'restart' } });
    await entry.submit('111111');
    expect(entry.state().phase).toBe('expired');
  });
});

test('a sign-in by another way ends the screen, and a refresh of a session that was there does not', async () => {
  const { bench, tab } = await openBrowser();
  const { entry, wallet } = tab();
  await reaches(entry, 'waiting');
  await (await wallet.emailOtp.begin()).verify('000000');
  await reaches(entry, 'done');
  const again = tab({}, { store: createMemoryStore() });
  await reaches(again.entry, 'waiting');
  await again.entry.submit('000000');
  const third = createCodeEntry(again.wallet, { storage: undefined, clock: bench.clock });
  await reaches(third, 'waiting');
  await again.wallet.session.refresh();
  expect(third.state().phase).toBe('waiting');
  third.close();
});

test('a closed screen shows nothing more and leaves no timer', async () => {
  const { bench, tab } = await openBrowser();
  const timers = bench.clock.pending();
  const { entry, wallet } = tab();
  await reaches(entry, 'waiting');
  let told = 0;
  entry.subscribe(() => (told += 1));
  entry.close();
  entry.close();
  bench.clock.advance(400_000);
  expect(await entry.submit('000000')).toBe(false);
  await entry.resend();
  expect(told).toBe(0);
  wallet.close();
  expect(bench.clock.pending()).toBeLessThanOrEqual(timers);
});

test('a screen that is closed while a code is checked keeps what the service said, and its call does not reject', async () => {
  const { tab } = await openBrowser();
  const { entry, storage } = tab();
  await reaches(entry, 'waiting');
  for (const code of ['111111', '222222', '333333', '444444', '555555']) await entry.submit(code);
  const checked = entry.submit('666666');
  entry.close();
  expect(await checked).toBe(true);
  const next = tab({ storage });
  await reaches(next.entry, 'exhausted', 'waiting');
  expect(next.entry.state()).toMatchObject({ phase: 'exhausted', isContinued: true });
});

test('the state is the same frozen object until something changes, and a listener that throws stops no other', async () => {
  const { tab } = await openBrowser();
  const { entry } = tab();
  await reaches(entry, 'waiting');
  expect(entry.state()).toBe(entry.state());
  expect(Object.isFrozen(entry.state())).toBe(true);
  expect(() => entry.subscribe('x' as never)).toThrow(TypeError);
});

test('codes by SMS are entered the same way', async () => {
  const { bench, tab } = await openBrowser();
  await bench.platform('PATCH', `/customers/${bench.customerId}`, { phoneNumber: '+14155550100' });
  const owner = tab();
  await reaches(owner.entry, 'waiting');
  await owner.entry.submit('000000');
  await owner.wallet.credentials.addSmsOtp('+14155550100');
  const { entry } = tab({ type: 'SMS_OTP' }, { store: createMemoryStore() });
  await reaches(entry, 'waiting');
  expect(entry.state().credential).toMatchObject({ type: 'SMS_OTP', nickname: '+14155550100' });
  await entry.submit('０００－０００');
  expect(entry.state().phase).toBe('done');
});

test('no code is sent from a page that is rendered ahead until somebody opens it, and none if it is closed before', async () => {
  const ahead = Object.assign(new EventTarget(), { prerendering: true });
  vi.stubGlobal('document', ahead);
  try {
    const { tab, sent } = await openBrowser();
    const [opened, closed] = [tab(), tab()];
    await opened.wallet.credentials.list();
    closed.entry.close();
    expect([opened.entry.state().phase, await sent()]).toEqual(['sending', 0]);
    ahead.prerendering = false;
    ahead.dispatchEvent(new Event('prerenderingchange'));
    await reaches(opened.entry, 'waiting');
    expect(await sent()).toBe(1);
  } finally {
    vi.unstubAllGlobals();
  }
});
