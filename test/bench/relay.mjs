/** The benchmark of the relay, before a sandbox in a process of its own. */
import { spawn } from 'node:child_process';
import { createServer, request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildForNode } from './build.mjs';
import { benchRelayProcess } from './relay-process.mjs';
import { median, quantile, settle, table } from './statistics.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Starts the built command on a free port.
 * @returns {Promise<{ baseUrl: string, clientId: string, clientSecret: string, stop: () => void }>}
 */
async function startSandbox() {
  const command = [join(root, 'sandbox/dist/bin.js'), 'start', '--port', '0', '--json'];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    return { ...JSON.parse(line), stop: () => void child.kill() };
  }
  throw new Error('the sandbox did not start');
}

/**
 * Measures the added time of a call through the relay: beside the direct call, and beside a proxy that checks nothing.
 * @param {number} rounds of 200 calls, and of seconds under load
 */
export async function benchRelay(rounds) {
  const sandbox = await startSandbox();
  /** @type {(() => void)[]} */
  const closing = [sandbox.stop];
  try {
    /** @type {typeof import('./platform-server.ts')} */
    const built = await import(await buildForNode('platform-server'));
    const { accountId, listener } = await built.createPlatform(sandbox);
    const basic = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
    const query = `/auth/sessions?accountId=${accountId}`;
    const relayUrl = await listen(listener, closing);
    const proxyUrl = await listen((request, response) => {
      passOn(sandbox.baseUrl + (request.url ?? ''), basic, response).catch(() => response.destroy());
    }, closing);
    const calls = {
      direct: () => get(sandbox.baseUrl + query, { Authorization: basic }),
      'bare proxy': () => get(proxyUrl + query, {}),
      relay: () => get(`${relayUrl}/wallet${query}`, {}),
    };
    const [expected, ...others] = await Promise.all(Object.values(calls).map((call) => call()));
    if (others.some((body) => body !== expected)) throw new Error('the relay answers otherwise than the sandbox');
    /** @type {Record<string, number[]>} */
    const times = { direct: [], 'bare proxy': [], relay: [] };
    for (let round = 0; round < 200 * (rounds + 1); round += 1) {
      for (const [name, call] of Object.entries(calls)) {
        const start = performance.now();
        await call();
        if (round >= 200) times[name]?.push(performance.now() - start);
      }
    }
    const { direct = [], relay = [], 'bare proxy': proxy = [] } = times;
    console.log(`\nOne call over loopback (${200 * rounds} rounds)`);
    console.log(
      table([
        ['', 'median', 'middle half'],
        ...Object.entries(times).map(([name, values]) => [
          name,
          `${median(values).toFixed(3)} ms`,
          `${quantile(values, 0.25).toFixed(3)} to ${quantile(values, 0.75).toFixed(3)} ms`,
        ]),
      ]),
    );
    const added = median(relay) - median(direct);
    const overProxy = median(relay) - median(proxy);
    console.log(`the relay adds ${added.toFixed(3)} ms to a direct call, ${overProxy.toFixed(3)} ms to a bare proxy’s`);
    settle(
      'relay: adds under half a millisecond at the median to a loopback call',
      `${added.toFixed(3)} ms`,
      added < 0.5,
    );
    await benchRelayProcess(sandbox, rounds);
    await benchWorstBody();
  } finally {
    for (const close of closing) close();
  }
}

async function benchWorstBody() {
  /** @type {typeof import('./worst-body.ts')} */
  const { timeWorstBodies } = await import(await buildForNode('worst-body'));
  const times = await timeWorstBodies(21);
  console.log('\nA request with a body of 64 KiB (21 rounds, CPU time)');
  const medians = Object.entries(times).map(([title, values]) => /** @type {const} */ ([title, median(values)]));
  console.log(table([['', 'median'], ...medians.map(([title, ms]) => [title, `${ms.toFixed(1)} ms`])]));
  const worst = Math.max(...medians.map(([, ms]) => ms));
  settle('relay: the worst body of 64 KiB costs at most 20 ms', `${worst.toFixed(1)} ms`, worst <= 20);
}

/**
 * @param {import('node:http').RequestListener} listener
 * @param {(() => void)[]} closing
 * @returns {Promise<string>} the origin
 */
async function listen(listener, closing) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<string>}
 */
function get(url, headers) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (body += part));
      response.on('end', () => (response.statusCode === 200 ? resolve(body) : reject(new Error(body))));
    });
    request.on('error', reject).end();
  });
}

/**
 * Does the least that a proxy does.
 * @param {string} url
 * @param {string} authorization
 * @param {import('node:http').ServerResponse} response
 */
async function passOn(url, authorization, response) {
  const answer = await fetch(url, { headers: { Authorization: authorization } });
  const body = await answer.text();
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(body);
}
