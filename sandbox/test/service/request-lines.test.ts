import { afterEach, describe, expect, test } from 'vitest';
import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { request } from 'node:http';
import { requestLines } from '../../src/service/command/request-line.ts';
import { runCommand, type StartedSandbox } from '../../src/service/command/node.ts';

let started: StartedSandbox | null = null;

/** The lines of a command, without those that it prints when it is ready, and a way to call it. */
async function start(...options: string[]): Promise<{
  readonly lines: string[];
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Record<string, unknown>>;
}> {
  const lines: string[] = [];
  const args = ['start', '--port', '0', '--now', '2026-01-15T12:00:00Z', ...options];
  started = await runCommand({ args, print: (line) => lines.push(line), version: '1.2.3' });
  lines.length = 0;
  const url = started?.url ?? '';
  return {
    lines,
    async call(method, path, body, headers = {}) {
      const authorization = `Basic ${btoa('sandbox-client:sandbox-secret')}`;
      const response = await fetch(url + path, {
        method,
        headers: { authorization, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, unknown>;
    },
  };
}

afterEach(async () => {
  await started?.close();
  started = null;
});

describe('in the terminal', () => {
  test('each request has a line: when, what, its status, and why it was refused', async () => {
    const { lines, call } = await start();
    const person = await call('POST', '/_sandbox/people', { identity: { subject: 'sample-subject' } });
    await call('POST', '/_sandbox/people', { 'e\u001b[31mmail': 1 });
    await call('GET', `/2025-10-13/auth/credentials?accountId=${String(person['accountId'])}`);
    const { idToken } = await call('POST', '/_sandbox/id-tokens', { subject: 'sample-subject' });
    const verify = `/auth/credentials/${String(person['oauthCredentialId'])}/verify`;
    const clientPublicKey = createSandbox().enclavePublicKeyHex;
    await call('POST', `/2025-10-13${verify}`, { type: 'OAUTH', oidcToken: idToken, clientPublicKey });
    await call('GET', '/2025-10-13/transactions', undefined, { authorization: 'none' });
    await call('POST', '/_sandbox/faults', { drop: 'after' });
    await expect(call('GET', '/2025-10-13/transactions')).rejects.toThrow(TypeError);
    expect(lines).toEqual([
      '12:00:00 POST /_sandbox/people 201',
      '12:00:00 POST /_sandbox/people 400 INVALID_INPUT: The request has invalid fields: e?[31mmail.',
      '12:00:00 GET /auth/credentials 200',
      '12:00:00 POST /_sandbox/id-tokens 201',
      `12:00:00 POST ${verify} 401 UNAUTHORIZED: Invalid OIDC token: nonce of another key`,
      expect.stringMatching(/^12:00:00 GET \/transactions 401 UNAUTHORIZED: The API wants HTTP Basic/),
      '12:00:00 POST /_sandbox/faults 201',
      expect.stringMatching(/^[0-9:]{8} GET \/transactions no answer$/),
    ]);
  });

  test('what only looks at the control plane has none, nor has the health check', async () => {
    const { lines, call } = await start();
    expect(await call('GET', '/_sandbox')).toMatchObject({ profile: 'spec' });
    expect(await call('GET', '/health')).toEqual({ status: 'ok' });
    expect(lines).toEqual([]);
  });

  test('with --verbose each line has its bodies, in which secrets are not', async () => {
    const { lines, call } = await start('--verbose');
    const person = await call('POST', '/_sandbox/people', { identity: { subject: 'sample-subject' } });
    const credential = `/2025-10-13/auth/credentials/${String(person['credentialId'])}`;
    const asked = await call('POST', `${credential}/challenge`, {});
    const token = await call('POST', '/_sandbox/id-tokens', { subject: 'sample-subject' });
    const account = { accountId: person['accountId'] };
    const session = await call('POST', '/_sandbox/sign-in', account);
    const signed = await call('POST', '/_sandbox/sign', { ...account, payloadToSign: 'the payload' });
    await call('POST', '/2025-10-13/auth/credentials', { type: 'OAUTH', ...account, oidcToken: token['idToken'] });
    await call('GET', `/_sandbox/otp?credentialId=${String(person['credentialId'])}`);
    const text = lines.join('\n');
    expect(text).toContain('  > {"subject":"sample-subject"}');
    expect(text).toContain(`  < {"sessionId":"${String(session['sessionId'])}"`);
    const secrets = [asked['otpEncryptionTargetBundle'], token['idToken'], signed['stamp'], 'the payload', '"000000"'];
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const part of String(token['idToken']).split('.')) expect(text).not.toContain(part);
  });

  test.each(['kycUrl', 'panEmbedUrl'])('with --verbose a link that opens something is not shown: %s', (name) => {
    const answered = JSON.stringify({ [name]: 'http://localhost/opens-it', expiresAt: 'soon' });
    const date = '2026-01-15T12:00:00.000Z';
    const served = { method: 'POST', path: '/x', status: 200, date, sent: '', answered };
    expect(requestLines(served, { withBodies: true })).toEqual([
      '12:00:00 POST /x 200',
      `  < {"${name}":"…","expiresAt":"soon"}`,
    ]);
  });

  test.each([['--quiet'], ['--json']])('%s leaves the lines out', async (option) => {
    const { lines, call } = await start(option);
    await call('POST', '/_sandbox/people', {});
    expect(lines).toEqual([]);
  });
});

test('GET /health needs no credentials', async () => {
  const answer = await createSandbox().fetch(new Request('http://localhost/health'));
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});

describe('--allow-remote', () => {
  const statusFor = (url: string, Host: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const call = request(`${url}/health`, { headers: { Host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on('error', reject);
      call.end();
    });

  test('opens another address, says what that means, and still answers to no name that a foreign site can have', async () => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const args = ['start', '--port', '0', '--host', '0.0.0.0'];
    await expect(runCommand({ args, print, version: '1' })).rejects.toThrow(/--allow-remote/);
    started = await runCommand({ args: [...args, '--allow-remote'], print, version: '1' });
    const url = started?.url ?? '';
    expect(lines.join('\n')).toMatch(/Whoever reaches this port can sign in as anybody, read codes and move money/);
    for (const name of [
      'localhost',
      '127.0.0.1',
      '192.0.2.7:4600',
      '[2001:db8::1]:4600',
      'sandbox',
      'host.docker.internal',
    ]) {
      expect([name, await statusFor(url, name)]).toEqual([name, 200]);
    }
    expect(await statusFor(url, 'rebound.example.com')).toBe(421);
  });

  test('is not needed for this machine, and changes nothing there', async () => {
    const { url, close } = await listen(createSandbox(), { allowRemote: true });
    expect(await statusFor(url, 'rebound.example.com')).toBe(421);
    await close();
  });
});
