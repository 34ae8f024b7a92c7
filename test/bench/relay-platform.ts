/** A platform's back-end in a process of its own: it mounts the relay, and answers a relay beside it who is signed in. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRelay, type RelayIdentity } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createRedisRelayStore } from 'countersign/relay/redis';
import { Redis } from 'ioredis';
import { unlimited } from '../unlimited.ts';

interface Settings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly users: Readonly<Record<string, RelayIdentity>>;
  /** Address of Redis; null for this process's memory. */
  readonly redis: string | null;
}

const { users, redis, ...access } = JSON.parse(process.env['BENCH_PLATFORM'] ?? '') as Settings;
const find = (cookie: string | null | undefined): RelayIdentity | null => users[cookie ?? ''] ?? null;
const relay = createRelay({
  ...access,
  mountPath: '/wallet',
  limits: unlimited,
  userHandleSecret: 'user handles of the benchmark, no secret',
  identify: (request) => find(request.headers.get('Cookie')),
  ...(redis === null ? {} : { store: createRedisRelayStore({ client: new Redis(redis) }) }),
});
const listener = toNodeListener(relay);
const server = createServer((request, response) => {
  if (request.url !== '/identify') return listener(request, response);
  const user = find(request.headers.cookie);
  response.writeHead(user === null ? 401 : 200, { 'Content-Type': 'application/json' });
  return response.end(JSON.stringify(user));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
