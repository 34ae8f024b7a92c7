/** One user who floods the relay: what reaches the service, what the relay keeps, and what another user waits meanwhile. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildForNode } from './build.mjs';
import { get, listen, startSandbox } from './service.mjs';
import { median, quantile, table } from './statistics.mjs';

const floodMs = 8000;
setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');
const never = { limit: 1_000_000_000, windowMs: 60_000 };
const unlimited = {
  reads: never,
  firstLegs: never,
  lookUps: never,
  spared: never,
  codes: never,
  verifications: never,
  challenges: never,
};

/** Prints one row for the relay as it is, and one for a relay without limits. */
export async function benchAbuse() {
  const rows = [
    ['relay', 'requests of the one', 'calls of the service', 'heap', 'the other waits', 'alone'],
    await flood('with its limits', undefined),
    await flood('without limits', unlimited),
  ];
  console.log(
    `\nOne abusive user with 32 connections, for ${String(floodMs / 1000)} s, in a process beside the relay's`,
  );
  console.log(table(rows));
}

/**
 * @param {string} title
 * @param {import('countersign/relay').RelayLimits | undefined} limits
 * @returns {Promise<string[]>}
 */
async function flood(title, limits) {
  const sandbox = await startSandbox();
  /** @type {(() => void)[]} */
  const closing = [sandbox.stop];
  try {
    /** @type {typeof import('./two-users.ts')} */
    const { createTwoUsers } = await import(await buildForNode('two-users'));
    const { baseUrl, clientId, clientSecret } = sandbox;
    const given = limits === undefined ? {} : { limits };
    const users = await createTwoUsers({ baseUrl, clientId, clientSecret, ...given });
    const url = await listen(users.listener, closing);
    const read = () =>
      get(`${url}/wallet/auth/sessions?accountId=${users.accountIds.second}`, { Cookie: 'user=second' });
    // The other user's own reads stay below the limit.
    const alone = await time(read, { calls: 200, every: 5 });
    const heapBefore = heap();
    const callsBefore = users.calls();
    const script = fileURLToPath(new URL('abuser.mjs', import.meta.url));
    const abuser = spawn(process.execPath, [script, url, users.accountIds.first, String(floodMs)]);
    let sent = '';
    abuser.stdout.on('data', (part) => (sent += String(part)));
    const ended = new Promise((resolve) => abuser.once('exit', resolve));
    const meanwhile = await time(read, { calls: 200, every: floodMs / 250 });
    await ended;
    const calls = users.calls() - callsBefore - meanwhile.length;
    return [
      title,
      sent.trim(),
      String(calls),
      `${((heap() - heapBefore) / 1e6).toFixed(1)} MB more`,
      show(meanwhile),
      show(alone),
    ];
  } finally {
    for (const close of closing) close();
  }
}

/** Bytes of the heap, as small as the engine can make it. */
function heap() {
  collect();
  return process.memoryUsage().heapUsed;
}

/** @param {readonly number[]} times */
function show(times) {
  return `${median(times).toFixed(1)} ms (95 %: ${quantile(times, 0.95).toFixed(1)})`;
}

/**
 * @param {() => Promise<unknown>} call
 * @param {{ calls: number, every: number }} options
 * @returns {Promise<number[]>}
 */
async function time(call, { calls, every }) {
  const times = [];
  for (let count = 0; count < calls; count += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return times;
}
