import { expect, test } from 'vitest';
import { warningsOf } from '../src/warnings.ts';
import { readSettings, settingNames, type ProcessCommand, type ReadSettings } from '../src/settings.ts';

const needed = {
  baseUrl: 'https://service.example.com/2025-10-13',
  clientId: 'client',
  clientSecret: 'very-secret-secret',
  identify: { url: 'https://app.example.com/identify' },
};

const read = (file: unknown, env: Record<string, string> = {}, command: ProcessCommand = 'relay'): ReadSettings =>
  readSettings({
    command,
    config: file === undefined ? undefined : 'relay.json',
    env,
    readFile(path) {
      if (path === 'relay.json') return typeof file === 'string' ? file : JSON.stringify(file);
      if (path === '/run/secrets/relay') return 'from a file, with a line end\n';
      throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
    },
  });

test('a file with what is needed has the defaults of everything else', () => {
  expect(read(needed)).toEqual({
    mistakes: null,
    settings: {
      relay: { baseUrl: needed.baseUrl, clientId: 'client', clientSecret: 'very-secret-secret' },
      page: null,
      entrance: null,
      host: '127.0.0.1',
      operationsHost: '127.0.0.1',
      port: 4700,
      operationsPort: 4701,
      identify: { url: needed.identify.url, secret: null },
      redis: null,
      redisPrefix: null,
      drainMs: 10_000,
    },
  });
});

test('each setting can be a variable, which counts before the file, or the content of a file that a variable names', () => {
  const { settings } = read(
    { ...needed, port: 1 },
    {
      COUNTERSIGN_PORT: '0',
      COUNTERSIGN_ORIGINS: 'https://app.example.com, https://www.example.com',
      COUNTERSIGN_LIMITS: '{"reads":{"limit":5,"windowMs":1000}}',
      COUNTERSIGN_PROFILE: 'grid',
      COUNTERSIGN_RECENT_SIGN_IN_MS: '{"newPayees":1000}',
      COUNTERSIGN_CLIENT_SECRET_FILE: '/run/secrets/relay',
      COUNTERSIGN_IDENTIFY_SECRET: '0123456789abcdef',
      COUNTERSIGN_STORE_REDIS: 'rediss://redis.example.com',
      COUNTERSIGN_STORE_PREFIX: 'staging:',
    },
  );
  expect(settings).toMatchObject({
    port: 0,
    relay: {
      origins: ['https://app.example.com', 'https://www.example.com'],
      limits: { reads: { limit: 5, windowMs: 1000 } },
      profile: 'grid',
      recentSignInMs: { newPayees: 1000 },
      clientSecret: 'from a file, with a line end',
    },
    identify: { url: needed.identify.url, secret: '0123456789abcdef' },
    redis: 'rediss://redis.example.com',
    redisPrefix: 'staging:',
  });
  expect(settingNames('relay')).toContainEqual(['userHandleSecret', 'COUNTERSIGN_USER_HANDLE_SECRET']);
});

test('all that is wrong is said at once, and no value of it', () => {
  const { mistakes } = read(
    {
      baseUrl: 'http://service.example.com',
      clientSecret: 'short',
      identify: { url: 'http://app.example.com/identify?key=hidden', password: 'hidden' },
      store: 'redis://:hidden@redis.example.com',
      origins: ['app.example.com'],
      idenitfy: {},
      port: 'hidden',
      drainMs: -1,
    },
    { COUNTERSIGN_LIMITS: '{hidden', COUNTERSIGN_USER_HANDLE_SECRET_FILE: '/run/secrets/none' },
  );
  expect(mistakes).toEqual(
    [
      'store must be an object with redis, prefix',
      "the file of COUNTERSIGN_USER_HANDLE_SECRET_FILE can't be read (ENOENT)",
      'COUNTERSIGN_LIMITS must be JSON',
      'options has no "identify.password"; pass "identify.url", the nearest name, or leave it out',
      'options has no "idenitfy"; pass "identify.url", the nearest name, or leave it out',
      'baseUrl must be https (or http on loopback)',
      'clientId must be a non-empty string',
      'clientSecret must be at least 8 characters',
      'origins[0] must be an origin such as "https://app.example.com", without a path or a wildcard',
      'port must be an integer from 0 to 65535',
      'drainMs must be a number of milliseconds',
      expect.stringMatching(/^identify\.url must be an https URL/),
    ].map((one) => one as string),
  );
  expect(JSON.stringify(mistakes)).not.toMatch(/hidden|short/);
});

const quiet = {
  ...needed,
  userHandleSecret: 'user handles of the tests, no secret',
  identify: { ...needed.identify, secret: '0123456789abcdef' },
};
const warnings = (file: object, command?: ProcessCommand): readonly string[] => {
  const { settings, mistakes } = read({ ...quiet, ...file }, {}, command);
  if (settings === null) throw new Error(mistakes.join('; '));
  return warningsOf(settings);
};

test.each([
  ['store.redis goes to another host without TLS', { store: { redis: 'redis://redis.example.com' } }],
  ['identify.secret is not set', { identify: needed.identify }],
  ['userHandleSecret is not set', { userHandleSecret: undefined }],
  ['limits.codes is more than 100 times', { limits: { codes: { limit: 1001, windowMs: 600_000 } } }],
  ['firstPaymentToPayee without store.redis', { recentSignInMs: { firstPaymentToPayee: 1000 } }],
  ['newPayees or firstPaymentToPayee without store.redis', { recentSignInMs: { newPayees: 1000 } }],
])('a setting that is seldom meant is warned of: %s', (warning, file) => {
  expect(warnings(file)).toEqual([expect.stringContaining(warning)]);
});

test('nothing is warned of that is meant', () => {
  const limits = { codes: { limit: 1000, windowMs: 600_000 } };
  const recentSignInMs = { firstPaymentToPayee: 1000 };
  for (const redis of ['redis://127.0.0.1', 'rediss://redis.example.com'])
    expect(warnings({ store: { redis }, limits, recentSignInMs, origins: ['https://app.example.com'] })).toEqual([]);
  expect(warnings({ identify: { url: 'unix:/run/app.sock:/identify' } })).toEqual([]);
});

test.each([
  ['{"clientSecret":"hidden"', "relay.json isn't JSON"],
  ['[1]', 'relay.json must hold one JSON object'],
])('a file that holds %s is named, and none of its content', (file, mistake) => {
  expect(read(file).mistakes).toEqual([mistake]);
  expect(JSON.stringify(read(file).mistakes)).not.toContain('hidden');
});

test('a file that isn’t there is the one mistake: what it would hold isn’t missed', () => {
  const readFile = (): never => {
    throw Object.assign(new Error('hidden'), { code: 'ENOENT' });
  };
  const options = { command: 'relay', config: 'relay.json', env: { COUNTERSIGN_PORT: 'hidden' }, readFile } as const;
  expect(readSettings(options).mistakes).toEqual(["relay.json can't be read (ENOENT)"]);
});

test('a secret that is set twice, and one that is the same as another, are mistakes', () => {
  const secret = 'one secret for two things, of 32 characters';
  const twice = { COUNTERSIGN_CLIENT_SECRET: secret, COUNTERSIGN_CLIENT_SECRET_FILE: '/run/secrets/relay' };
  expect(read(needed, twice).mistakes).toEqual([
    'COUNTERSIGN_CLIENT_SECRET and COUNTERSIGN_CLIENT_SECRET_FILE are both set: set one',
  ]);
  expect(read({ ...needed, clientSecret: secret, userHandleSecret: secret }).mistakes).toEqual([
    'userHandleSecret must be a secret of its own, not the clientSecret',
  ]);
});

test.each([
  'https://app.example.com/identify',
  'http://127.0.0.1:3000/identify',
  'http://localhost/identify',
  'unix:/run/app.sock:/identify',
  'http://unix:/run/app.sock:/identify',
])('identify may be at %s', (url) => {
  expect(read({ ...needed, identify: { url } }).mistakes).toBeNull();
});

test.each([
  'http://app.example.com/identify',
  'https://user:password@app.example.com/identify',
  'https://app.example.com/identify?all=1',
  'ftp://localhost/identify',
  'unix:app.sock:/identify',
  '/identify',
])('identify may not be at %s', (url) => {
  expect(read({ ...needed, identify: { url } }).mistakes).toHaveLength(1);
});

const page = {
  ...needed,
  origin: 'https://wallet.example.com',
  apps: ['https://app.example.com'],
  brand: { name: 'Sample' },
  enclaveKeys: [`04${'ab'.repeat(64)}`],
};

test('a wallet page has the settings of its relay and its own, and says itself where the relay is', () => {
  const { settings } = read(
    {
      ...page,
      groups: ['wallet', 'export'],
      exportKeys: page.enclaveKeys,
      cardKeyPolicies: [{ consensus: 'a', condition: 'b' }],
    },
    { COUNTERSIGN_APPS: 'https://app.example.com,https://shop.example.com', COUNTERSIGN_BRAND: '{"name":"Other"}' },
    'wallet-page',
  );
  expect(settings).toMatchObject({
    relay: { baseUrl: needed.baseUrl, groups: ['wallet', 'export'] },
    page: {
      origin: page.origin,
      apps: ['https://app.example.com', 'https://shop.example.com'],
      brand: { name: 'Other' },
      enter: 'session',
    },
    identify: { url: needed.identify.url },
  });
  const names = settingNames('wallet-page').map(([name]) => name);
  expect(names).not.toContain('origins');
  expect(names).not.toContain('mountPath');
});

test('a wallet page that people enter by ticket asks no endpoint, and needs the store that holds the tickets', () => {
  const { identify: _none, ...ticket } = { ...page, enter: 'ticket' };
  expect(read(ticket, {}, 'wallet-page').mistakes).toEqual([
    "store.redis must be set with enter 'ticket': it holds the tickets",
  ]);
  const { settings } = read({ ...ticket, store: { redis: 'rediss://redis.example.com' } }, {}, 'wallet-page');
  expect(settings).toMatchObject({ page: { enter: 'ticket' }, identify: null });
});

test.each([
  ['an app on its own host', { apps: ['https://wallet.example.com'] }, /^origin must have a host of its own/],
  ['no origin', { origin: undefined }, /^origin must be an origin/],
  ['another way to enter', { enter: 'cookie' }, /^enter must be/],
  ['no brand', { brand: undefined }, /^brand must be/],
  ['the origins of a relay', { origins: ['https://app.example.com'] }, /^options has no "origins"/],
])('a wallet page doesn’t start with %s', (_title, more, mistake) => {
  expect(read({ ...page, ...more }, {}, 'wallet-page').mistakes).toEqual([expect.stringMatching(mistake)]);
});

test('a relay has no export, and no settings of a page', () => {
  expect(read({ ...needed, groups: ['export'] }).mistakes).toEqual([expect.stringMatching(/^groups must/)]);
  expect(read({ ...needed, apps: [] }).mistakes).toEqual([expect.stringMatching(/^options has no "apps"/)]);
});

test('an entrance stands beside a relay, with a store, and all its mistakes are named', () => {
  const entrance = {
    origin: 'https://wallet.example.com',
    apps: ['https://app.example.com'],
    mountPath: '/to-wallet',
    logIn: '/log-in?next=',
  };
  const store = { redis: 'rediss://redis.example.com' };
  expect(read({ ...needed, store, entrance }).settings).toMatchObject({ entrance });
  expect(
    read(
      { ...needed, store },
      {
        COUNTERSIGN_ENTRANCE_ORIGIN: entrance.origin,
        COUNTERSIGN_ENTRANCE_APPS: 'https://app.example.com',
        COUNTERSIGN_ENTRANCE_MOUNT_PATH: entrance.mountPath,
        COUNTERSIGN_ENTRANCE_LOG_IN: entrance.logIn,
      },
    ).settings,
  ).toMatchObject({ entrance });
  expect(read({ ...needed, entrance: { apps: ['hidden'], mountPath: '/', logIn: '/log-in' } }).mistakes).toEqual([
    expect.stringMatching(/^entrance\.origin must/),
    expect.stringMatching(/^entrance\.apps\[0\] must/),
    expect.stringMatching(/^entrance\.mountPath must/),
    expect.stringMatching(/^entrance\.logIn must/),
    expect.stringMatching(/^store\.redis must be set with entrance/),
  ]);
  expect(settingNames('wallet-page').some(([name]) => name.startsWith('entrance'))).toBe(false);
});
