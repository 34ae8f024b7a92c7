import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildKit } from '../package/consumer.ts';
import { checkUrl, type CheckFacts } from '../relay-check/check-relay.ts';
import { root } from '../source-tree.ts';
import { createRunning, peopleOf } from './running.ts';

const { folder, freePort, serve, start, startRelay, end } = createRunning();

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
  const document = readFileSync(join(root, 'docs/relay-process.md'), 'utf8');
  const [, documented = ''] = /```nginx\n([^]*?)```/.exec(document) ?? [];
  const [port, front] = [await freePort(), await freePort()];
  const configuration = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    configuration,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off; ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      server {
        listen 127.0.0.1:${String(front)};
        ${documented.replace('127.0.0.1:4700', `127.0.0.1:${String(port)}`)}
      }
    }`,
  );
  // It prints nothing: that the relay answers through it shows that it runs.
  void start('nginx', ['-c', configuration, '-e', `${folder}/error.log`]).catch(() => undefined);
  const { code, findings } = await check(port, `http://127.0.0.1:${String(front)}`);
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect([code, findings.length > 30]).toEqual([0, true]);
});
