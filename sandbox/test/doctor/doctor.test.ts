import { describe, expect, test } from 'vitest';
import { baseUrl, examine, type Examination, type ExamineOptions } from './run-doctor.ts';

type Between = NonNullable<ExamineOptions['between']>;
type Fields = Readonly<Record<string, unknown>>;

const allSteps = 'credentials customer wallet code refresh refusal payee money quote payment card revoke'.split(' ');
const verdictsOf = ({ lines }: Examination): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, verdict = '', step = ''] = /^(fits|skipped|MISFIT) +(\S+)/.exec(line) ?? [];
      return step === '' ? [] : [[step, verdict]];
    }),
  );
const allFit = Object.fromEntries(allSteps.map((step) => [step, 'fits']));
const agrees = 'The service and this kit speak the same language.';

/** Changes the answers to requests of a kind. */
const spoil =
  (method: string, path: RegExp, change: (body: Fields, answer: Response) => Response | Fields): Between =>
  async (request, send) => {
    const answer = await send(request);
    if (request.method !== method || !path.test(new URL(request.url).pathname)) return answer;
    const changed = change((await answer.clone().json()) as Fields, answer);
    return changed instanceof Response ? changed : Response.json(changed, answer);
  };
const spoilGood = (method: string, path: RegExp, change: (body: Fields) => Fields): Between =>
  spoil(method, path, (body, answer) => (answer.ok ? change(body) : answer));

describe('a service that this kit understands', () => {
  test.each(['2026-08', '2026-09', '2026-10'] as const)('in the form of %s fits in every step', async (contract) => {
    const examined = await examine({ contract });
    expect([examined.code, verdictsOf(examined)]).toEqual([0, allFit]);
    expect(examined.lines.slice(-2)).toEqual([`Form of the contract: ${contract}`, agrees]);
    expect(examined.sandbox.audit()).toEqual([]);
  });

  test('in profile spec fits in every step', async () => {
    const examined = await examine({ profile: 'spec' });
    expect([examined.code, verdictsOf(examined), examined.lines.at(-1)]).toEqual([0, allFit, agrees]);
    expect(examined.text).not.toContain('Form of the contract');
  });

  test('with cards of one form and quotes of another fits, and is told to be mixed', async () => {
    const between: Between = async (request, send) => {
      const answer = await send(request);
      return request.url.endsWith('/quotes') ? Response.json(await answer.json(), { status: 200 }) : answer;
    };
    const examined = await examine({ contract: '2026-08', between });
    expect([examined.code, verdictsOf(examined)]).toEqual([0, allFit]);
    expect(examined.text).toMatch(/contract: mixed\n +POST \/quotes 200: 2026-10\n +POST \/cards 201: 2026-08\n/);
  });
});

describe('a misfit', () => {
  // The base point of the curve: a key that nobody uses.
  const other =
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
  const withPayload = (quote: Fields): Fields =>
    JSON.parse(JSON.stringify(quote).replace(/ACTIVITY_TYPE_\w+/, 'ACTIVITY_TYPE_CREATE_API_KEYS')) as Fields;
  test.each<[string, string, ExamineOptions, string | RegExp]>([
    [
      'of a field that has another name',
      'refresh',
      { between: spoilGood('POST', /\/refresh$/, ({ payloadToSign: payload, ...body }) => ({ ...body, payload })) },
      'POST /auth/sessions/{}/refresh 202: payloadToSign is missing',
    ],
    [
      'of an amount that is a text',
      'quote',
      { between: spoilGood('POST', /\/quotes$/, (body) => ({ ...body, feesIncluded: '0' })) },
      'POST /quotes 201: feesIncluded is no number: a text of 1 characters',
    ],
    [
      'of a state that no form knows',
      'card',
      { between: spoilGood('POST', /\/cards$/, (body) => ({ ...body, status: 'ASLEEP' })) },
      'POST /cards 201: status is ASLEEP, which no form knows',
    ],
    [
      'of a status that no form knows',
      'payee',
      { between: spoil('POST', /-accounts$/, (body, { ok }) => Response.json(body, { status: ok ? 203 : 400 })) },
      'POST /customers/external-accounts 203: no form knows the status 203 here',
    ],
    ["of an enclave with another's key", 'code', { env: { PLATFORM_ENCLAVE_KEYS: other } }, /the kit says [A-Z_]+$/m],
    [
      'of a payload that is no payment',
      'payment',
      { between: spoilGood('POST', /\/quotes$/, withPayload) },
      /the kit says PAYLOAD_[A-Z_]+$/m,
    ],
    [
      'of the header of a stamp',
      'code',
      {
        between: (request, send) => {
          request.headers.delete('Grid-Wallet-Signature');
          return send(request);
        },
      },
      /the kit says [A-Z_]+/,
    ],
  ])('%s is seen in the step %s', async (_what, step, options, said) => {
    const examined = await examine({ contract: '2026-09', ...options });
    expect([examined.code, verdictsOf(examined)[step]]).toEqual([1, 'MISFIT']);
    expect(examined.text).toMatch(said);
    expect(examined.lines.at(-1)).toMatch(new RegExp(`^Misfits: .*${step}`));
  });

  test('of the credentials ends it with the first step', async () => {
    const examined = await examine({ env: { PLATFORM_CLIENT_SECRET: 'another-secret' } });
    expect([examined.code, verdictsOf(examined)]).toEqual([1, { credentials: 'MISFIT' }]);
    expect(examined.text).toContain('the first call was refused: 401 UNAUTHORIZED');
  });
});

test('what no form knows is listed, and is no misfit where the kit passes over it', async () => {
  const strange = { code: 'NEVER_HEARD_OF', reason: 'Sample reason', trace: 'sample' };
  const refusal = spoil('GET', /\/transactions\/Transaction/, (body, { status }) =>
    status === 404 ? Response.json(strange, { status }) : body,
  );
  const card = spoilGood('POST', /\/cards$/, (body) => ({ ...body, velocity: 'sample' }));
  const examined = await examine({
    contract: '2026-09',
    between: (request, send) => card(request, (passed) => refusal(passed, send)),
  });
  expect([examined.code, verdictsOf(examined)]).toEqual([0, allFit]);
  expect(examined.lines.slice(-5, -1)).toEqual([
    'No form knows, and the kit passes over:',
    '         GET /transactions/{} 404: code NEVER_HEARD_OF',
    '         GET /transactions/{} 404: field trace',
    '         POST /cards 201: field velocity',
  ]);
});

test('an account that issues no cards skips the card', async () => {
  const refused = { code: 'NOT_IMPLEMENTED', reason: 'Sample reason' };
  const examined = await examine({
    contract: '2026-09',
    between: spoil('POST', /\/cards$/, () => Response.json(refused, { status: 501 })),
  });
  expect([examined.code, verdictsOf(examined)['card']]).toEqual([0, 'skipped']);
  expect(examined.text).toContain('the account issues no cards: 501 NOT_IMPLEMENTED');
});

describe('before it creates and before it pays', () => {
  const changing = ({ requests }: Examination): readonly string[] =>
    requests.filter((line) => !line.startsWith('GET '));

  test('it names what it would create, asks, and without a yes has only read', async () => {
    for (const answers of [{}, { Create: 'no' }]) {
      const examined = await examine({ args: [], answers });
      expect([examined.code, examined.questions]).toEqual([0, ['Create these? [y/N] ']]);
      expect(changing(examined)).toEqual([]);
      expect(examined.text).toMatch(/creates.*\na customer with the platformCustomerId doctor-[0-9a-f]{8},/);
      expect(examined.lines.at(-1)).toBe('Nothing was created: only the first step was done.');
    }
  });

  test('it asks about the payment, and without a yes skips it', async () => {
    const paid = await examine({ args: [], answers: { Create: 'y', Pay: 'yes' } });
    expect([paid.code, verdictsOf(paid)]).toEqual([0, allFit]);
    const unpaid = await examine({ args: [], answers: { Create: 'y' } });
    expect([unpaid.code, verdictsOf(unpaid)]).toEqual([0, { ...allFit, payment: 'skipped' }]);
    const payments = ({ requests }: Examination): number => requests.filter((line) => line.endsWith('execute')).length;
    expect(payments(paid) - payments(unpaid)).toBe(1);
  });

  test('with --json it asks nothing: it only reads, and creates and pays with --spend', async () => {
    const parsed = ({ lines }: Examination): Fields[] => lines.map((line) => JSON.parse(line) as Fields);
    const examined = await examine({ args: ['--json'], answers: { Create: 'y', Pay: 'y' } });
    expect([examined.code, examined.questions, changing(examined)]).toEqual([0, [], []]);
    expect(parsed(examined).at(-1)).toMatchObject({ fits: true, isReadOnly: true });
    const spent = await examine({ args: ['--json', '--spend'], contract: '2026-09' });
    expect([spent.code, spent.questions]).toEqual([0, []]);
    const lines = parsed(spent);
    expect(lines.flatMap(({ step }) => step ?? [])).toEqual(allSteps);
    expect(lines.at(-1)).toEqual({
      fits: true,
      isReadOnly: false,
      forms: ['2026-09'],
      mixed: [],
      news: [],
      misfits: [],
    });
  });
});

test('where the code of sandboxes is wrong it asks for the one that was sent', async () => {
  const refusing = (): Between => {
    let isFirst = true;
    return async (request, send) => {
      if (!isFirst || !request.url.endsWith('/verify')) return send(request);
      isFirst = false;
      return Response.json({ code: 'UNAUTHORIZED', reason: 'Sample reason' }, { status: 401 });
    };
  };
  const answered = await examine({ between: refusing(), answers: { The: '000000' } });
  expect([answered.code, answered.questions]).toEqual([0, ['The code of the e-mail: ']]);
  const alone = await examine({ between: refusing() });
  expect(alone.text).toContain('the code of sandboxes was refused, and nobody was asked for another');
  expect([alone.code, verdictsOf(alone)['revoke']]).toEqual([1, undefined]);
});

test('a webhook is tested by the URL that is given, and the endpoint goes back', async () => {
  const endpoint = async ({ sandbox }: Examination): Promise<unknown> => {
    const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
    const answer = await sandbox.fetch(new Request(`${baseUrl}/config`, { headers: { authorization } }));
    return ((await answer.json()) as Fields)['webhookEndpoint'];
  };
  const url = 'http://127.0.0.1:4999/webhooks?token=sample-token';
  for (const [status, code, verdict] of [
    [200, 0, 'fits'],
    [401, 1, 'MISFIT'],
  ] as const) {
    const received: string[] = [];
    const examined = await examine({
      args: ['--spend', '--webhook-url', url],
      endpoint: 'http://127.0.0.1:4998/before',
      fetch: async (request) => {
        if (request.url === url) received.push(((await request.json()) as { readonly type: string }).type);
        return new Response(null, { status });
      },
    });
    expect([examined.code, verdictsOf(examined)['webhook']]).toEqual([code, verdict]);
    expect(received).toContain('TEST');
    expect(await endpoint(examined)).toBe('http://127.0.0.1:4998/before');
    expect(examined.text).toContain('a test event to 127.0.0.1:4999');
    expect(examined.text).not.toContain('sample-token');
  }
});

test.each([['text'], ['--json']])('nothing secret or personal is printed: %s', async (format) => {
  const values = new Set<string>(['000000']);
  const gather = (value: unknown): void => {
    if (typeof value === 'string') values.add(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) gather(inner);
  };
  const gatherText = (text: string): void => {
    try {
      gather(JSON.parse(text));
    } catch {
      values.add(text);
    }
  };
  const examined = await examine({
    args: ['--spend', '--email', 'sample.person@example.com', ...(format === 'text' ? [] : [format])],
    contract: '2026-09',
    async between(request, send) {
      gatherText(await request.clone().text());
      for (const [, value] of request.headers) values.add(value);
      for (const part of decodeURIComponent(request.url).split(/[/?&=]/)) values.add(part);
      const answer = await send(request);
      gatherText(await answer.clone().text());
      return answer;
    },
  });
  expect(examined.code).toBe(0);
  const { clientId, clientSecret, enclavePublicKeyHex } = examined.sandbox;
  for (const value of [clientId, clientSecret, enclavePublicKeyHex]) values.add(value);
  // Words of the contract, parts of paths and the name that it gives its customer.
  const isPublic = (value: string): boolean => /^[A-Z_]{2,}$|^[a-z-]*$|^doctor-\w{8}$/.test(value);
  const printed = [...values].filter((value) => value.length > 3 && !isPublic(value) && examined.text.includes(value));
  expect(printed).toEqual([]);
  expect(values.size).toBeGreaterThan(100);
});

describe('arguments', () => {
  test('take the place of the variables, and the secret is asked for where it is not set', async () => {
    const env = { PLATFORM_BASE_URL: '', PLATFORM_CLIENT_ID: '', PLATFORM_CLIENT_SECRET: '', PLATFORM_PROFILE: '' };
    const args = ['--base-url', baseUrl, '--client-id', 'sandbox-client', '--profile', 'grid', '--spend'];
    const examined = await examine({ env, args, answers: { Client: 'sandbox-secret' } });
    expect([examined.code, examined.questions]).toEqual([0, ['Client secret: ']]);
    await expect(examine({ env, args })).rejects.toThrow('Set PLATFORM_CLIENT_SECRET');
  });

  test.each([
    [
      ['--client-secret', 'sample-secret'],
      /^There is no option --client-secret\. The secret comes from PLATFORM_CLIENT_SECRET/,
    ],
    [['--client-secret=sample-secret'], /^There is no option --client-secret\./],
    [['sample-secret'], /^The command takes options alone\./],
    [['--json=sample-secret'], /^--json takes no value\./],
    [['--client-id'], /^--client-id needs a value\./],
    [['--base-url', ''], '--base-url is missing.'],
    [['--base-url', 'http://service.example.com'], 'baseUrl must be https (or http on loopback).'],
    [['--enclave-key', '04'], /^--enclave-key must be/],
    [['--profile', 'other'], '--profile must be spec or grid.'],
    [['--profile', 'spec', '--webhook-url', 'https://example.com'], /^--webhook-url must be/],
  ])('%j are refused without their values', async (args, message) => {
    const refused = examine({ args });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow('sample-secret');
  });

  test('--help says what they are', async () => {
    const { code, text, requests } = await examine({ args: ['--help'] });
    expect([code, requests]).toEqual([0, []]);
    for (const flag of ['--base-url', '--client-id', '--enclave-key', '--profile', '--spend', '--json']) {
      expect(text).toContain(flag);
    }
  });
});
