import { beforeEach, expect, test } from 'vitest';
import { TransportError, WalletError } from 'countersign';
import { es } from 'countersign/messages';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { nextTurn } from '../../rest.ts';
import { place, type Placed } from './place.ts';

beforeEach(() => sessionStorage.clear());

const count = ({ calls }: FakeWallet, wanted: string): number => calls().filter(({ name }) => name === wanted).length;
const field = ({ element }: Placed<'code-entry'>): HTMLInputElement => {
  const input = element.shadowRoot?.querySelector('input');
  if (input === null || input === undefined) throw new Error('There is no field.');
  return input;
};
const type = (placed: Placed<'code-entry'>, text: string): void => {
  field(placed).value = text;
  field(placed).dispatchEvent(new InputEvent('input', { bubbles: true }));
};

test('sends a code, takes a pasted message, signs in, and leaves nothing in the field', async () => {
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet });
  await placed.shows('We sent a code to sample.customer@example.com.');
  const input = field(placed);
  expect([input.getAttribute('autocomplete'), input.inputMode, placed.focused()]).toEqual([
    'one-time-code',
    'numeric',
    null,
  ]);
  let heard = 0;
  placed.element.addEventListener('countersign-signed-in', () => (heard += 1));
  type(placed, 'Your code: 123 456. It works for five minutes.');
  await expect.poll(() => [heard, placed.text(), input.value]).toEqual([1, '', '']);
  expect([count(fake, 'emailOtp.begin'), count(fake, 'emailOtp.verify')]).toEqual([1, 1]);
});

test('whose text is pressed gives the focus to its heading, so that no keyboard opens, and the text can be selected', async () => {
  const placed = await place('code-entry', { wallet: createFakeWallet().wallet });
  await placed.shows('We sent a code');
  // As a press on what can't have it delegates the focus.
  HTMLElement.prototype.focus.call(placed.element);
  expect(placed.focused()?.localName).toBe('h2');
  placed.element.focus();
  expect(placed.focused()).toBe(field(placed));
});

test('that is moved into another document keeps its look', async () => {
  const placed = await place('code-entry', { wallet: createFakeWallet().wallet });
  await placed.shows('We sent a code');
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const size = (): string => getComputedStyle(field(placed)).fontSize;
  const before = size();
  frame.contentDocument?.body.append(placed.element);
  await placed.shows('We sent a code');
  expect([placed.element.ownerDocument === document, size()]).toEqual([false, before]);
});

test('a wrong code is tied to the field, which has the focus; too few digits are never sent', async () => {
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet });
  await placed.shows('We sent a code');
  type(placed, '123');
  await placed.press('Sign in');
  await placed.shows('Type the 6 digits from the message.');
  expect(count(fake, 'emailOtp.verify')).toBe(0);
  fake.answer('emailOtp.verify', new WalletError('CODE_WRONG', 'wrong', { nextStep: 'fix-input' }));
  type(placed, '123456');
  await placed.shows('Type the code again.');
  const described = field(placed).getAttribute('aria-describedby')?.split(' ') ?? [];
  expect([field(placed).ariaInvalid, described[0], placed.focused()]).toEqual(['true', 'error', field(placed)]);
});

test('a limit on codes shows one button that counts down, and pressing it sends nothing', async () => {
  const fake = createFakeWallet();
  const limit = new TransportError('RATE_LIMITED', 'too many', { nextStep: 'retry', retryAfter: 45 } as never);
  fake.answer('emailOtp.resend', limit);
  const placed = await place('code-entry', { wallet: fake.wallet });
  const problems: unknown[] = [];
  placed.element.addEventListener('countersign-problem', ({ detail }) => problems.push(detail.error));
  await placed.shows('We sent a code');
  await placed.press('Send a new code');
  await placed.shows('Try again in 0:4');
  const buttons = [...(placed.element.shadowRoot?.querySelectorAll('button') ?? [])];
  const again = buttons.filter(({ textContent }) => /new code|Try again/.test(textContent));
  for (const button of again) button.click();
  expect([again.map(({ ariaDisabled }) => ariaDisabled), count(fake, 'emailOtp.resend'), problems]).toEqual([
    ['true'],
    1,
    [limit],
  ]);
});

test('a new code is told of, and the one in the field is gone', async () => {
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet });
  await placed.shows('We sent a code');
  type(placed, '123');
  await placed.press('Send a new code');
  await placed.shows('A new code is on its way.');
  expect([field(placed).value, count(fake, 'emailOtp.resend')]).toEqual(['', 1]);
});

test('moved in the page it keeps its code; a new element goes on with it; each says where it leads back', async () => {
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet, type: 'SMS_OTP', locale: es });
  await placed.shows('Hemos enviado un código');
  type(placed, '123');
  document.body.append(document.createElement('main'));
  document.querySelector('main')?.append(placed.element);
  await nextTurn();
  expect([field(placed).value, count(fake, 'smsOtp.begin')]).toEqual(['123', 1]);
  placed.element.remove();
  const next = await place('code-entry', { wallet: fake.wallet, type: 'SMS_OTP' });
  let heard = 0;
  next.element.addEventListener('countersign-back', () => (heard += 1));
  await next.shows('The code from before still works.');
  await next.press('Sign in another way');
  expect(heard).toBe(1);
});

test('another wallet has a code of its own, and nothing of the one before is shown', async () => {
  const [first, second] = [
    createFakeWallet(),
    createFakeWallet({ accountId: 'InternalAccount:00000000-0000-4000-8000-000000000009' }),
  ];
  const placed = await place('code-entry', { wallet: first.wallet });
  await placed.shows('We sent a code');
  type(placed, '123');
  const held = second.hold('emailOtp.begin');
  placed.element.wallet = second.wallet;
  await placed.shows('Sending a code…');
  expect([field(placed).value, placed.text().includes('sample.customer')]).toEqual(['', false]);
  held.release();
  await placed.shows('We sent a code');
});
