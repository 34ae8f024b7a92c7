import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { freePort } from '../listen.ts';
import { bodyAttacks } from '../relay/attacks/bodies.ts';
import { idAttacks } from '../relay/attacks/ids.ts';
import { pathAttacks } from '../relay/attacks/paths.ts';
import { runAttack } from '../relay/attacks/run-attack.ts';
import { siteAttacks } from '../relay/attacks/sites.ts';
import { checkUrl, type CheckFacts } from '../../sandbox/test/relay-check/check-relay.ts';
import { attackedProcess, type PutInFront } from '../../server/test/attacked-process.ts';
import { open } from '../../server/test/process.ts';
import { createRunning, nginxArguments, peopleOf } from './running.ts';

const startNginx = async (relay: number, path?: string): ReturnType<PutInFront> => {
  const running = createRunning();
  const { folder } = running;
  const port = await freePort();
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  const args = nginxArguments(
    folder,
    { front: port, relay },
    { head: 'user root; worker_processes 1;', ...(path === undefined ? {} : { path }) },
  );
  const child = spawn('nginx', args, { env, stdio: 'ignore' });
  await eventually(() => connects(port), { interval: 5 });
  return {
    port,
    async end() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      running.end();
    },
  };
};

const nginx: PutInFront = (relay) => startNginx(relay);

// nginx makes a plain target of an absolute one, and asks the relay for a record of the user's own.
const attacks = [...pathAttacks, ...bodyAttacks, ...idAttacks, ...siteAttacks].filter(
  ({ name }) => name !== 'absolute-form targets',
);

describe.each(attacks)('the process behind nginx, set up as documented, withstands $name', ({ attacks }) => {
  // Requests that nginx itself refuses never get to the relay.
  test.each(attacks)('$title', async (attack) => {
    const { breaches, says } = await runAttack(attack, attackedProcess(nginx));
    const isRefused = attack.says.startsWith('4');
    expect(breaches.filter((breach) => !isRefused || breach !== 'asked ')).toEqual([]);
    expect(says.startsWith('4')).toBe(isRefused);
  });
});

test('nginx on a host of the API’s own, set up as documented, opens the relay to the page alone', async () => {
  const relay = await open((_request, response) => void response.writeHead(404).end('{}'));
  const front = await startNginx(relay.port, 'docs/production.md');
  const from = async (origin: string, method: string): Promise<readonly unknown[]> => {
    const init = { method, headers: { Origin: origin } };
    const { status, headers } = await fetch(`http://127.0.0.1:${String(front.port)}/wallet/cards`, init);
    return [status, ...['Origin', 'Credentials'].map((name) => headers.get(`Access-Control-Allow-${name}`))];
  };
  const page = 'https://app.example.com';
  expect(await from(page, 'OPTIONS')).toEqual([204, page, 'true']);
  expect(await from(page, 'GET')).toEqual([404, page, 'true']);
  for (const method of ['OPTIONS', 'GET'])
    expect((await from('https://app.example.com.evil.example', method))[1]).toBeNull();
  await front.end();
  await relay.close();
});

test('the relay process keeps every promise of relay-check behind nginx, as docs/relay-process.md sets it up', async () => {
  const { folder, serve, start, startRelay, end } = createRunning();
  onTestFinished(end);
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

async function connects(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
