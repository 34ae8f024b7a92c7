import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildKit } from '../package/consumer.ts';
import { checkUrl, type CheckFacts } from '../../sandbox/test/relay-check/check-relay.ts';
import { freePort } from '../listen.ts';
import { createRunning, nginxArguments, peopleOf } from './running.ts';

const { folder, serve, start, startRelay, end } = createRunning();

beforeAll(() => buildKit(), 120_000);

afterAll(end);

test('the relay process keeps every promise of relay-check behind nginx, as docs/relay-process.md sets it up', async () => {
  const [relay, front] = [await freePort(), await freePort()];
  // It prints nothing: that the relay answers through it shows that it runs.
  const args = nginxArguments(folder, { front, relay }, { head: 'user root;' });
  void start('nginx', args).catch(() => undefined);
  const origin = `http://127.0.0.1:${String(front)}`;
  const { code, findings } = await checkUrl(`${origin}/wallet`, {
    async start(facts: CheckFacts) {
      const people = peopleOf(facts);
      const endpoint = await serve(({ headers }, response) => {
        const person = people[headers.cookie?.replace('session=', '') ?? ''];
        response.writeHead(person === undefined ? 401 : 200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(person ?? {}));
      });
      const identify = { url: `http://127.0.0.1:${String(endpoint)}/identify` };
      await startRelay(facts, { port: relay, origin, identify });
    },
  });
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect([code, findings.length > 30]).toEqual([0, true]);
});
