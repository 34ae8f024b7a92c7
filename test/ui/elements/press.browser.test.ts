/** The rule of a press, by a clock that the test moves. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { isNamed, place, placed, type Placed } from './place.ts';
import { quoteOf, transactionId } from './sample-quote.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

const payee = 'First Bank';
const drawn = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const wait = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms);
  await drawn();
};
const cheap = quoteOf();
const dear = quoteOf({ id: 'Quote:00000000-0000-4000-8000-000000000009', totalSendingAmount: 325_000_000 });
const over = quoteOf({ expiresAt: '2026-01-15T12:05:00.000Z' });
const paying = (): FakeWallet =>
  createFakeWallet({ state: 'signed-in', answers: { 'quote.execute': { transactionId, status: 'PROCESSING' } } });
/** A slip that was drawn, over a wallet that pays. */
const slip = async (quote = cheap, more: Partial<Placed<'review'>['element']> = {}) => {
  const fake = paying();
  const placed = await place('review', { wallet: fake.wallet, quote, payee, ...more });
  await drawn();
  await wait(800);
  return { ...placed, fake };
};
const paid = (fake: FakeWallet): readonly unknown[] =>
  fake.calls().flatMap(({ name, passed: [quote] }) => (name === 'quote.execute' ? [(quote as typeof cheap).id] : []));
const buttonOf = (element: HTMLElement, label: string): HTMLButtonElement => {
  const all = [...(element.shadowRoot?.querySelectorAll('button') ?? [])];
  const found = all.find((one) => isNamed(one, label));
  if (found === undefined) throw new Error(`There is no ${label} in: ${element.shadowRoot?.textContent ?? ''}`);
  return found;
};

/** A press of a mouse or a finger. */
const tap = (target: HTMLElement): void => {
  const more = { bubbles: true, composed: true, cancelable: true, detail: 1 };
  target.dispatchEvent(new PointerEvent('pointerdown', more));
  target.dispatchEvent(new PointerEvent('pointerup', more));
  target.dispatchEvent(new PointerEvent('click', more));
};
/** Says how much of a button is in view, in place of the browser. */
const viewOf = (): ((isWhole: boolean) => void) => {
  let tell: (entries: readonly object[]) => void = () => undefined;
  let target: Element | undefined;
  const before = globalThis.IntersectionObserver;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof tell) {
        tell = callback;
      }
      observe(button: Element): void {
        target = button;
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  onTestFinished(() => void vi.stubGlobal('IntersectionObserver', before));
  return (isWhole) => {
    const boundingClientRect = new DOMRect(0, 0, 100, 60);
    const intersectionRect = isWhole ? boundingClientRect : new DOMRect(0, 0, 100, 30);
    tell([{ target, isIntersecting: true, boundingClientRect, intersectionRect, rootBounds: null }]);
  };
};

test('A press counts once what it signs and the text of its button have stood unchanged in a visible page for 800 ms, the button wholly in view for the last 300, and no earlier press belongs to its series.', async () => {
  const show = viewOf();
  const fake = paying();
  const { element, text } = await place('review', { wallet: fake.wallet, quote: cheap, payee });
  await drawn();
  const sign = buttonOf(element, 'Send 40.00 USDB');
  expect(sign.ariaDisabled).toBe('true');
  await wait(100);
  tap(sign);
  await wait(700);
  expect(sign.ariaDisabled).toBe('false');
  tap(sign);
  await drawn();
  expect([paid(fake), text().includes('Wait a moment, then press once.')]).toEqual([[], true]);
  await wait(800);
  // An observer that hasn't answered has seen nothing.
  tap(sign);
  show(true);
  await wait(299);
  tap(sign);
  expect(paid(fake)).toEqual([]);
  await wait(1);
  tap(sign);
  expect(paid(fake)).toEqual([cheap.id]);
});

test('of a series that began before a slip was read no press pays, however long it goes on', async () => {
  const fake = paying();
  const { element } = await place('review', { wallet: fake.wallet, quote: cheap, payee });
  await drawn();
  const other = document.body.appendChild(document.createElement('button'));
  tap(other);
  for (let times = 0; times < 5; times += 1) {
    await wait(500);
    tap(buttonOf(element, 'Send 40.00 USDB'));
  }
  expect(paid(fake)).toEqual([]);
  await wait(800);
  tap(buttonOf(element, 'Send 40.00 USDB'));
  expect(paid(fake)).toEqual([cheap.id]);
});

test('a finger that scrolls begins no series', async () => {
  const fake = paying();
  const { element } = await place('review', { wallet: fake.wallet, quote: cheap, payee });
  await drawn();
  await wait(500);
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  document.body.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
  await wait(300);
  tap(buttonOf(element, 'Send 40.00 USDB'));
  expect(paid(fake)).toEqual([cheap.id]);
});

test('a press on a button out of view scrolls there, says why, and the next one counts', async () => {
  const show = viewOf();
  const { fake, element, text } = await slip();
  show(false);
  const sign = buttonOf(element, 'Send 40.00 USDB');
  const scrolled = vi.spyOn(sign, 'scrollIntoView');
  tap(sign);
  await drawn();
  expect([paid(fake), scrolled.mock.calls.length]).toEqual([[], 1]);
  expect(text()).toContain('The button wasn’t fully in view.');
  show(true);
  await wait(300);
  tap(sign);
  expect(paid(fake)).toEqual([cheap.id]);
});

test('a button higher than the window counts once both its ends were seen', async () => {
  let tell: (entries: readonly object[]) => void = () => undefined;
  viewOf();
  const Observer = globalThis.IntersectionObserver as unknown as new (callback: typeof tell) => object;
  vi.stubGlobal(
    'IntersectionObserver',
    class extends Observer {
      constructor(callback: typeof tell) {
        super(callback);
        tell = callback;
      }
    },
  );
  const { fake, element } = await slip();
  const sign = buttonOf(element, 'Send 40.00 USDB');
  const see = (from: number, to: number): void => {
    const parts = {
      boundingClientRect: new DOMRect(0, 0, 100, 200),
      intersectionRect: new DOMRect(0, from, 100, to - from),
    };
    tell([{ target: sign, isIntersecting: true, ...parts, rootBounds: new DOMRect(0, 0, 100, 90) }]);
  };
  see(0, 90);
  await wait(300);
  tap(sign);
  expect(paid(fake)).toEqual([]);
  see(110, 200);
  await wait(300);
  tap(sign);
  expect(paid(fake)).toEqual([cheap.id]);
});

test('a press that began elsewhere, or before something else was set in the same task, signs nothing', async () => {
  const { fake, element } = await slip();
  const sign = buttonOf(element, 'Send 40.00 USDB');
  const more = { bubbles: true, composed: true, cancelable: true };
  document.body.dispatchEvent(new PointerEvent('pointerdown', more));
  sign.dispatchEvent(new PointerEvent('click', { ...more, detail: 1 }));
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  sign.click();
  await wait(800);
  element.quote = dear;
  sign.click();
  expect(paid(fake)).toEqual([]);
  document.body.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }));
  await wait(800);
  sign.click();
  buttonOf(element, 'Send 325.00 USDB').click();
  expect(paid(fake)).toEqual([dear.id]);
});

test('coming back from a frame of the same page is no other window', async () => {
  const { fake, element } = await slip();
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  dispatchEvent(new Event('blur'));
  await wait(1000);
  dispatchEvent(new Event('focus'));
  await drawn();
  expect(buttonOf(element, 'Send 40.00 USDB').ariaDisabled).toBe('false');
  dispatchEvent(new Event('blur'));
  await wait(100);
  hasFocus.mockReturnValue(false);
  await wait(100);
  hasFocus.mockReturnValue(true);
  dispatchEvent(new Event('focus'));
  await drawn();
  expect(buttonOf(element, 'Send 40.00 USDB').ariaDisabled).toBe('true');
  hasFocus.mockRestore();
  expect(paid(fake)).toEqual([]);
});

test('the button names amount and payee, whose digits no name can imitate', async () => {
  const id = 'ExternalAccount:00000000-0000-4000-8000-000000000004';
  const accountInfo = {
    accountType: 'USD_ACCOUNT',
    accountNumber: '12346789',
    beneficiary: { fullName: 'Anna ··3000' },
  };
  const fake = createFakeWallet({
    state: 'signed-in',
    answers: { 'payee.get': { account: { id, accountInfo }, isNew: false } },
  });
  const quote = quoteOf({ destination: { destinationType: 'ACCOUNT', accountId: id } });
  const { element } = await place('review', { wallet: fake.wallet, quote });
  await drawn();
  const sign = buttonOf(element, 'Send 40.00 USDB');
  expect(sign.textContent).toBe('Send 40.00 USDB to Anna ··3000, ··6789');
  expect([...sign.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
    '40.00 USDB',
    'Anna ··3000',
    '··6789',
  ]);
});

test('a second press does not pay a new quote that nobody could read, and is told so', async () => {
  const fake = paying();
  const { element, text, focused } = await place('review', { wallet: fake.wallet, quote: over, payee });
  element.addEventListener('countersign-new-quote', () => (element.quote = dear));
  await drawn();
  const first = buttonOf(element, 'Get a new rate');
  first.focus();
  first.click();
  await drawn();
  expect(text()).toContain('You now send 325.00 USDB instead of 40.00 USDB.');
  expect(focused()?.tagName).toBe('H2');
  const sign = buttonOf(element, 'Send 325.00 USDB');
  expect([sign === first, sign.ariaDisabled]).toEqual([false, 'true']);
  await wait(799);
  sign.click();
  await drawn();
  expect(text()).toContain('Wait a moment');
  expect(paid(fake)).toEqual([]);
  await wait(1);
  expect([buttonOf(element, 'Send 325.00 USDB') === sign, sign.ariaDisabled]).toEqual([true, 'false']);
  expect(text()).not.toContain('Wait a moment');
  await wait(800);
  sign.click();
  expect(paid(fake)).toEqual([dear.id]);
});

test('a second press on a look does not sign again what the look has not found', async () => {
  const unknown = Object.assign(new Error('lost'), { code: 'OUTCOME_UNKNOWN', nextStep: 'retry' });
  const fake = createFakeWallet({ state: 'signed-in', answers: { 'quote.execute': unknown } });
  const { element } = await place('review', { wallet: fake.wallet, quote: cheap, payee });
  await drawn();
  await wait(800);
  buttonOf(element, 'Send 40.00 USDB').click();
  const look = await vi.waitFor(() => buttonOf(element, 'Check payment status'));
  look.click();
  await drawn();
  const again = buttonOf(element, 'Send 40.00 USDB again');
  again.click();
  await wait(800);
  expect(paid(fake)).toEqual([cheap.id]);
  again.click();
  expect(paid(fake)).toEqual([cheap.id, cheap.id]);
});

test('a quote whose time came back is read anew before the press for a new one signs it', async () => {
  let now = Date.parse(cheap.expiresAt);
  const { fake, element } = await slip(cheap, { serviceTime: () => now });
  buttonOf(element, 'Get a new rate');
  now -= 60_000;
  element.payee = payee;
  await drawn();
  buttonOf(element, 'Send 40.00 USDB').click();
  expect(paid(fake)).toEqual([]);
});

test('a new quote in an element of its own has to be read as well', async () => {
  const { fake, element } = await slip(over);
  buttonOf(element, 'Get a new rate').click();
  element.remove();
  const { element: next } = await place('review', { wallet: fake.wallet, quote: dear, payee });
  await drawn();
  buttonOf(next, 'Send 325.00 USDB').click();
  expect(paid(fake)).toEqual([]);
  await wait(800);
  buttonOf(next, 'Send 325.00 USDB').click();
  expect(paid(fake)).toEqual([dear.id]);
});

test.each([
  ['the payee', { payee: 'Second\u202e Bank' }, 'It now goes to Second[U+202E] Bank (as this page says).'],
  ['a fee', { quote: quoteOf({ feesIncluded: 900_000 }) }, 'This payment changed.'],
] as const)('%s that changes under the button has to be read, and is named', async (_, change, said) => {
  const { fake, element, text, focused } = await slip(cheap, { payee: 'First Bank' });
  const sign = buttonOf(element, 'Send 40.00 USDB');
  sign.focus();
  Object.assign(element, change);
  sign.click();
  await drawn();
  expect([paid(fake), focused()?.tagName]).toEqual([[], 'H2']);
  await wait(800);
  Object.assign(element, { payee: 'Third Bank' });
  await drawn();
  Object.assign(element, { quote: cheap, payee: 'First Bank' });
  await drawn();
  Object.assign(element, change);
  await drawn();
  expect(text()).toContain(said);
});

test('the same quote read again is no change', async () => {
  const { fake, element } = await slip();
  element.quote = { ...cheap };
  await drawn();
  buttonOf(element, 'Send 40.00 USDB').click();
  expect(paid(fake)).toEqual([cheap.id]);
});

test.each(['focus', 'visibilitychange'])(
  'the time starts anew with %s, and the button keeps the focus',
  async (type) => {
    const { fake, element, focused, text } = await slip();
    const sign = buttonOf(element, 'Send 40.00 USDB');
    sign.focus();
    const turn = (): boolean => (type === 'focus' ? window : document).dispatchEvent(new Event(type));
    turn();
    await wait(500);
    turn();
    await wait(500);
    expect([sign.ariaDisabled, focused() === sign]).toEqual(['true', true]);
    sign.click();
    await drawn();
    expect(text()).toContain('Wait a moment');
    await wait(300);
    expect(text()).not.toContain('Wait a moment');
    expect(paid(fake)).toEqual([]);
    await wait(800);
    sign.click();
    expect(paid(fake)).toEqual([cheap.id]);
  },
);

test('while the page is hidden the time stands still', async () => {
  const { element } = await slip();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await wait(5000);
  expect(buttonOf(element, 'Send 40.00 USDB').ariaDisabled).toBe('true');
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await wait(800);
  expect(buttonOf(element, 'Send 40.00 USDB').ariaDisabled).toBe('false');
});

test('a key that is held presses once', async () => {
  const { element } = await slip();
  const sign = buttonOf(element, 'Send 40.00 USDB');
  const hold = (repeat: boolean): KeyboardEvent =>
    new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, composed: true, cancelable: true });
  expect([false, true].map((repeat) => sign.dispatchEvent(hold(repeat)))).toEqual([true, false]);
  sign.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true, composed: true }));
});

const card = (state: string): object => ({ id: 'card-1111', state, last4: '1111' });
const way = { id: 'way', type: 'SMS_OTP' as const, nickname: '+14155550100', createdAt: '2026-01-15T12:00:00.000Z' };
const session = {
  id: 'other',
  type: 'PASSKEY' as const,
  current: false,
  nickname: 'Phone',
  createdAt: way.createdAt,
  expiresAt: way.createdAt,
};

test.each([
  ['card', 'Close card', 'Yes, close it', 'card.close'],
  ['credentials', 'Remove +14155550100', 'Yes, remove it', 'credentials.remove'],
  ['sessions', /^Sign out/, 'Yes, sign out', 'session.revoke'],
] as const)('in <countersign-%s> a question stands for a while before its yes counts', async (name, ask, yes, call) => {
  const { wallet, calls } = createFakeWallet({
    state: 'signed-in',
    answers: {
      'card.list': [card('ACTIVE')],
      'card.close': card('CLOSED'),
      'credentials.list': [way],
      'credentials.remove': undefined,
      'session.list': [session],
    },
  });
  const { element } = await place(name, { wallet });
  await drawn();
  const label = [...(element.shadowRoot?.querySelectorAll('button') ?? [])]
    .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
    .find((one) => (typeof ask === 'string' ? one === ask : ask.test(one)));
  buttonOf(element, label ?? '').click();
  await drawn();
  buttonOf(element, yes).click();
  await drawn();
  expect(calls().some((one) => one.name === call)).toBe(false);
  await wait(800);
  buttonOf(element, yes).click();
  expect(calls().some((one) => one.name === call)).toBe(true);
});

test.each([
  ['whose identity is added', 'Add Sample ID', 'Yes, add it', 'credentials.addOAuth'],
  ['that a passkey is ready', 'Add a passkey', 'Create passkey', 'passkey.add'],
] as const)('in <countersign-credentials> %s has to be read before it counts', async (_, begin, yes, call) => {
  const { wallet, calls } = createFakeWallet({
    state: 'signed-in',
    answers: {
      'credentials.list': [way],
      'credentials.addOAuth': way,
      'passkey.available': 'here',
      'passkey.add': way,
    },
  });
  const token = `e30.${btoa('{"iss":"https://id.example.com","sub":"abcdef123456"}')}.c2ln`;
  const providers = [{ name: 'Sample ID', idToken: () => Promise.resolve(token) }];
  const { element } = await place('credentials', { wallet, providers });
  await drawn();
  await wait(800);
  buttonOf(element, begin).click();
  await drawn();
  if (begin === 'Add a passkey') {
    await wait(800);
    buttonOf(element, begin).click();
    await drawn();
  }
  buttonOf(element, yes).click();
  await drawn();
  expect(calls().some(({ name }) => name === call)).toBe(false);
  await wait(800);
  buttonOf(element, yes).click();
  await drawn();
  expect(calls().some(({ name }) => name === call)).toBe(true);
});

test('a form is not submitted before what stands beside it could be read', async () => {
  const { wallet, calls } = createFakeWallet({
    state: 'signed-in',
    answers: { 'credentials.list': [way], 'credentials.addEmailOtp': {} },
  });
  const { element, write } = await place('credentials', { wallet });
  await drawn();
  buttonOf(element, 'Add an e-mail address').click();
  await drawn();
  await wait(800);
  write('email', 'sample.customer@example.com');
  window.dispatchEvent(new Event('focus'));
  const add = buttonOf(element, 'Add an e-mail address');
  add.click();
  await drawn();
  expect(calls().some(({ name }) => name === 'credentials.addEmailOtp')).toBe(false);
  await wait(800);
  add.click();
  expect(calls().some(({ name }) => name === 'credentials.addEmailOtp')).toBe(true);
});

test('An address or number stands on the button that adds it. As it is typed it counts at once; one that is pasted, filled in or set by the page has to stand first', async () => {
  const { wallet, calls } = createFakeWallet({
    state: 'signed-in',
    answers: { 'credentials.list': [], 'credentials.addEmailOtp': {}, 'credentials.addSmsOtp': {} },
  });
  const added = (): readonly unknown[] =>
    calls().flatMap(({ name, passed: [who] }) => (name.startsWith('credentials.add') ? [who] : []));
  const { element, write } = await place('credentials', { wallet });
  await drawn();
  await wait(800);
  buttonOf(element, 'Add an e-mail address').click();
  await drawn();
  await wait(800);
  const add = buttonOf(element, 'Add an e-mail address');
  const field = element.shadowRoot?.querySelector<HTMLInputElement>('input[name="email"]');
  const put = async (value: string, inputType?: string): Promise<void> => {
    if (field) field.value = value;
    if (inputType !== undefined) field?.dispatchEvent(new InputEvent('input', { inputType, bubbles: true }));
    await drawn();
  };
  expect(add.textContent).toBe('Add an e-mail address');
  await put(' other@example.com', 'insertFromPaste');
  expect([add.textContent, add.ariaDisabled]).toEqual(['Add an e-mail address other@example.com', 'true']);
  add.click();
  await wait(800);
  await put('another@example.com');
  add.click();
  await drawn();
  expect([add.textContent, added()]).toEqual(['Add an e-mail address another@example.com', []]);
  await wait(800);
  await put('sample.customer@example.co', 'deleteContentBackward');
  await put('sample.customer@example.com', 'insertText');
  expect([add.textContent, add.ariaDisabled]).toEqual(['Add an e-mail address sample.customer@example.com', 'false']);
  add.click();
  await drawn();
  buttonOf(element, 'Add a mobile number').click();
  await drawn();
  await wait(800);
  write('phone', '+1 (415) 555-0100');
  await drawn();
  const number = buttonOf(element, 'Add a mobile number');
  expect(number.textContent).toBe('Add a mobile number +14155550100');
  number.click();
  await drawn();
  expect(added()).toEqual(['sample.customer@example.com', '+14155550100']);
});

const waits = quoteOf({ status: 'PENDING_AUTHORIZATION' });
const transaction = {
  id: transactionId,
  status: 'PENDING_AUTHORIZATION',
  type: 'OUTGOING',
  sentAmount: { amount: 40_000_000, currency: waits.sendingCurrency },
  quoteId: waits.id,
} as const;

test.each(['review', 'payment'] as const)(
  'The code of a payment is confirmed by such a press, on a button that names amount and payee',
  async (name) => {
    const { wallet, calls, answer } = createFakeWallet({
      state: 'signed-in',
      answers: { 'transaction.follow': [transaction], 'quote.get': waits, 'quote.authorize': { status: 'PROCESSING' } },
    });
    const confirmed = (): boolean => calls().some((call) => call.name === 'quote.authorize');
    const properties = name === 'review' ? { quote: waits } : { transactionId };
    const { element, text, write } = await place<'review' | 'payment'>(name, { wallet, ...properties });
    await drawn();
    // The payee has no name yet.
    expect(text()).toContain('Nothing was sent: we can’t tell who would be paid.');
    expect(element.shadowRoot?.querySelector('input')).toBeNull();
    Object.assign(element, { payee });
    await drawn();
    const confirm = buttonOf(element, 'Confirm payment');
    expect(confirm.textContent).toBe('Confirm payment 40.00 USDB to First Bank (as this page says)');
    write('code', '123456');
    confirm.click();
    await drawn();
    expect([confirmed(), text().includes('Wait a moment, then press once.')]).toEqual([false, true]);
    await wait(1600);
    answer('transaction.follow', [{ ...transaction, status: 'PROCESSING' }]);
    confirm.click();
    await drawn();
    expect(confirmed()).toBe(true);
  },
);

test('A sign-in, its renewal and its end approve nothing of the account: a press there counts at once', async () => {
  const email = { ...way, type: 'EMAIL_OTP' as const, nickname: 'sample.customer@example.com' };
  const { wallet, calls, signIn } = createFakeWallet({
    answers: { 'credentials.list': [email], 'session.refresh': {} },
  });
  const signingIn = await place('sign-in', { wallet });
  await drawn();
  buttonOf(signingIn.element, 'E-mail me a code').click();
  await drawn();
  expect(signingIn.element.shadowRoot?.querySelector('countersign-code-entry')).not.toBeNull();
  signIn({ expiresAt: Date.now() + 60_000 });
  const { element } = await place('session', { wallet });
  for (const label of ['Stay signed in', 'Sign out']) {
    await drawn();
    buttonOf(element, label).click();
  }
  await drawn();
  expect(calls().flatMap(({ name }) => (name.startsWith('session.') ? [name] : []))).toEqual([
    'session.refresh',
    'session.revoke',
  ]);
});

test('a card that was frozen is not unfrozen by the next press in the same place', async () => {
  const { wallet, calls } = createFakeWallet({
    state: 'signed-in',
    answers: { 'card.list': [card('ACTIVE')], 'card.freeze': card('FROZEN'), 'card.unfreeze': card('ACTIVE') },
  });
  const { element } = await place('card', { wallet });
  await drawn();
  await wait(800);
  const freeze = buttonOf(element, 'Freeze');
  freeze.click();
  await drawn();
  const unfreeze = buttonOf(element, 'Unfreeze');
  unfreeze.click();
  await drawn();
  expect([freeze === unfreeze, calls().some(({ name }) => name === 'card.unfreeze')]).toEqual([false, false]);
  await wait(800);
  unfreeze.click();
  expect(calls().some(({ name }) => name === 'card.unfreeze')).toBe(true);
});

test('what moves into the place of the step that was pressed has to be read', async () => {
  const key = { id: 'key', cardId: 'card-1111', status: 'ACTIVE' as const };
  const { wallet, answer, calls } = createFakeWallet({
    state: 'signed-in',
    answers: { 'card.list': [card('ACTIVE')], 'delegatedKeys.list': [], 'card.freeze': card('FROZEN') },
  });
  answer('delegatedKeys.create', () => {
    answer('delegatedKeys.list', [key]);
    return key;
  });
  const { element } = await place('card', { wallet });
  await drawn();
  await wait(800);
  buttonOf(element, 'Turn on purchases').click();
  await drawn();
  await wait(800);
  buttonOf(element, 'Yes, turn on').click();
  await drawn();
  buttonOf(element, 'Turn off');
  buttonOf(element, 'Freeze').click();
  await drawn();
  expect(calls().some(({ name }) => name === 'card.freeze')).toBe(false);
});

test('with the wallet of another account the same has to be read anew', async () => {
  const answers = { 'credentials.list': [way], 'credentials.addEmailOtp': {} };
  const [first, second] = ['1', '2'].map((digit) =>
    createFakeWallet({
      state: 'signed-in',
      answers,
      accountId: `InternalAccount:00000000-0000-4000-8000-00000000000${digit}`,
    }),
  );
  const { element } = await place('credentials', { wallet: first?.wallet });
  for (const next of [undefined, second]) {
    if (next !== undefined) element.wallet = next.wallet;
    await drawn();
    buttonOf(element, 'Add an e-mail address').click();
    await drawn();
    expect(buttonOf(element, 'Add an e-mail address').ariaDisabled).toBe('true');
    await wait(800);
    expect(buttonOf(element, 'Add an e-mail address').ariaDisabled).toBe('false');
  }
});

test('an action is tried again by a button that names it, once its problem could be read', async () => {
  const failed = Object.assign(new Error('lost'), { code: 'NETWORK_FAILED', nextStep: 'retry' });
  const { wallet, calls } = createFakeWallet({
    state: 'signed-in',
    answers: { 'card.list': [card('ACTIVE')], 'card.freeze': failed },
  });
  const { element } = await place('card', { wallet });
  await drawn();
  await wait(800);
  buttonOf(element, 'Freeze').click();
  const again = await vi.waitFor(() => buttonOf(element, 'Try again'));
  expect(again.textContent).toBe('Try again Freeze: ··1111');
  const tried = (): number => calls().filter(({ name }) => name === 'card.freeze').length;
  again.click();
  await drawn();
  expect([tried(), again.ariaDisabled]).toEqual([1, 'true']);
  await wait(800);
  again.click();
  expect(tried()).toBe(2);
});

test('an element that was moved in the page is read where it stands now', async () => {
  const { element } = await slip();
  document.body.append(document.createElement('main'));
  document.querySelector('main')?.append(element);
  await drawn();
  expect(buttonOf(placed<'review'>(element).element, 'Send 40.00 USDB').ariaDisabled).toBe('true');
  await wait(800);
  expect(buttonOf(element, 'Send 40.00 USDB').ariaDisabled).toBe('false');
});
