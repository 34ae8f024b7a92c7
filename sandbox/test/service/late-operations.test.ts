import { expect, test } from 'vitest';
import { generateClientKeyPair } from 'countersign/crypto';
import { addPasskey } from './actions.ts';
import { eventsOf, openSession, signIn, type PlatformClient } from './platform-client.ts';
import type { Answer } from './reading.ts';

const told = async (platform: PlatformClient): Promise<Answer['body'][]> =>
  (await eventsOf(platform)).filter(({ type }) => type.startsWith('WALLET_OPERATION'));

const september = { profile: 'grid', contract: '2026-09' } as const;

/** Sends a signed action whose first signed leg is answered as still processed, and then again. */
async function late(options: Parameters<typeof openSession>[0], ask: (opened: Opened) => Promise<Asked>) {
  const opened = await openSession(options);
  const { platform, key } = opened;
  const { method, path, body } = await ask(opened);
  const { body: challenge } = await platform.call(method, path, body);
  await platform.control('POST', '/faults', { path, processing: 1 });
  const headers = await platform.stampHeaders(challenge.payloadToSign, key, challenge.requestId);
  const send = (): Promise<Answer> => platform.sandbox.fetch(requestOf(method, path, body, headers)).then(answerOf);
  const first = await send();
  expect([first.status, first.body, await told(platform)]).toEqual([200, { status: 'PROCESSING' }, []]);
  return { ...opened, requestId: challenge.requestId as string, send };
}

type Opened = Awaited<ReturnType<typeof openSession>>;
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

// The answer of a fault rule is none of the contract's, to which the client holds every answer.
function requestOf(method: string, path: string, body: object | undefined, more: Record<string, string>): Request {
  const authorization = `Basic ${btoa('sandbox-client:sandbox-secret')}`;
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const init = { method, headers: { authorization, ...json, ...more } };
  return new Request(
    `http://127.0.0.1/2025-10-13${path}`,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  );
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

test.each<[string, string, (opened: Opened) => Promise<Asked>]>([
  [
    'auth_credential.create',
    'AUTH_METHOD',
    async ({ platform, accountId, customerId }) => {
      const change = { customerType: 'INDIVIDUAL', phoneNumber: '+15555550100' };
      await platform.call('PATCH', `/customers/${customerId}`, change);
      return { method: 'POST', path: '/auth/credentials', body: { type: 'SMS_OTP', accountId } };
    },
  ],
  [
    'auth_credential.delete',
    'AUTH_METHOD',
    async ({ platform, key, holder }) => {
      const { credential } = await addPasskey(platform, key, holder);
      return { method: 'DELETE', path: `/auth/credentials/${credential.id}` };
    },
  ],
  [
    'session.revoke',
    'SESSION',
    async ({ platform, holder }) => ({
      method: 'DELETE',
      path: `/auth/sessions/${(await signIn(platform, holder)).sessionId}`,
    }),
  ],
  [
    'wallet.export',
    'INTERNAL_ACCOUNT',
    async ({ accountId }) => {
      const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
      return { method: 'POST', path: `/internal-accounts/${accountId}/export`, body: { clientPublicKey } };
    },
  ],
])('%s that was still processed is told of when it has ended, by its Request-Id', async (operationType, kind, ask) => {
  let asked: Asked | undefined;
  const { platform, requestId, send } = await late(september, async (opened) => (asked = await ask(opened)));
  const { status, body } = await send();
  expect(status).toBeLessThan(300);
  const [event, more] = await told(platform);
  expect(more).toBeUndefined();
  expect(event).toMatchObject({
    type: 'WALLET_OPERATION.COMPLETED',
    data: { requestId, operationType, resourceType: kind, status: 'completed' },
  });
  expect(event?.['data'].operationId).toMatch(/^Operation:/);
  const named = /[A-Z][A-Za-z]+:[0-9a-f-]{36}/.exec(asked?.path ?? '')?.[0];
  expect(event?.['data'].resourceId).toBe(named ?? body.id);
  expect(JSON.stringify(event)).not.toContain('encrypted');
});

test('one that fails after all is told of with the code of its refusal', async () => {
  const { platform, requestId, sessionId, send } = await late(september, async ({ sessionId: id }) => ({
    method: 'DELETE',
    path: `/auth/sessions/${id}`,
  }));
  await platform.control('DELETE', `/sessions/${sessionId}`);
  const { status } = await send();
  expect(status).toBe(404);
  expect(await told(platform)).toMatchObject([
    {
      type: 'WALLET_OPERATION.FAILED',
      data: { requestId, resourceId: sessionId, status: 'failed', error: { code: 'NOT_FOUND' } },
    },
  ]);
});

test('an action that was done at once has no such event, and August has none at all', async () => {
  const { platform, key, sessionId } = await openSession(september);
  await platform.signed(key, 'DELETE', `/auth/sessions/${sessionId}`);
  expect(await told(platform)).toEqual([]);
  const august = await late({ profile: 'grid', contract: '2026-08' }, async ({ sessionId: id }) => ({
    method: 'DELETE',
    path: `/auth/sessions/${id}`,
  }));
  expect((await august.send()).status).toBe(204);
  expect(await told(august.platform)).toEqual([]);
});
