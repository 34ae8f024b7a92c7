import { createSandbox, type Sandbox } from 'countersign-sandbox';
import { createSandboxControl, seedPerson, type SandboxControl } from 'countersign-sandbox/testing';
import { describe, expect, test } from 'vitest';
import { readSources } from '../../../test/source-tree.ts';

const controlOf = (sandbox: Sandbox): SandboxControl =>
  createSandboxControl('http://localhost:4600', { fetch: (url, init) => sandbox.fetch(new Request(url, init)) });

async function answerOf(sandbox: Sandbox, path: string, method = 'GET'): Promise<Response> {
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  return sandbox.fetch(new Request(`http://localhost/2025-10-13${path}`, { method, headers: { authorization } }));
}

describe('the client of the control plane', () => {
  test('says what a relay needs, and starts over with the same ids', async () => {
    const control = controlOf(createSandbox({ profile: 'grid' }));
    const info = await control.info();
    expect(info).toMatchObject({ baseUrl: 'http://localhost:4600/2025-10-13', profile: 'grid' });
    const options = { card: 'active', balance: 25_000_000 } as const;
    const first = await seedPerson(control, options);
    expect(await control.reset()).toEqual(info);
    expect(await seedPerson(control, options)).toEqual(first);
    expect(first.cardId).toMatch(/^Card:/);
  });

  test('counts requests on over a reset, so that those of a test are told from those before it', async () => {
    const sandbox = createSandbox();
    const control = controlOf(sandbox);
    for (const path of ['/config', '/transactions']) await answerOf(sandbox, path);
    const before = (await control.requests()).at(-1)?.number ?? 0;
    await control.reset();
    await answerOf(sandbox, '/config');
    expect((await control.requests()).filter(({ number }) => number > before)).toMatchObject([{ path: '/config' }]);
  });

  test('moves the clock', async () => {
    const control = controlOf(createSandbox());
    const before = await control.now();
    const after = await control.advance(3_600_000);
    expect(after - before).toBeGreaterThanOrEqual(3_600_000);
  });

  test('makes a request fail once, shows it, and heals', async () => {
    const sandbox = createSandbox();
    const control = controlOf(sandbox);
    await control.fail({ path: '/customers', status: 503 });
    expect(await control.faults()).toHaveLength(1);
    expect((await answerOf(sandbox, '/customers')).status).toBe(503);
    const [failed] = await control.expectRequests({ path: '/customers', status: 503, times: 1 });
    expect(failed).toMatchObject({ method: 'GET', fault: true });
    await control.fail({ status: 500, count: null });
    await control.heal();
    expect(await control.faults()).toEqual([]);
    expect(await control.requests()).toHaveLength(1);
  });

  test('reads the code that was sent, and takes a credential away', async () => {
    const sandbox = createSandbox();
    const control = controlOf(sandbox);
    const { credentialId } = await control.seedPerson();
    await answerOf(sandbox, `/auth/credentials/${credentialId}/challenge`, 'POST');
    expect(await control.sentCode(credentialId)).toMatchObject({ credentialId, otpCode: '000000', wrongAttempts: 0 });
    await control.removeCredential(credentialId);
    await expect(control.sentCode(credentialId)).rejects.toThrow(/404/);
  });

  test('keeps and restores the whole state, and ends a session', async () => {
    const control = controlOf(createSandbox());
    const { sessionId = '' } = await control.addScenario('expired-session');
    const snapshot = await control.snapshot();
    await control.reset();
    await control.restore(snapshot);
    await expect(control.endSession(sessionId)).rejects.toThrow(/active session/);
  });

  test('says what was refused and why, and that nobody answers', async () => {
    const control = controlOf(createSandbox());
    await expect(control.fail({ status: 100 })).rejects.toThrow(/POST \/_sandbox\/faults: 400 INVALID_INPUT .*status/);
    await expect(control.expectRequests({ times: 3 })).rejects.toThrow(
      /EXPECTATION_NOT_MET Of the requests so far 0 fit/,
    );
    const nobody = createSandboxControl('http://127.0.0.1:9', {
      fetch: () => Promise.reject(new TypeError('refused')),
    });
    await expect(nobody.info()).rejects.toThrow(
      'No sandbox answers at http://127.0.0.1:9. Start one: npx countersign-sandbox start',
    );
  });

  test('refuses what is no URL', () => {
    for (const bad of ['', '4600', undefined, {}]) {
      expect(() => createSandboxControl(bad as string)).toThrow(TypeError);
    }
    expect(() => createSandboxControl('http://localhost', { fetch: 1 as never })).toThrow(/fetch/);
  });

  test('reaches every call of the control plane: those without a method of their own by `call`', async () => {
    const routes = readSources('sandbox/src/service/control').flatMap(({ text }) =>
      [...text.matchAll(/path: '(\/[\w/:-]*)'/g)].map(([, path = '']) => path.split('/')[1] ?? ''),
    );
    const client =
      readSources('sandbox/src/testing').find(({ path }) => path.endsWith('sandbox-control.ts'))?.text ?? '';
    const named = new Set([...client.matchAll(/['"`]\/([\w-]+)/g)].map(([, name]) => name));
    const left = [...new Set(routes)].filter((name) => name !== '' && !named.has(name));
    expect(left.sort()).toEqual([
      'agent-payments',
      'customers',
      'external-accounts',
      'failures',
      'id-tokens',
      'incoming-payments',
      'receipts',
      'sign',
      'sign-in',
      'transactions',
      'webhooks',
    ]);
    const control = controlOf(createSandbox());
    const { customerId } = await control.seedPerson();
    const held = await control.call<{ kycStatus: string }>('POST', '/customers', { customerId, kycStatus: 'HOLD' });
    expect(held.kycStatus).toBe('HOLD');
  });
});
