import { beforeEach, expect, test } from 'vitest';
import { PasskeyError, TransportError } from 'countersign';
import { de } from 'countersign/messages';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { nextTurn } from '../../rest.ts';
import { place } from './place.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const credential = (type: string, nickname: string): object => ({
  id: `AuthMethod:${type}`,
  accountId: 'InternalAccount:00000000-0000-4000-8000-000000000003',
  type,
  nickname,
  createdAt: '2026-01-15T12:00:00.000Z',
  updatedAt: '2026-01-15T12:00:00.000Z',
});
const [email, phone] = [credential('EMAIL_OTP', 'sample.customer@example.com'), credential('SMS_OTP', '+15555550100')];
const [passkey, identity] = [credential('PASSKEY', 'Sample laptop'), credential('OAUTH', 'Sample ID')];
const withWays = (list: readonly object[], more: object = {}): FakeWallet =>
  createFakeWallet({ answers: { 'credentials.list': list, 'passkey.available': 'here', ...more } });
const names = ({ calls }: FakeWallet): readonly string[] => calls().map(({ name }) => name);
const entryIn = (element: HTMLElement): HTMLElement => {
  const entry = element.shadowRoot?.querySelector('countersign-code-entry');
  if (entry === null || entry === undefined) throw new Error('No code is asked for.');
  return entry;
};

test('offers what the account has and this browser can use, and nothing else', async () => {
  const all = withWays([passkey, email, phone, identity], { 'passkey.available': 'no' });
  const { shows, offers } = await place('sign-in', { wallet: all.wallet });
  await shows('Text me a code');
  expect([
    offers('E-mail me a code'),
    offers('Sign in with a passkey'),
    names(all).includes('passkey.prepare'),
  ]).toEqual([true, false, false]);
});

test('while it asks what there is, it has the height of a passkey and a code, and then that of the ways of last time', async () => {
  const grownBy = async (list: readonly object[]): Promise<number> => {
    const fake = withWays(list);
    const held = fake.hold('credentials.list');
    const { element, shows } = await place('sign-in', { wallet: fake.wallet });
    await shows('Loading sign-in options…');
    const before = element.getBoundingClientRect().height;
    held.release();
    await shows('E-mail me a code');
    const after = element.getBoundingClientRect().height;
    element.remove();
    return after - before;
  };
  expect(await grownBy([passkey, email])).toBe(0);
  expect(await grownBy([passkey, email, phone])).toBeGreaterThan(0);
  expect(await grownBy([passkey, email, phone])).toBe(0);
});

test('says whose wallet it is, and to which address or number a code goes, each in part', async () => {
  const { element, shows, text } = await place('sign-in', { wallet: withWays([email, phone]).wallet, brand: 'Sample' });
  await shows('to your Sample wallet');
  await shows('E-mail me a code s…@example.com');
  await shows('Text me a code …0100');
  expect(text()).not.toContain('sample.customer');
  element.setAttribute('brand', 'Other');
  await shows('to your Other wallet');
  element.brand = undefined;
  await expect.poll(text).not.toContain('to your');
});

test('marks the way that signed in last in this browser, unless there are two of its kind, and keeps nothing but kinds', async () => {
  const ready = { 'passkey.prepare': { credential: passkey } };
  const linesOf = async (list: readonly object[]): Promise<readonly (string | undefined)[]> => {
    const { element, shows } = await place('sign-in', { wallet: withWays(list, ready).wallet });
    await shows(list.length > 1 ? 'Sign in with' : 'E-mail me a code');
    const buttons = [...(element.shadowRoot?.querySelectorAll('.stack button') ?? [])];
    element.remove();
    return buttons.map(({ textContent }) => textContent);
  };
  const first = withWays([passkey, email], ready);
  const { element, shows, text } = await place('sign-in', { wallet: first.wallet });
  await shows('Sign in with a passkey');
  expect(text()).not.toContain('Last used');
  first.signIn({ credentialType: 'PASSKEY' });
  await expect.poll(text).toBe('');
  element.remove();
  expect(Object.entries(localStorage)).toEqual([
    [`countersign:ways:${first.wallet.accountId}`, 'PASSKEY PASSKEY EMAIL_OTP'],
  ]);
  expect(await linesOf([passkey, email])).toEqual([
    'Sign in with a passkey Last used',
    'E-mail me a code s…@example.com',
  ]);
  const other = { ...passkey, id: 'AuthMethod:other', nickname: 'Sample phone' };
  expect((await linesOf([passkey, other, email])).join()).not.toContain('Last used');
  localStorage.setItem(`countersign:ways:${first.wallet.accountId}`, 'EMAIL_OTP');
  expect((await linesOf([email]))[0]).toBe('E-mail me a code s…@example.com · Last used');
});

test('several passkeys go by their names, and each way has its sign; “or” stands after the first', async () => {
  const other = { ...passkey, id: 'AuthMethod:other', nickname: 'Sample phone' };
  const fake = withWays([passkey, other, email], { 'passkey.prepare': { credential: passkey } });
  const { element, shows, offers } = await place('sign-in', { wallet: fake.wallet });
  await shows('Sign in with Sample laptop');
  expect(offers('Use the passkey Sample phone')).toBe(true);
  const parts = [...(element.shadowRoot?.querySelector('.stack')?.children ?? [])];
  expect(parts.map((part) => part.querySelector('svg')?.getAttribute('class') ?? part.textContent)).toEqual([
    'icon passkey',
    'or',
    'icon passkey',
    'icon mail',
  ]);
});

test('a provider that is listed twice is offered once, with the page’s logo', async () => {
  const provider = { name: 'Sample ID', idToken: () => Promise.resolve('a.b.c') };
  const { element, shows } = await place('sign-in', {
    wallet: withWays([identity]).wallet,
    providers: [provider, { ...provider }],
  });
  const logo = Object.assign(document.createElement('img'), { slot: 'Sample ID', alt: '' });
  element.append(logo);
  await shows('Continue with Sample ID');
  const buttons = element.shadowRoot?.querySelectorAll('.stack button');
  expect([buttons?.length, logo.assignedSlot?.parentElement === buttons?.[0]]).toEqual([1, true]);
});

test('the press on a passkey starts the prompt that was prepared, also after one that was closed', async () => {
  const fake = withWays([passkey, email]);
  let prompts = 0;
  const signIn = async (): Promise<void> => {
    prompts += 1;
    await Promise.resolve();
    if (prompts === 1) throw new PasskeyError('CANCELLED', 'closed', { nextStep: 'retry' });
    fake.signIn({ credentialType: 'PASSKEY' });
  };
  fake.answer('passkey.prepare', { credential: passkey, signIn });
  const { element, shows, press, text } = await place('sign-in', { wallet: fake.wallet });
  let heard = 0;
  element.addEventListener('countersign-signed-in', () => (heard += 1));
  await press('Sign in with a passkey');
  await shows('Try again');
  expect(element.shadowRoot?.querySelector('[part="problem"]')?.className).toBe('note');
  await press('Try again');
  await expect.poll(() => [heard, text()]).toEqual([1, '']);
  expect([prompts, names(fake).filter((name) => name === 'passkey.prepare').length]).toEqual([2, 1]);
});

test('a code by SMS is asked for by a press, has the focus, and a reload goes on there', async () => {
  const fake = withWays([email, phone]);
  const { element, press } = await place('sign-in', { wallet: fake.wallet });
  await press('Text me a code');
  await expect.poll(() => entryIn(element).shadowRoot?.activeElement?.getAttribute('name')).toBe('code');
  await expect.poll(() => names(fake)).toContain('smsOtp.begin');
  element.remove();
  const again = await place('sign-in', { wallet: fake.wallet });
  await expect.poll(() => entryIn(again.element).shadowRoot?.textContent).toContain('still works');
  entryIn(again.element).dispatchEvent(new CustomEvent('countersign-back'));
  await again.shows('E-mail me a code');
  expect([
    again.offers('Text me a code'),
    sessionStorage.getItem(`countersign:sign-in:${fake.wallet.accountId}`),
  ]).toEqual([true, null]);
});

test('a code that is on its way stays in another language, and back in English', async () => {
  const { wallet } = withWays([email, phone]);
  const { element, press } = await place('sign-in', { wallet, locale: de });
  await press('Code per SMS');
  const shown = (): string | undefined => entryIn(element).shadowRoot?.textContent;
  await expect.poll(shown).toContain('Code in');
  element.locale = undefined;
  await expect.poll(shown).toContain('New code in');
});

test('who has just asked for a code by e-mail gets it at once, unless there is a passkey', async () => {
  const [without, having] = [withWays([email]), withWays([passkey, email])];
  for (const fake of [without, having]) {
    const element = document.createElement('countersign-sign-in');
    element.setAttribute('begin-with', 'EMAIL_OTP');
    document.body.append(Object.assign(element, { wallet: fake.wallet }));
  }
  await place('sign-in', {});
  await expect.poll(() => names(without)).toContain('emailOtp.begin');
  await expect.poll(() => names(having)).toContain('passkey.prepare');
  expect(names(having)).not.toContain('emailOtp.begin');
});

test('a provider’s token is asked for with the nonce of this browser’s key', async () => {
  const fake = withWays([identity]);
  const nonces: string[] = [];
  const idToken = (nonce: string): Promise<string> => Promise.resolve(nonces.push(nonce)).then(() => 'a.b.c');
  const { press } = await place('sign-in', { wallet: fake.wallet, providers: [{ name: 'Sample ID', idToken }] });
  await press('Continue with Sample ID');
  await expect.poll(() => fake.wallet.state().status).toBe('signed-in');
  expect([nonces, names(fake).at(-1)]).toEqual([['0'.repeat(64)], 'oauth.verify']);
});

test('a provider is asked first thing in the press, with an attempt that was made before, and a fresh one after each try', async () => {
  const fake = withWays([identity]);
  let asked = 0;
  const idToken = async (): Promise<string> => {
    asked += 1;
    if (asked === 1) throw new Error('closed');
    return 'a.b.c';
  };
  const { element, shows } = await place('sign-in', {
    wallet: fake.wallet,
    providers: [{ name: 'Sample ID', idToken }],
  });
  await shows('Continue with Sample ID');
  for (const count of [1, 2]) {
    await expect.poll(() => names(fake).filter((name) => name === 'oauth.begin')).toHaveLength(count);
    await nextTurn();
    element.shadowRoot?.querySelector<HTMLButtonElement>('.stack button')?.click();
    expect(asked).toBe(count);
  }
  await expect.poll(() => fake.wallet.state().status).toBe('signed-in');
});

test('several identities have a button each, which names the one that it opens the wallet with', async () => {
  const other = { ...identity, id: 'AuthMethod:other', nickname: 'other@example.com' };
  const fake = withWays([identity, other]);
  const idToken = (): Promise<string> => Promise.resolve('a.b.c');
  const { press } = await place('sign-in', { wallet: fake.wallet, providers: [{ name: 'Sample ID', idToken }] });
  await press('Continue with Sample ID (other@example.com)');
  await expect.poll(() => fake.wallet.state().status).toBe('signed-in');
  const verified = fake.calls().find(({ name }) => name === 'oauth.verify');
  expect(verified?.passed).toMatchObject(['a.b.c', { credentialId: 'AuthMethod:other' }]);
});

test('where the ways in can’t be read, it says so, tells the page, and reads again by its button', async () => {
  const fake = withWays([email]);
  fake.hold('credentials.list').fail(new TransportError('NETWORK_FAILED', 'no answer', { nextStep: 'retry' }));
  const { element, shows, press } = await place('sign-in', {});
  const problems: unknown[] = [];
  element.addEventListener('countersign-problem', ({ detail }) => problems.push(detail.error));
  element.wallet = fake.wallet;
  await shows('Try again');
  await press('Try again');
  await shows('E-mail me a code');
  expect(problems).toMatchObject([{ code: 'NETWORK_FAILED' }]);
});

test('another wallet ends the reading of the one before, and a session that was there shows and tells nothing', async () => {
  const [first, second] = [withWays([phone]), withWays([email])];
  const held = first.hold('credentials.list');
  const { element, shows, text, offers } = await place('sign-in', { wallet: first.wallet });
  element.wallet = second.wallet;
  held.release();
  await shows('E-mail me a code');
  expect(offers('Text me a code')).toBe(false);
  let heard = 0;
  element.addEventListener('countersign-signed-in', () => (heard += 1));
  element.wallet = createFakeWallet({ state: 'signed-in' }).wallet;
  await expect.poll(text).toBe('');
  expect(heard).toBe(0);
});
