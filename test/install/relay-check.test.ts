import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPath } from '../engines/find.mjs';
import { buildKit } from '../package/consumer.ts';
import { checkUrl, cookies, type CheckFacts } from '../relay-check/check-relay.ts';
import { root } from '../source-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'relay-check-'));
const ended: (() => void)[] = [];

beforeAll(() => buildKit(), 120_000);

afterAll(() => {
  for (const end of ended.reverse()) end();
  rmSync(folder, { recursive: true, force: true });
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A port that is free now, for a program that can't choose one by itself. */
async function freePort(): Promise<number> {
  const port = await listen(() => undefined);
  ended.pop()?.();
  return port;
}

function start(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  ended.push(() => void child.kill());
  return child;
}

/** Starts the relay process for a check on a port, beside an endpoint that says who is signed in. */
async function startRelay(facts: CheckFacts, port: number, origin: string): Promise<void> {
  const { user, other, ...service } = facts;
  const people = new Map<string | undefined, object>([
    [cookies.user, { userId: 'sample-user', ...user }],
    [cookies.other, { userId: 'sample-other', ...other }],
  ]);
  const endpoint = await listen(({ headers }, response) => {
    const person = people.get(headers.cookie);
    response.writeHead(person === undefined ? 401 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(person ?? {}));
  });
  const config = join(folder, `relay-${String(port)}.json`);
  const settings = {
    ...service,
    mountPath: '/wallet',
    origins: [origin],
    groups: ['wallet', 'addresses', 'payments'],
    port,
    operationsPort: 0,
    identify: { url: `http://127.0.0.1:${String(endpoint)}/identify` },
  };
  writeFileSync(config, JSON.stringify(settings));
  const { stdout } = start(process.execPath, [join(root, 'dist/bin.js'), 'relay', '--config', config, '--json']);
  if (stdout !== null) await once(createInterface({ input: stdout }), 'line');
}

describe('the relay process', () => {
  test('keeps every promise of relay-check', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${String(port)}`;
    const { code, findings } = await checkUrl(`${origin}/wallet`, {
      start: (facts) => startRelay(facts, port, origin),
    });
    expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
    expect([code, findings.length > 30]).toEqual([0, true]);
  });

  test('keeps every promise behind nginx', async () => {
    const [port, front] = [await freePort(), await freePort()];
    const configuration = join(folder, 'nginx.conf');
    writeFileSync(
      configuration,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        server {
          listen 127.0.0.1:${String(front)};
          location /wallet/ {
            proxy_pass http://127.0.0.1:${String(port)};
            proxy_set_header Host $host;
          }
        }
      }`,
    );
    start(onPath('nginx') ?? 'nginx', ['-c', configuration, '-e', `${folder}/error.log`]);
    const origin = `http://127.0.0.1:${String(front)}`;
    const { code, findings } = await checkUrl(`${origin}/wallet`, {
      start: (facts) => startRelay(facts, port, origin),
    });
    expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
    expect([code, findings.length > 30]).toEqual([0, true]);
  });
});
