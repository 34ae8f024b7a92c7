/** The benchmarks of sandbox and relay, in processes of their own. */
import { spawn, spawnSync } from 'node:child_process';
import { createServer, request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildForNode } from './build.mjs';
import { median, quantile, settle, table } from './statistics.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Logins, executions, reset, start and memory. */
export async function benchSandbox() {
  const script = fileURLToPath(await buildForNode('sandbox'));
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the sandbox's benchmark failed: ${stderr}`);
  const { loginsMs, loginsCpuMs, executionsMs, resetMs, laterResets, heapAtStart, heapFull, heapsAfterReset } =
    JSON.parse(stdout);
  const starts = [];
  for (let run = 0; run < 5; run += 1) {
    const { readyMs, stop } = await startSandbox();
    starts.push(readyMs);
    stop();
  }
  /** @param {{ bytes: number, codeBytes: number }} heap */
  const data = ({ bytes, codeBytes }) => bytes - codeBytes;
  const growths = heapsAfterReset.map((/** @type {typeof heapAtStart} */ heap) => data(heap) / data(heapAtStart) - 1);
  const growth = Math.max(...growths);
  const heaps = [heapAtStart, heapFull, ...heapsAfterReset];
  /** @param {number} bytes */
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log('\nSandbox, in one process');
  console.log(
    table([
      ['full logins, with the client’s cryptography', `${(1e6 / loginsMs).toFixed(0)} a second`],
      ['signed executions, each with its quote', `${(1e6 / executionsMs).toFixed(0)} a second`],
      ['reset after 1,000 logins and 1,000 executions', `${resetMs.toFixed(2)} ms`],
      ['reset after one login', `${median(laterResets).toFixed(2)} ms`],
      ['heap at the start, full, after each of six resets', heaps.map(({ bytes }) => megabytes(bytes)).join(', ')],
      ['of it compiled code', heaps.map(({ codeBytes }) => megabytes(codeBytes)).join(', ')],
      ['ready after the command', `${median(starts).toFixed(0)} ms`],
    ]),
  );
  settle(
    'sandbox: 1,500 full logins a minute, so 1,000 within 40 s',
    `${(loginsMs / 1000).toFixed(1)} s, ${(loginsCpuMs / 1000).toFixed(1)} s of CPU time`,
    loginsMs < 40_000,
  );
  settle('sandbox: reset under 5 ms', `${resetMs.toFixed(2)} ms`, resetMs < 5);
  settle(
    'sandbox: heap without compiled code, after each of six resets, within 5 % of the start',
    growths.map((/** @type {number} */ share) => `${(share * 100).toFixed(1)} %`).join(', '),
    growth <= 0.05,
  );
  settle('sandbox: ready in under half a second', `${median(starts).toFixed(0)} ms`, median(starts) < 500);
}

/**
 * Starts the built command on a free port.
 * @returns {Promise<{ readyMs: number, baseUrl: string, clientId: string, clientSecret: string, stop: () => void }>}
 */
export async function startSandbox() {
  const start = performance.now();
  const command = [join(root, 'dist/sandbox/bin.js'), 'sandbox', '--port', '0', '--json'];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    return { ...JSON.parse(line), readyMs: performance.now() - start, stop: () => void child.kill() };
  }
  throw new Error('the sandbox did not start');
}

/** What a call costs more through the relay: beside the direct call, and beside a proxy that checks nothing. */
export async function benchRelay() {
  const sandbox = await startSandbox();
  /** @type {(() => void)[]} */
  const closing = [sandbox.stop];
  try {
    /** @type {typeof import('./platform-server.ts')} */
    const built = await import(await buildForNode('platform-server'));
    const { accountId, listener } = await built.createPlatform({ baseUrl: sandbox.baseUrl });
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
    for (let round = 0; round < 1200; round += 1) {
      for (const [name, call] of Object.entries(calls)) {
        const start = performance.now();
        await call();
        if (round >= 200) times[name]?.push(performance.now() - start);
      }
    }
    const { direct = [], relay = [], 'bare proxy': proxy = [] } = times;
    console.log('\nOne call over loopback (1,000 rounds)');
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
  } finally {
    for (const close of closing) close();
  }
}

/**
 * @param {import('node:http').RequestListener} listener
 * @param {(() => void)[]} closing
 * @returns {Promise<string>} the origin
 */
export async function listen(listener, closing) {
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
export function get(url, headers) {
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
 * What a proxy does at the least.
 * @param {string} url
 * @param {string} authorization
 * @param {import('node:http').ServerResponse} response
 */
async function passOn(url, authorization, response) {
  const answer = await fetch(url, { headers: { Authorization: authorization } });
  const body = await answer.text();
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(body);
}
