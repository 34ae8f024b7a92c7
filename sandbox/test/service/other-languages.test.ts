import { listen } from 'countersign-sandbox/node';
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createPlatformClient, createQuote, type PlatformClient } from './platform-client.ts';
import { payloadOf, verdict, type Answer } from './reading.ts';

const person = async (platform: PlatformClient): Promise<Answer['body']> =>
  (await platform.control('POST', '/people', {})).body;
const enter = (platform: PlatformClient, accountId: string, more: object = {}): Promise<Answer> =>
  platform.control('POST', '/sign-in', { accountId, ...more });
const sign = (platform: PlatformClient, accountId: string, payloadToSign: string): Promise<Answer> =>
  platform.control('POST', '/sign', { accountId, payloadToSign });

describe.each(['spec', 'grid'] as const)('profile %s: a test without a WebCrypto of its own', (profile) => {
  test('signs in, pays and revokes the session by stamps that the sandbox makes with the key it holds', async () => {
    const platform = createPlatformClient({ profile });
    const holder = await person(platform);
    const { accountId } = holder;
    const { status, body: session } = await enter(platform, accountId);
    expect([status, session]).toEqual([
      201,
      {
        sessionId: expect.stringMatching(/^Session:/),
        expiresAt: '2026-01-15T12:15:00.000Z',
        publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
      },
    ]);
    const quote = await createQuote(platform, holder);
    const { body } = await sign(platform, accountId, payloadOf(quote));
    const path = `/quotes/${quote.body.id}/execute`;
    const paid = await platform.call('POST', path, undefined, { [platform.signatureHeader]: body.stamp });
    expect([paid.status, paid.body.status]).toEqual([200, 'PROCESSING']);
    const { body: asked } = await platform.call('DELETE', `/auth/sessions/${session.sessionId}`);
    const headers = {
      [platform.signatureHeader]: (await sign(platform, accountId, asked.payloadToSign)).body.stamp,
      'Request-Id': asked.requestId,
    };
    expect((await platform.call('DELETE', `/auth/sessions/${session.sessionId}`, undefined, headers)).status).toBe(204);
  });

  test('signs by the last session that it began, also once that has ended', async () => {
    const platform = createPlatformClient({ profile });
    const holder = await person(platform);
    const first = await enter(platform, holder.accountId);
    const second = await enter(platform, holder.accountId, { email: holder.email });
    expect(first.body.publicKey).not.toBe(second.body.publicKey);
    await platform.control('DELETE', `/sessions/${second.body.sessionId}`);
    const quote = await createQuote(platform, holder);
    const { body } = await sign(platform, holder.accountId, payloadOf(quote));
    const headers = { [platform.signatureHeader]: body.stamp };
    const refused = await platform.call('POST', `/quotes/${quote.body.id}/execute`, undefined, headers);
    expect([refused.status, refused.body.details.reason]).toEqual([401, 'session revoked']);
  });

  test('is told what to do first: there is no such credential, or no session that the sandbox holds a key of', async () => {
    const platform = createPlatformClient({ profile });
    const { accountId } = await person(platform);
    expect(verdict(await enter(platform, accountId, { email: 'other@example.com' }))).toEqual([404, 'NOT_FOUND']);
    const early = await sign(platform, accountId, '{}');
    const { code, message } = early.body;
    expect([early.status, code, message]).toEqual([
      409,
      'NO_SESSION',
      'Call POST /_sandbox/sign-in for this account first.',
    ]);
  });
});

test('the same calls get the same stamps', async () => {
  const stamps = async (): Promise<unknown> => {
    const platform = createPlatformClient();
    const { accountId } = await person(platform);
    await enter(platform, accountId);
    return (await sign(platform, accountId, 'text')).body;
  };
  expect(await stamps()).toEqual(await stamps());
});

const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

test.skipIf(!isThere('python3'))(
  'a script with nothing but Python pays: a person, a sign-in, a quote, its execution, the end of the payment',
  async () => {
    const { url, close } = await listen(createPlatformClient().sandbox);
    try {
      const script = fileURLToPath(new URL('other-languages/pay.py', import.meta.url));
      const { stdout } = await promisify(execFile)('python3', [script, url], { timeout: 20_000 });
      expect(stdout.trim()).toBe('COMPLETED');
    } finally {
      await close();
    }
  },
);
