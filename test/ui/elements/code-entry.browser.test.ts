import { beforeEach, expect, test, vi } from 'vitest';
import { TransportError, WalletError } from 'countersign';
import { es } from 'countersign/messages';
import { de } from 'countersign/messages';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { nextTurn } from '../../rest.ts';
import { place, placed, type Placed } from './place.ts';

beforeEach(() => sessionStorage.clear());

const useTimer = (): unknown => vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);
const boxes = ({ element }: Placed<'code-entry'>): readonly HTMLElement[] => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part="box"]') ?? []),
];

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
  await placed.shows('code we sent to sample.customer@example.com.');
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
  await placed.shows('code we sent to');
  // As a press on what can't have it delegates the focus.
  HTMLElement.prototype.focus.call(placed.element);
  expect(placed.focused()?.localName).toBe('h2');
  placed.element.focus();
  expect(placed.focused()).toBe(field(placed));
});

test('that is moved into another document keeps its look, and throws nothing once that is gone', async () => {
  const placed = await place('code-entry', { wallet: createFakeWallet().wallet });
  await placed.shows('code we sent to');
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const size = (): string => getComputedStyle(field(placed)).fontSize;
  const before = size();
  frame.contentDocument?.body.append(placed.element);
  await placed.shows('code we sent to');
  expect([placed.element.ownerDocument === document, size()]).toEqual([false, before]);
  frame.remove();
  const thrown: unknown[] = [];
  const note = ({ error }: ErrorEvent): void => void thrown.push(error);
  addEventListener('error', note);
  placed.element.locale = de;
  await new Promise((resolve) => setTimeout(resolve));
  removeEventListener('error', note);
  expect(thrown).toEqual([]);
});

test('a wrong code is tied to the field, which has the focus; too few digits are never sent', async () => {
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet });
  await placed.shows('code we sent to');
  type(placed, '123');
  await placed.press('Continue');
  await placed.shows('Enter all 6 digits from the message.');
  expect(count(fake, 'emailOtp.verify')).toBe(0);
  fake.answer('emailOtp.verify', new WalletError('CODE_WRONG', 'wrong', { nextStep: 'fix-input' }));
  type(placed, '123456');
  await placed.shows('That code isn’t right.');
  const input = field(placed);
  const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect([input.ariaInvalid, described[0], placed.focused()]).toEqual(['true', 'error', input]);
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6]);
  const button = placed.element.shadowRoot?.querySelector('.primary');
  expect([button?.textContent, button?.ariaDisabled]).toEqual(['Continue', 'false']);
});

test('the digits stand in boxes, as many as the code has, and in no text of the page', async () => {
  const element = document.createElement('countersign-code-entry');
  element.setAttribute('code-length', '8');
  const fake = createFakeWallet();
  document.body.append(Object.assign(element, { wallet: fake.wallet }));
  await place('code-entry', {});
  const entry = placed<'code-entry'>(element);
  await entry.shows('8-digit code we sent to');
  type(entry, '12 34');
  await new Promise(requestAnimationFrame);
  const frames = boxes(entry).map((box) => box.getBoundingClientRect());
  expect([frames.length, boxes(entry)[0]?.closest('[aria-hidden="true"]') === null]).toEqual([8, false]);
  // Nothing but the field holds the digits, and it draws each of them in the middle of its box.
  expect([field(entry).value, entry.text().includes('1234')]).toEqual(['1234', false]);
  const { letterSpacing, paddingLeft, font } = getComputedStyle(field(entry));
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (pen === null) throw new Error('there is no canvas');
  pen.font = font;
  const digit = pen.measureText('0').width;
  const { left } = field(entry).getBoundingClientRect();
  const middles = frames.map(
    (_, at) => left + parseFloat(paddingLeft) + at * (digit + parseFloat(letterSpacing)) + digit / 2,
  );
  for (const [at, { x, width }] of frames.entries()) expect(middles[at]).toBeCloseTo(x + width / 2, 0);
  type(entry, 'No code is in this text of +1 415 555 0100');
  await entry.shows('Enter all 8 digits from the message.');
  expect([field(entry).value, count(fake, 'emailOtp.verify')]).toEqual(['', 0]);
});

test('while a code is checked the one main button turns, and an expired code has one main way: a new code', async () => {
  const fake = createFakeWallet();
  const entry = await place('code-entry', { wallet: fake.wallet });
  await entry.shows('code we sent to');
  const held = fake.hold('emailOtp.verify');
  type(entry, '123456');
  const root = entry.element.shadowRoot;
  const turning = (): (string | null)[] =>
    [...(root?.querySelectorAll('[data-busy]') ?? [])].map(({ textContent }) => textContent);
  await expect.poll(turning).toEqual(['Continue']);
  held.fail(new WalletError('CODE_EXPIRED', 'expired', { nextStep: 'restart' }));
  await entry.shows('This code has expired');
  expect([...(root?.querySelectorAll('.primary') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Send a new code',
  ]);
  expect(turning()).toEqual([]);
  await entry.press('Send a new code');
  await entry.shows('A new code is on its way.');
});

test('a limit on codes shows one button that counts down, and pressing it sends nothing', async () => {
  useTimer();
  const fake = createFakeWallet();
  const limit = new TransportError('RATE_LIMITED', 'too many', { nextStep: 'retry', retryAfter: 45 } as never);
  fake.answer('emailOtp.resend', limit);
  const placed = await place('code-entry', { wallet: fake.wallet });
  const problems: unknown[] = [];
  placed.element.addEventListener('countersign-problem', ({ detail }) => problems.push(detail.error));
  await placed.shows('New code in 0:');
  await pass(30);
  await placed.press('Send a new code');
  await placed.shows('Try again in 0:4');
  const buttons = [...(placed.element.shadowRoot?.querySelectorAll('button') ?? [])];
  const again = buttons.filter(({ textContent }) => /new code|Try again/i.test(textContent));
  for (const button of again) button.click();
  expect([again.map(({ ariaDisabled }) => ariaDisabled), count(fake, 'emailOtp.resend'), problems]).toEqual([
    ['true'],
    1,
    [limit],
  ]);
});

test('a code whose check failed on the way is tried again at once, and no other code is sent', async () => {
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet });
  await placed.shows('New code in 0:');
  const held = fake.hold('emailOtp.verify');
  type(placed, '123456');
  await placed.shows('Checking');
  held.fail(new TransportError('NETWORK_FAILED', 'unreached', { nextStep: 'retry' }));
  await placed.press('Try again');
  await expect
    .poll(() => [count(fake, 'emailOtp.verify'), count(fake, 'emailOtp.resend'), placed.text()])
    .toEqual([2, 0, '']);
});

test('a new code can be had after 30 seconds, and is told of; the one in the field is gone', async () => {
  useTimer();
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet });
  await placed.shows('New code in 0:');
  await pass(6);
  expect(placed.text()).toMatch(/New code in 0:2[0-4]/);
  await pass(24);
  type(placed, '123');
  await placed.press('Send a new code');
  await placed.shows('A new code is on its way.');
  expect([field(placed).value, count(fake, 'emailOtp.resend')]).toEqual(['', 1]);
});

test('moved in the page it keeps its code; a new element goes on with it; each says where it leads back', async () => {
  const fake = createFakeWallet();
  const placed = await place('code-entry', { wallet: fake.wallet, type: 'SMS_OTP', locale: es });
  await placed.shows('que hemos enviado a');
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
  await placed.shows('code we sent to');
  type(placed, '123');
  const held = second.hold('emailOtp.begin');
  placed.element.wallet = second.wallet;
  await placed.shows('Sending a code…');
  expect([field(placed).value, placed.text().includes('sample.customer')]).toEqual(['', false]);
  held.release();
  await placed.shows('code we sent to');
});

test('a key that is no digit leaves digits and caret as they were, and is no code that is too short', async () => {
  const placed = await place('code-entry', { wallet: createFakeWallet().wallet });
  await placed.shows('code we sent to');
  const input = field(placed);
  input.focus();
  const key = (text: string): void => {
    const at = input.selectionStart ?? 0;
    input.setRangeText(text, at, at, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  };
  for (const digit of '12345') key(digit);
  for (const other of '.,*#+x') key(other);
  expect([input.value, input.selectionStart]).toEqual(['12345', 5]);
  input.setSelectionRange(2, 2);
  key('a');
  expect([input.value, input.selectionStart]).toEqual(['12345', 2]);
  key('９');
  expect([input.value, input.selectionStart]).toEqual(['129345', 3]);
  expect(placed.text()).not.toContain('Enter all 6 digits');
});
