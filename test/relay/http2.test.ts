import { connect, createServer, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { afterEach, describe, expect, test } from 'vitest';
import { toNodeListener } from '../../src/relay/node.ts';
import { listen } from '../listen.ts';
import { ada, createFakeService, createTestRelay, id, type FakeService } from './service.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function open(service: FakeService): Promise<ClientHttp2Session> {
  const server = createServer(toNodeListener(createTestRelay(service, { origins: ['https://app.example.com'] })));
  const session = connect(`http://127.0.0.1:${await listen(server)}`);
  closers.push(
    () => session.destroy(),
    () => void server.close(),
  );
  return session;
}

interface Sent {
  readonly headers: Record<string, string>;
  readonly body?: string;
}

async function send(session: ClientHttp2Session, { headers, body }: Sent) {
  const stream = session.request({ origin: 'https://app.example.com', ...headers });
  stream.end(body);
  const head = await new Promise<IncomingHttpHeaders & { ':status'?: number }>((resolve, reject) => {
    stream.on('response', resolve).on('error', reject);
  });
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
  return { status: head[':status'], headers: head, text };
}

describe('over HTTP/2', () => {
  const sessions = `/auth/sessions?accountId=${ada.accountIds[0] ?? ''}`;

  test('the relay answers a read', async () => {
    const session = await open(createFakeService());
    const answer = await send(session, { headers: { ':path': `/wallet${sessions}` } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toHaveProperty('data');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the relay forwards a change, body and all', async () => {
    const path = `/auth/sessions/${id('Session', '1')}/refresh`;
    const service = createFakeService().on(`POST ${path}`, { payloadToSign: '{}' }, 202);
    const body = JSON.stringify({ clientPublicKey: `02${'ab'.repeat(32)}` });
    const headers = { ':method': 'POST', ':path': `/wallet${path}`, 'content-type': 'application/json' };
    expect((await send(await open(service), { headers, body })).status).toBe(202);
    expect(service.calls.at(-1)).toMatchObject({ body, line: `POST ${path}` });
  });

  test('the relay refuses what it should', async () => {
    const service = createFakeService();
    const session = await open(service);
    const patch = {
      ':method': 'PATCH',
      ':path': `/wallet/cards/${id('Card', '1')}`,
      'content-type': 'application/json',
    };
    const path = `/wallet${sessions}`;
    const answers = [
      await send(session, { headers: { ...patch, origin: 'https://evil.example' }, body: '{"state":"FROZEN"}' }),
      await send(session, { headers: patch, body: 'x'.repeat(70_000) }),
      await send(session, { headers: { ':path': '/wallet/quotes/../cards' } }),
      await send(session, { headers: { ':path': path, ':authority': 'app.example.com', host: 'evil.example' } }),
      await send(session, { headers: { ':path': path, ':authority': 'evil,example' } }),
    ];
    expect(answers.map(({ status, text }) => `${status} ${(JSON.parse(text) as { code: string }).code}`)).toEqual([
      '403 RELAY_ORIGIN_REFUSED',
      '413 RELAY_BODY_TOO_LARGE',
      '400 RELAY_TARGET_INVALID',
      '400 RELAY_HEADER_INVALID',
      '400 RELAY_HEADER_INVALID',
    ]);
    for (const { headers } of answers) expect(headers['relay-refusal']).toBe('not-forwarded');
    expect(service.calls).toEqual([]);
  });
});
