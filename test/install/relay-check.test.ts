import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildKit } from '../package/consumer.ts';
import { checkUrl, type CheckFacts } from '../../sandbox/test/relay-check/check-relay.ts';
import { freePort } from '../listen.ts';
import { createRunning, nginxArguments, peopleOf } from './running.ts';

const { folder, serve, start, startRelay, end } = createRunning();

beforeAll(() => buildKit(), 120_000);

afterAll(end);

/** Checks a relay process on a port, beside an endpoint that says who is signed in, by the address that its pages know. */
async function check(port: number, origin: string) {
  return checkUrl(`${origin}/wallet`, {
    async start(facts: CheckFacts) {
      const people = peopleOf(facts);
      const endpoint = await serve(({ headers }, response) => {
        const person = people[headers.cookie?.replace('session=', '') ?? ''];
        response.writeHead(person === undefined ? 401 : 200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(person ?? {}));
      });
      await startRelay(facts, { port, origin, identify: { url: `http://127.0.0.1:${String(endpoint)}/identify` } });
    },
  });
}

test('the relay process keeps every promise of relay-check', async () => {
  const port = await freePort();
  const { code, findings } = await check(port, `http://127.0.0.1:${String(port)}`);
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect([code, findings.length > 30]).toEqual([0, true]);
});

test('the relay process keeps every promise of relay-check behind nginx, as docs/relay-process.md sets it up', async () => {
  const [relay, front] = [await freePort(), await freePort()];
  // It prints nothing: that the relay answers through it shows that it runs.
  const args = nginxArguments(folder, { front, relay }, { head: 'user root;' });
  void start('nginx', args).catch(() => undefined);
  const { code, findings } = await check(relay, `http://127.0.0.1:${String(front)}`);
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect([code, findings.length > 30]).toEqual([0, true]);
});
