import { afterEach, expect, test, vi } from 'vitest';
import { replaceModules } from '../replaced-modules.ts';
import { createTestBench, pageOrigin, signedIn, type TestBench } from './test-bench.ts';

const chunks = {
  login: 'crypto/login/index.ts',
  signIn: 'wallet/flows/one-time-code.ts',
  actions: 'wallet/flows/signed-in.ts',
} as const;

const loadsItself = Object.fromEntries(Object.values(chunks).map((path) => [path, undefined]));

afterEach(() => replaceModules(loadsItself));

/** Writes down which parts are loaded from here on. */
async function watchLoading(): Promise<string[]> {
  const loaded: string[] = [];
  const watched = Object.entries(chunks).map(([name, path]) => {
    const load = async (importOriginal: () => Promise<object>): Promise<object> => {
      loaded.push(name);
      return importOriginal();
    };
    return [path, load] as const;
  });
  await replaceModules(Object.fromEntries(watched));
  vi.resetModules();
  return loaded;
}

/** Records the page's requests; the relay's own requests to the service don't count. */
function watchSending(bench: TestBench): { sent: string[]; fetch: TestBench['pageFetch'] } {
  const sent: string[] = [];
  const fetch: TestBench['pageFetch'] = async (url, init) => {
    const answer = await bench.pageFetch(url, init);
    const path = new URL(url, pageOrigin).pathname.replace(/AuthMethod:[^/]+/, ':id');
    sent.push(`${init.method} ${path} ${answer.status}`);
    return answer;
  };
  return { sent, fetch };
}

test('a sign-in sends what the protocol needs: one list, the code, and the two legs of its check', async () => {
  const bench = await createTestBench();
  const { sent, fetch } = watchSending(bench);
  const wallet = bench.newWallet({ fetch });
  const attempt = await wallet.emailOtp.begin();
  expect(sent.splice(0)).toEqual([
    'GET /wallet/auth/credentials 200',
    'POST /wallet/auth/credentials/:id/challenge 200',
  ]);
  await attempt.verify('000000');
  expect(sent).toEqual([202, 200].map((status) => `POST /wallet/auth/credentials/:id/verify ${status}`));
});

test('what the check of a code takes is loaded while the code is asked for, so that a press on "verify" waits for no download', async () => {
  const bench = await createTestBench();
  const loaded = await watchLoading();
  let before: readonly string[] = [];
  const fetch: TestBench['pageFetch'] = async (url, init) => {
    await vi.dynamicImportSettled();
    before = [...loaded];
    return bench.pageFetch(url, init);
  };
  const wallet = bench.newWallet({ fetch });
  await wallet.emailOtp.begin();
  expect(before.toSorted()).toEqual(['login', 'signIn']);
});

test('preparing a sign-in loads all that it takes and sends nothing, so that a press waits for the service alone', async () => {
  const bench = await createTestBench();
  const loaded = await watchLoading();
  const { sent, fetch } = watchSending(bench);
  const wallet = bench.newWallet({ fetch });
  await wallet.prepare();
  expect(sent).toEqual([]);
  expect(loaded.toSorted()).toEqual(['login', 'signIn']);
  await (await wallet.emailOtp.begin()).verify('000000');
  expect(loaded).toHaveLength(2);
});

test('preparing a wallet that is signed in loads what its actions take', async () => {
  const bench = await createTestBench();
  const { sent, fetch } = watchSending(bench);
  const wallet = await signedIn(bench, { fetch });
  const before = sent.length;
  const loaded = await watchLoading();
  await wallet.prepare();
  expect(sent).toHaveLength(before);
  expect(loaded).toEqual(['actions']);
});
