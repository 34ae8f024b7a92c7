/** The relay as a process beside the relay in a platform's own back-end, each in front of one sandbox, with and without Redis. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildForNode } from './build.mjs';
import { median, settle, table } from './statistics.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const connections = 16;
const roundMs = 2000;
const latencyRounds = 400;

/** @typedef {{ url: string, accounts: Record<string, string>, agent: Agent }} Contender */
/** @typedef {{ reads: number, lost: number, wrongOwners: number }} Count */

/**
 * @param {{ baseUrl: string, clientId: string, clientSecret: string }} sandbox
 * @param {number} rounds
 */
export async function benchRelayProcess({ baseUrl, clientId, clientSecret }, rounds) {
  /** @type {(() => void)[]} */
  const closing = [];
  try {
    /** @type {Record<string, { userId: string, customerId: string, accountIds: string[] }>} */
    const users = {};
    for (const cookie of ['user=first', 'user=second']) {
      const answer = await fetch(new URL('/_sandbox/people', baseUrl), { method: 'POST', body: '{}', headers: json });
      const { customerId, accountId } = await answer.json();
      users[cookie] = { userId: cookie, customerId, accountIds: [accountId] };
    }
    const accounts = Object.fromEntries(
      Object.entries(users).map(([cookie, user]) => [cookie, user.accountIds[0] ?? '']),
    );
    const access = { baseUrl, clientId, clientSecret };
    const redis = await startRedis(closing);
    if (redis === null) console.log('\nredis-server is not installed: measured without it');
    /** @type {Record<string, Contender>} */
    const contenders = {};
    for (const store of redis === null ? [null] : [null, redis]) {
      const platform = await startPlatform({ ...access, users, redis: store }, closing);
      const relay = await startRelay({ ...access, identify: `${platform}/identify`, redis: store }, closing);
      for (const [kind, url] of Object.entries({ 'in process': platform, process: relay })) {
        const name = `${kind}, ${store === null ? 'memory' : 'Redis'}`;
        contenders[name] = { url, accounts, agent: new Agent({ keepAlive: true }) };
      }
    }
    await measure(contenders, rounds);
    for (const { agent } of Object.values(contenders)) agent.destroy();
  } finally {
    for (const close of closing.reverse()) close();
  }
}

const json = { 'Content-Type': 'application/json' };

/**
 * @param {Record<string, Contender>} contenders
 * @param {number} rounds
 */
async function measure(contenders, rounds) {
  /** @type {Record<string, { rates: number[], times: number[], count: Count }>} */
  const found = {};
  for (const name of Object.keys(contenders)) {
    found[name] = { rates: [], times: [], count: { reads: 0, lost: 0, wrongOwners: 0 } };
  }
  // One round to warm up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, contender] of Object.entries(contenders)) {
      const count = await load(contender);
      const mine = found[name];
      if (mine === undefined) continue;
      mine.count.lost += count.lost;
      mine.count.wrongOwners += count.wrongOwners;
      mine.count.reads += count.reads;
      if (round > 0) mine.rates.push(count.reads / (roundMs / 1000));
    }
  }
  for (let round = 0; round < latencyRounds; round += 1) {
    for (const [name, contender] of Object.entries(contenders)) {
      const start = performance.now();
      await read(contender, 'user=first', 'user=first');
      found[name]?.times.push(performance.now() - start);
    }
  }
  console.log(`\nThe relay as a process, and in process (${connections} connections, ${rounds} rounds, interleaved)`);
  console.log(
    table([
      ['', 'reads a second', 'one call', 'lost', 'wrong owners'],
      ...Object.entries(found).map(([name, { rates, times, count }]) => [
        name,
        median(rates).toFixed(0),
        `${median(times).toFixed(3)} ms`,
        `${count.lost} of ${count.reads}`,
        String(count.wrongOwners),
      ]),
    ]),
  );
  for (const store of ['memory', 'Redis']) {
    const [own, other] = [found[`in process, ${store}`], found[`process, ${store}`]];
    if (own === undefined || other === undefined) continue;
    const share = median(other.rates) / median(own.rates);
    const added = median(other.times) - median(own.times);
    settle(
      `relay as a process, ${store}: at least 70 % of the reads in process`,
      `${(share * 100).toFixed(0)} %`,
      share >= 0.7,
    );
    settle(`relay as a process, ${store}: at most 1 ms more at the median`, `${added.toFixed(3)} ms`, added <= 1);
  }
  const all = Object.values(found).map(({ count }) => count);
  const wrong = all.reduce((sum, { lost, wrongOwners }) => sum + lost + wrongOwners, 0);
  settle('relay: no answer lost, none of another owner', String(wrong), wrong === 0);
}

/**
 * Both users read for the time of a round; each tenth time one asks for what is the other's.
 * @param {Contender} contender
 * @returns {Promise<Count>}
 */
async function load(contender) {
  const count = { reads: 0, lost: 0, wrongOwners: 0 };
  const end = performance.now() + roundMs;
  const work = async (/** @type {number} */ index) => {
    const cookie = index % 2 === 0 ? 'user=first' : 'user=second';
    const other = index % 2 === 0 ? 'user=second' : 'user=first';
    for (let turn = 0; performance.now() < end; turn += 1) {
      const foreign = turn % 10 === 9;
      const { status, body } = await read(contender, cookie, foreign ? other : cookie).catch(() => ({
        status: 0,
        body: '',
      }));
      count.reads += 1;
      if (status === 0 || status >= 500 || (status !== 200 && !foreign)) count.lost += 1;
      const owner = contender.accounts[cookie] ?? '';
      const isOwn = body
        .split('"accountId":"')
        .slice(1)
        .every((part) => part.startsWith(owner));
      const isRight = foreign && status < 500 ? status === 404 : isOwn;
      if (status !== 0 && !isRight) count.wrongOwners += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
  return count;
}

/**
 * @param {Contender} contender
 * @param {string} cookie who asks
 * @param {string} whose
 * @returns {Promise<{ status: number, body: string }>}
 */
function read({ url, accounts, agent }, cookie, whose) {
  return new Promise((resolve, reject) => {
    const target = `${url}/wallet/auth/credentials?accountId=${accounts[whose]}`;
    const request = httpRequest(target, { headers: { Cookie: cookie }, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    request.on('error', reject).end();
  });
}

/**
 * @param {object} settings
 * @param {(() => void)[]} closing
 * @returns {Promise<string>}
 */
async function startPlatform(settings, closing) {
  const script = fileURLToPath(await buildForNode('relay-platform'));
  const env = { ...process.env, BENCH_PLATFORM: JSON.stringify(settings) };
  return urlOf(spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] }), closing);
}

/**
 * @param {{ baseUrl: string, clientId: string, clientSecret: string, identify: string, redis: string | null }} settings
 * @param {(() => void)[]} closing
 */
function startRelay({ identify, redis, ...access }, closing) {
  const never = { limit: 1_000_000_000, windowMs: 60_000 };
  const env = {
    ...process.env,
    COUNTERSIGN_BASE_URL: access.baseUrl,
    COUNTERSIGN_CLIENT_ID: access.clientId,
    COUNTERSIGN_CLIENT_SECRET: access.clientSecret,
    COUNTERSIGN_MOUNT_PATH: '/wallet',
    COUNTERSIGN_PORT: '0',
    COUNTERSIGN_OPERATIONS_PORT: '0',
    COUNTERSIGN_IDENTIFY_URL: identify,
    COUNTERSIGN_LIMITS: JSON.stringify({ reads: never, ownerChecks: never }),
    ...(redis === null ? {} : { COUNTERSIGN_STORE_REDIS: redis }),
  };
  const command = [join(root, 'server/dist/bin.js'), 'relay', '--json'];
  // Its log goes where logs go, and costs what it costs.
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.resume();
  return urlOf(child, closing);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(() => void)[]} closing
 * @returns {Promise<string>}
 */
async function urlOf(child, closing) {
  closing.push(() => void child.kill());
  if (child.stdout === null) throw new Error('nothing to read from');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line).url;
  throw new Error('a server did not start');
}

/**
 * @param {(() => void)[]} closing
 * @returns {Promise<string | null>} its address; null where there is none
 */
async function startRedis(closing) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-redis-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  closing.push(() => void child.kill('SIGKILL'));
  const missing = new Promise((resolve) => child.once('error', () => resolve(null)));
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('Ready to accept')) return `redis://127.0.0.1:${port}`;
    }
    return null;
  })();
  return Promise.race([/** @type {Promise<null>} */ (missing), ready]);
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
