import { expect, test } from 'vitest';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { place } from './place.ts';

const credentialOf = (type: string, nickname: string): object => ({
  id: `credential-${nickname}`,
  type,
  nickname,
  createdAt: '2026-01-15T12:00:00.000Z',
});
const email = credentialOf('EMAIL_OTP', 'sample.customer@example.com');
const laptop = credentialOf('PASSKEY', 'Laptop');
const number = credentialOf('SMS_OTP', '+14155550100');

function withWays(...ways: readonly object[]): FakeWallet {
  const fake = createFakeWallet({
    answers: {
      'credentials.list': ways,
      'credentials.remove': undefined,
      'credentials.addEmailOtp': {},
      'credentials.addSmsOtp': {},
      'credentials.changeEmail': undefined,
      'passkey.available': 'here',
      'passkey.add': {},
    },
  });
  fake.signIn({ credentialId: 'credential-Laptop' });
  return fake;
}
const done = (fake: FakeWallet): readonly unknown[] =>
  fake
    .calls()
    .filter(({ name }) => name !== 'credentials.list' && name !== 'passkey.available')
    .map(({ name, passed }) => [name, ...passed.filter((one) => typeof one === 'string')]);
const follow = (element: HTMLElement): readonly string[] => {
  const told: string[] = [];
  element.addEventListener('countersign-credentials-changed', ({ detail }) => told.push(detail.change));
  return told;
};

test('a way in is removed after a question, which says which one is then the last; the one in use is not offered', async () => {
  const fake = withWays(laptop, number);
  const { element, press, shows, offers, text, focused } = await place('credentials', { wallet: fake.wallet });
  const told = follow(element);
  await shows('Current');
  expect(offers('Remove Laptop')).toBe(false);
  await press('Remove +14155550100');
  await shows(
    'Remove +14155550100? Devices that signed in with it will be signed out. Codes are no longer sent there.',
  );
  expect(text()).toContain('Laptop will be your only way to sign in.');
  await press('Keep it');
  await expect.poll(() => focused()?.ariaLabel).toBe('Remove +14155550100');
  expect(done(fake)).toEqual([]);
  fake.answer('credentials.list', [laptop]);
  await press('Remove +14155550100');
  await press('Yes, remove it');
  await shows('+14155550100 was removed.');
  expect(done(fake)).toEqual([['credentials.remove', 'credential-+14155550100']]);
  expect([told, focused()?.textContent]).toEqual([['removed'], 'Codes']);
});

test('ways stand in groups, passkeys first, and a field comes after its press, alone and with the focus', async () => {
  const providers = [{ name: 'Sample ID', idToken: () => Promise.resolve('a.b.c') }];
  const { element, press, shows, offers, focused } = await place('credentials', {
    wallet: withWays(email, laptop).wallet,
    providers,
  });
  await shows('Current');
  const all = (selector: string): readonly Element[] => [...(element.shadowRoot?.querySelectorAll(selector) ?? [])];
  expect(all('h3').map(({ textContent }) => textContent)).toEqual(['Passkeys', 'Codes', 'Accounts']);
  expect(all('li strong').map(({ textContent }) => textContent)).toEqual(['Laptop', 'sample.customer@example.com']);
  expect(all('input')).toEqual([]);
  await press('Add a passkey');
  await expect.poll(() => focused()?.getAttribute('name')).toBe('passkey');
  await press('Add a mobile number');
  await expect.poll(() => focused()?.getAttribute('name')).toBe('phone');
  expect([all('input').length, offers('Add a passkey')]).toEqual([1, true]);
  await press('Not now');
  await expect.poll(() => focused()?.ariaLabel).toBe('Add a mobile number');
});

test('what came of a press stands in the group of the press', async () => {
  const fake = withWays(laptop);
  const { element, press, shows, write, focused } = await place('credentials', { wallet: fake.wallet });
  const groupOf = (selector: string): string | undefined =>
    element.shadowRoot?.querySelector(selector)?.closest('.group')?.querySelector('h3')?.textContent;
  fake.hold('credentials.addSmsOtp').fail(Object.assign(new Error('lost'), { code: 'NETWORK_FAILED' }));
  await press('Add a mobile number');
  await expect.poll(() => focused()?.getAttribute('name')).toBe('phone');
  write('phone', '+14155550100');
  await press('Add a mobile number');
  await expect.poll(() => groupOf('[part="problem"]')).toBe('Codes');
  await press('Add a mobile number');
  await shows('You can now get codes at +14155550100.');
  expect(groupOf('[role="status"]')).toBe('Codes');
});

test('in a way in, what hides or turns its neighbours is marked', async () => {
  const { shows } = await place('credentials', {
    wallet: withWays(credentialOf('PASSKEY', 'Lap\u202etop'), credentialOf('EMAIL_OTP', 'me\u200b@example.com')).wallet,
  });
  await shows('Lap[U+202E]top');
  await shows('me[U+200B]@example.com');
});

test('a passkey is prepared by one press, and the next press starts the ceremony at once', async () => {
  const fake = withWays(email, laptop);
  const { element, press, shows, write } = await place('credentials', { wallet: fake.wallet });
  const told = follow(element);
  await press('Add a passkey');
  await shows('Name for a new passkey');
  write('passkey', 'a/b');
  await press('Add a passkey');
  await shows('Use up to 100 letters');
  expect(element.shadowRoot?.querySelector('[aria-invalid="true"]')?.getAttribute('aria-describedby')).toBe('mistake');
  write('passkey', 'Phone');
  await press('Add a passkey');
  await shows('confirm the passkey Phone');
  expect(done(fake)).toEqual([['passkey.prepareAdd']]);
  await press('Create passkey');
  await shows('Phone was added.');
  expect(told).toEqual(['added']);
});

test('after a closed dialogue the same passkey can be created, after another failure a new one is prepared', async () => {
  const fake = withWays(email);
  const { press, shows, offers } = await place('credentials', { wallet: fake.wallet });
  await press('Add a passkey');
  await shows('Name for a new passkey');
  await press('Add a passkey');
  fake.hold('passkey.add').fail(Object.assign(new Error('CANCELLED'), { code: 'CANCELLED', nextStep: 'retry' }));
  await press('Create passkey');
  await shows('Cancelled');
  fake.hold('passkey.add').fail(Object.assign(new Error('old'), { code: 'CHALLENGE_EXPIRED', nextStep: 'restart' }));
  await press('Create passkey');
  await expect.poll(() => offers('Create passkey')).toBe(false);
  await press('Start again');
  await shows('confirm the passkey My device');
});

test('a number is told to the service first, then added by the wallet, as it was written with spaces', async () => {
  const fake = withWays(email);
  const saved: string[] = [];
  const savePhoneNumber = (phoneNumber: string): Promise<void> => {
    saved.push(phoneNumber, String(done(fake).length));
    return Promise.resolve();
  };
  const { press, shows, write } = await place('credentials', { wallet: fake.wallet, savePhoneNumber });
  await press('Add a mobile number');
  await shows('Mobile number');
  write('phone', '+1 (415) 555-0100');
  await press('Add a mobile number');
  await shows('You can now get codes at +14155550100.');
  expect(saved).toEqual(['+14155550100', '0']);
  expect(done(fake)).toEqual([['credentials.addSmsOtp', '+14155550100']]);
});

test('an address is added where there is none, and changed for a known customer alone', async () => {
  const fake = withWays(laptop);
  const { element, press, shows, write, offers } = await place('credentials', { wallet: fake.wallet });
  const told = follow(element);
  await press('Add an e-mail address');
  await shows('E-mail address');
  fake.answer('credentials.list', [laptop, email]);
  write('email', 'sample.customer@example.com');
  await press('Add an e-mail address');
  await shows('You can now get codes at sample.customer@example.com.');
  await expect.poll(() => offers('Add an e-mail address')).toBe(false);
  expect(offers('Change the e-mail address')).toBe(false);
  element.customerId = 'Customer:1';
  await press('Change the e-mail address');
  await shows('New e-mail address');
  write('email', 'new.address@example.com');
  await press('Change the e-mail address');
  await shows('You can now get codes at new.address@example.com.');
  expect(done(fake)).toEqual([
    ['credentials.addEmailOtp', 'sample.customer@example.com'],
    ['credentials.changeEmail', 'Customer:1', 'new.address@example.com'],
  ]);
  expect(told).toEqual(['added', 'changed']);
});

const tokenWith = (claims: object): string =>
  `e30.${btoa(
    String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ iss: 'https://id.example.com', ...claims }))),
  )
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.c2ln`;
const verified = { email: 'me@example.com', email_verified: true };

test.each([
  [verified, 'Anyone who signs in as me@example.com at id.example.com can pay from this wallet.'],
  [{ ...verified, iss: 'https://id.example.com/a1b2c3/v2.0' }, 'at id.example.com can pay from this wallet.'],
  [{ ...verified, email_verified: false }, 'as me@example.com (not verified) at'],
  [{ email: 'm\u200be@example.com', email_verified: true }, 'as m[U+200B]e@example.com at'],
  [{ sub: 'abcdef123456' }, 'at id.example.com as the account that begins with abcdef can pay'],
])('an identity with %j is added only once the person has agreed to whose it is', async (claims, says) => {
  const fake = withWays(email);
  const providers = [{ name: 'Sample ID', idToken: () => Promise.resolve(tokenWith(claims)) }];
  const { press, shows, offers, focused } = await place('credentials', { wallet: fake.wallet, providers });
  await press('Add Sample ID');
  await shows(says);
  await shows('Let Sample ID sign you in?');
  expect(offers('Add Sample ID')).toBe(false);
  // Not on a button beside it, which the next Enter would press.
  expect(focused()?.getAttribute('part')).toBe('question');
  await press('Not now');
  await expect.poll(() => offers('Add Sample ID')).toBe(true);
  expect(JSON.stringify(done(fake))).not.toContain('addOAuth');
});

test.each(['a.b.c', `a.${btoa('confidential')}.c`, undefined])(
  'what is no token is not added, and none of it is told: %s',
  async (token) => {
    const fake = withWays(email);
    const providers = [{ name: 'Sample ID', idToken: () => Promise.resolve(token as string) }];
    const { element, press, shows } = await place('credentials', { wallet: fake.wallet, providers });
    const told: unknown[] = [];
    element.addEventListener('countersign-problem', ({ detail }) => told.push(detail.error));
    await press('Add Sample ID');
    await shows('That didn’t work');
    expect(JSON.stringify(done(fake))).not.toContain('addOAuth');
    expect(told).toEqual([new TypeError('idToken must be an ID token')]);
  },
);

test('an identity is added with a token for the nonce of this browser’s key', async () => {
  const fake = withWays(email);
  fake.answer('credentials.addOAuth', {});
  const nonces: string[] = [];
  const token = tokenWith(verified);
  const idToken = (nonce: string): Promise<string> => Promise.resolve(nonces.push(nonce)).then(() => token);
  const { element, press, shows } = await place('credentials', {
    wallet: fake.wallet,
    providers: [{ name: 'Sample ID', idToken }],
  });
  const told = follow(element);
  await press('Add Sample ID');
  await press('Yes, add it');
  await shows('Sample ID was added.');
  expect([nonces, told]).toEqual([['0'.repeat(64)], ['added']]);
  expect(done(fake)).toContainEqual(['credentials.addOAuth', token]);
});

test('each way has its sign, and the page’s one provider is named below its identity, and not offered again', async () => {
  const identity = credentialOf('OAUTH', 'customer@sample-id.example');
  const { element, shows, offers } = await place('credentials', {
    wallet: withWays(email, identity).wallet,
    providers: [{ name: 'Sample ID', idToken: () => Promise.resolve('a.b.c') }],
  });
  await shows('customer@sample-id.exampleSample ID');
  const rows = [...(element.shadowRoot?.querySelectorAll('[part="row"]') ?? [])];
  expect(rows.map((row) => row.querySelector('svg')?.getAttribute('class'))).toEqual(['icon mail', 'icon person']);
  expect(offers('Add Sample ID')).toBe(false);
});
