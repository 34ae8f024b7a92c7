import { beforeAll, expect, test } from 'vitest';
import { atRest, countCryptoCalls } from '../rest.ts';
import { alive, createTestBench, isStamped, signedIn } from './test-bench.ts';

const code = '000000';

beforeAll(countCryptoCalls);

test('a sign-in over a living session ends that one at the service, signed by its own key', async () => {
  const bench = await createTestBench();
  const wallet = await signedIn(bench);
  const old = wallet.state().session;
  const fresh = await (await wallet.emailOtp.begin()).verify(code);
  await atRest();
  expect(await alive(bench)).toEqual([fresh.sessionId]);
  const ended = (await bench.requests()).find(({ method, status }) => method === 'DELETE' && status === 204);
  expect(ended).toMatchObject({ path: `/auth/sessions/${old?.sessionId}`, signedBy: old?.compressedPublicKeyHex });
});

test('a sign-in after the end or a sign-out ends nothing', async () => {
  const bench = await createTestBench();
  const wallet = await signedIn(bench);
  bench.clock.advance(15 * 60_000);
  await (await wallet.emailOtp.begin()).verify(code);
  await wallet.session.revoke();
  const before = (await bench.requests()).length;
  await (await wallet.emailOtp.begin()).verify(code);
  await atRest();
  const after = (await bench.requests()).slice(before);
  expect(after.filter(({ method }) => method === 'DELETE')).toEqual([]);
  expect(await alive(bench)).toEqual([wallet.state().session?.sessionId]);
});

test('a sign-in whose person gave up while its answer was on the way leaves no session at the service', async () => {
  const bench = await createTestBench();
  const given = new AbortController();
  const signIns = { answered: 0 };
  const wallet = await signedIn(bench, {
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      if (!url.endsWith('/verify') || answer.status === 202 || !answer.ok) return answer;
      signIns.answered += 1;
      if (signIns.answered === 2) given.abort();
      return answer;
    },
  });
  const wanted = wallet.state().session?.sessionId;
  const attempt = await wallet.emailOtp.begin();
  await expect(attempt.verify(code, { signal: given.signal })).rejects.toMatchObject({
    name: expect.any(String) as string,
  });
  expect(signIns.answered).toBe(2);
  await atRest();
  expect(await alive(bench)).toEqual([wanted]);
  expect(wallet.state().session?.sessionId).toBe(wanted);
});

test('a revocation that is refused for its challenge is no end of the session, and is tried again', async () => {
  const bench = await createTestBench();
  let refusals = 0;
  const wallet = await signedIn(bench, {
    async fetch(url, init) {
      if (init.method !== 'DELETE' || !isStamped(init) || refusals > 0) return bench.pageFetch(url, init);
      refusals += 1;
      return Response.json(
        { status: 401, code: 'UNAUTHORIZED', message: 'The challenge has expired.' },
        { status: 401 },
      );
    },
  });
  expect(await wallet.session.revoke()).toMatchObject({ service: 'not-reached', localKeyDeleted: true });
  expect(await alive(bench)).toHaveLength(1);
  await atRest();
  bench.clock.advance(5_000);
  await atRest();
  expect(await alive(bench)).toEqual([]);
});
