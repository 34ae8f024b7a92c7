/** A process of its own that sends whatever one signed-in user can, as fast as it can: `abuser.mjs <url> <account> <ms>`. */
import { Agent, request as httpRequest } from 'node:http';

const [url = '', account = '', duration = '1000'] = process.argv.slice(2);
const connections = 32;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
let sent = 0;

/** @param {string} type */
const madeUp = (type) => `${type}:${crypto.randomUUID()}`;
const stamped = () => ({ 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': madeUp('Request') });
const key = JSON.stringify({ clientPublicKey: `02${'ab'.repeat(32)}` });

/** @type {readonly (() => readonly [method: string, path: string, body?: string | undefined, headers?: Record<string, string>])[]} */
const kinds = [
  () => ['GET', `/auth/sessions?accountId=${account}`],
  () => ['GET', `/quotes/${madeUp('Quote')}`],
  () => ['DELETE', `/auth/sessions/${madeUp('Session')}`],
  () => ['POST', `/auth/sessions/${madeUp('Session')}/refresh`, key, stamped()],
  () => ['POST', `/quotes/${madeUp('Quote')}/execute`, undefined, stamped()],
  () => ['POST', `/auth/credentials/${madeUp('AuthMethod')}/challenge`],
  () => ['POST', '/auth/credentials', JSON.stringify({ type: 'EMAIL_OTP', accountId: account })],
  () => ['POST', '/passkey-challenge', JSON.stringify({ accountId: account })],
  () => ['PATCH', `/cards/${madeUp('Card')}`, '{"state":"FROZEN"}'],
  () => ['POST', '/auth/credentials', 'x'.repeat(60_000)],
];

const end = performance.now() + Number(duration);
await Promise.all(Array.from({ length: connections }, sendUntilEnd));
console.log(String(sent));

/**
 * @param {unknown} _
 * @param {number} offset
 */
async function sendUntilEnd(_, offset) {
  for (let at = offset; performance.now() < end; at += 1) {
    const kind = kinds[at % kinds.length];
    if (kind !== undefined) await send(...kind()).catch(() => undefined);
    sent += 1;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {string} [body]
 * @param {Record<string, string>} [more]
 * @returns {Promise<void>}
 */
function send(method, path, body, more = {}) {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const headers = { Cookie: 'user=first', Origin: url, ...type, ...more };
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/wallet${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', resolve);
    });
    request.on('error', reject).end(body);
  });
}
