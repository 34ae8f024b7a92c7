import { createMemoryStore, type Store, type WalletEvent } from 'countersign';
import { describe as describeError, de, en, es, fr, pt } from 'countersign/messages';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { markerPrefix, recordPrefix, waitingKeyPrefix } from '../../src/kit/stored.ts';
import { flowFacts } from '../../src/kit/wallet/facts.ts';
import { cross } from '../cross.ts';
import { changed, madeUp, methods, type Targets } from '../calls.ts';
import { eventually } from '../eventually.ts';
import { useDevice } from '../journeys/device.ts';
import { tokenOf } from '../journeys/identities.ts';
import { createPageLocks } from '../../src/kit/wallet/run/locks.ts';
import { createTestBench, pageOrigin, type TestBenchOptions } from '../journeys/test-bench.ts';
import { isShortRun } from '../properties.ts';
import { flows, phoneNumber, wrongCode } from './secrets/flows.ts';
import { hostilities, type Echo, type Hostility } from './secrets/hostile.ts';
import { createMarks } from './secrets/marks.ts';
import { watchConsole, watchExchange, watchKeys } from './secrets/watch.ts';

const code = 'KQZWTM7X94PV';
const clientSecret = 'canary/secret+of "the" platform?7f3a9c51';
const marks = createMarks();
const credentials = createMarks();
marks.add('code', code);
marks.add('code', wrongCode);
const addresses = createMarks();
for (const address of ['sample.customer@example.com', phoneNumber, changed.email, changed.phoneNumber])
  addresses.add('address', address);
for (const each of [marks, credentials]) {
  each.add('API secret', clientSecret);
  each.add('API credentials', `sandbox-client:${clientSecret}`);
}

/** Everything that was seen on the wire, for a side that knows all. */
const known: string[] = [code, wrongCode, clientSecret.replaceAll(' ', '_')];
const sent: Echo = async (request) => {
  const headers = [...request.headers]
    .filter(([name]) => /wallet-signature$|^authorization$/.test(name))
    .map(([, value]) => value);
  return [await request.clone().text(), ...headers].join(' ').trim() || 'nothing';
};
const knowing: Echo = async (request) =>
  [await sent(request), ...known.slice(-12), code, wrongCode, clientSecret].join(' ');

const moments: Readonly<Record<string, (request: Request) => boolean>> = {
  'at any time': () => true,
  'to the first leg': ({ method, headers, url }) =>
    method !== 'GET' && !isSigned(headers) && !url.endsWith('/challenge'),
  'to the second leg': ({ headers }) => isSigned(headers),
};
const sides = ['service', 'relay'] as const;
// A short run takes a fifth, which meets each side and each moment.
const cases = cross(Object.keys(hostilities(knowing, sent)), sides, Object.keys(moments))
  .filter((_, place) => !isShortRun || place % 5 === 0)
  .map(([name, side, moment]) => ({ name, side, moment }));

const toldFlows = new Set<string>();
const toldSteps = new Set<string>();

let printed: ReturnType<typeof watchConsole>;
let stopKeys: () => void;

beforeAll(() => {
  printed = watchConsole();
  stopKeys = watchKeys(marks);
});

afterAll(() => {
  stopKeys();
  printed.stop();
  vi.unstubAllGlobals();
});

describe('no key, code, bundle, payload, stamp or API secret is found in an error, its words, an event, a record, a log or on the console', () => {
  test.for(cases)('when the $side $name $moment', async ({ side, moment, name }) => {
    const intercepted = await createHostileSetup(side, moments[moment], hostilities(knowing, sent)[name]);
    const errors = await intercepted.runFlows();
    expect(errors.length).toBeGreaterThan(0);
    for (const [flow, error] of errors) {
      expect([flow, marks.foundIn(error)]).toEqual([flow, []]);
      const words = [en, de, es, fr, pt].map((locale) => describeError(error, { locale }));
      expect([flow, marks.foundIn(words)]).toEqual([flow, []]);
    }
    const { events } = intercepted;
    const begun = events.filter((event) => event.step === 'begin' && methods.some((name) => name === event.flow));
    expect(begun.length).toBeGreaterThanOrEqual(methods.length);
    expect(events.filter(({ step }) => step === 'end').length).toBeGreaterThan(errors.length);
    expect([...marks.foundIn(events), ...addresses.foundIn(events)]).toEqual([]);
    for (const event of events) {
      toldSteps.add(event.step);
      if (event.step === 'end') toldFlows.add(event.flow);
    }
    const stored = await dump(intercepted.store);
    expect(marks.foundIn(stored)).toEqual([]);
    expect(stored.filter(([key]) => !storedPrefixes.some((prefix) => key.startsWith(prefix)))).toEqual([]);
    expect(marks.foundIn(intercepted.states)).toEqual([]);
    expect(marks.foundIn(intercepted.audited)).toEqual([]);
    expect(marks.foundIn(await intercepted.bench.requests())).toEqual([]);
    // A hostile relay's words are its own; the answers that an honest one passes on hold nothing of its credentials.
    if (side === 'service') expect(credentials.foundIn(intercepted.answers)).toEqual([]);
    expect(marks.foundIn(printed.lines)).toEqual([]);
  });

  test('and every kind of event was told, of every flow', () => {
    expect([...toldSteps].toSorted()).toEqual(['begin', 'end', 'request', 'state', 'transition']);
    expect([...toldFlows].toSorted()).toEqual(Object.keys(flowFacts).toSorted());
  });

  test('and all of them were there to be found', () => {
    const kinds = [
      'private key',
      'oidcToken',
      'stamp',
      'payloadToSign',
      'encryptedOtpBundle',
      'otpEncryptionTargetBundle',
    ];
    for (const kind of [...kinds, 'encryptedSessionSigningKey', 'signature'])
      expect([kind, marks.count(kind) > cases.length / (isShortRun ? 3 : 2)]).toEqual([kind, true]);
  });
});

const storedPrefixes = [recordPrefix, markerPrefix, waitingKeyPrefix];
const refreshed = { flow: 'background.refresh', step: 'end' };

/** A signed-in wallet whose service or relay turns hostile, with everything written down that it leaves behind. */
async function createHostileSetup(
  side: 'service' | 'relay',
  isTime: ((request: Request) => boolean) | undefined,
  hostility: Hostility | undefined,
) {
  let hostile = false;
  const audited: unknown[] = [];
  const answers: string[] = [];
  const states: unknown[] = [];
  const events: WalletEvent[] = [];
  const turn = async (request: Request, send: (request: Request) => Promise<Response>): Promise<Response> => {
    const watched = (passed: Request): Promise<Response> => watchExchange(marks, passed, send);
    known.push((await sent(request)).replaceAll(' ', '_'));
    return hostile && hostility !== undefined && isTime?.(request) === true
      ? hostility(request, watched)
      : watched(request);
  };
  const options: TestBenchOptions = {
    sandbox: { clientSecret, otpCode: code, relyingParties: [new URL(pageOrigin).hostname] },
    relay: { clientSecret, audit: (event) => void audited.push(event) },
    ...(side === 'service' ? { between: turn } : {}),
  };
  const bench = await createTestBench(options);
  await bench.platform('PATCH', `/customers/${bench.customerId}`, { phoneNumber });
  const store = createMemoryStore();
  const relay = async (request: Request): Promise<Response> => {
    const { method, headers, url } = request;
    const body = await request.text();
    return bench.pageFetch(url, { method, headers, ...(body === '' ? {} : { body }) });
  };
  const wallet = bench.newWallet({
    store,
    browser: { locks: createPageLocks(), visible: () => true },
    onEvent: (event) => void events.push(event),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const answer = await (side === 'relay' ? turn(request, relay) : relay(request));
      answers.push(await answer.clone().text(), JSON.stringify([...answer.headers]));
      return answer;
    },
  });
  await (await wallet.emailOtp.begin()).verify(code);
  await wallet.credentials.addSmsOtp(phoneNumber);
  useDevice();
  await (await wallet.passkey.prepareAdd({ nickname: 'Laptop' })).add();
  const prepared = await wallet.passkey.prepare();
  const quote = await bench.quote(1_000_000);
  wallet.subscribe(() => states.push(wallet.state()));
  const refreshByItself = async (): Promise<void> => {
    const { session } = wallet.state();
    if (session === undefined) return;
    bench.clock.advance(session.expiresAt - 60_000 - bench.clock.now());
    await eventually(() => expect(events).toContainEqual(expect.objectContaining(refreshed)));
  };
  const targets: Targets = {
    ...madeUp,
    wallet,
    quote,
    customerId: bench.customerId,
    payeeId: await bench.addBankAccount(),
    code: wrongCode.slice(0, 10),
    email: 'sample.customer@example.com',
    phoneNumber,
    token: (nonce) => tokenOf(bench, { nonce }),
  };
  const runFlows = async (): Promise<readonly (readonly [string, unknown])[]> => {
    hostile = true;
    const errors: (readonly [string, unknown])[] = [];
    for (const [name, flow] of Object.entries(flows({ code, prepared, refreshByItself }))) {
      const error = await errorOf(flow(targets));
      if (error !== undefined) errors.push([name, error]);
    }
    wallet.close();
    return errors;
  };
  return { bench, store, audited, answers, states, events, runFlows };
}

/** Error that a flow rejects with, or reports for a half that failed. */
async function errorOf(flow: Promise<unknown>): Promise<unknown> {
  try {
    return ((await flow) as { error?: unknown } | undefined)?.error;
  } catch (error) {
    return error;
  }
}

async function dump(store: Store): Promise<(readonly [string, unknown])[]> {
  const keys = await store.keys('');
  return Promise.all(keys.map(async (key) => [key, await store.read(key)] as const));
}

function isSigned(headers: Headers): boolean {
  return [...headers.keys()].some((name) => name.endsWith('wallet-signature'));
}
