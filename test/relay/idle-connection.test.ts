/** A service that closes a connection which the relay has kept open, as a request arrives on it. */
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../listen.ts';
import { ada, createTestRelay, createFakeService, ask, outcome } from './service.ts';

const account = ada.accountIds[0] ?? '';

/** Answers the first request of each connection, and closes it at the second one. Lines of the requests, by connection. */
async function openService(): Promise<{ readonly baseUrl: string; readonly heard: readonly (readonly string[])[] }> {
  const heard: string[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const lines: string[] = [];
    heard.push(lines);
    socket.on('data', (data) => {
      lines.push(
        ...String(data)
          .split('\r\n', 1)
          .map((line) => line.replace(/ HTTP.*/, '')),
      );
      const body = JSON.stringify({ data: [] });
      const head = ['HTTP/1.1 200 OK', 'Content-Type: application/json', `Content-Length: ${body.length}`];
      if (lines.length > 1) socket.destroy();
      else socket.write([...head, '', body].join('\r\n'));
    });
  });
  const port = await listen(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${port}`, heard };
}

async function open() {
  const { baseUrl, heard } = await openService();
  const relay = createTestRelay(createFakeService(), { baseUrl, fetch: (request) => fetch(request) });
  const read = async () => {
    const { status } = await relay(ask(`GET /wallet/auth/sessions?accountId=${account}`));
    // The connection is free in the next turn.
    await new Promise(setImmediate);
    return status;
  };
  const press = () => relay(ask(`POST /wallet/auth/credentials`, { body: { type: 'EMAIL_OTP', accountId: account } }));
  return { heard, read, press };
}

test('is asked once more for a read (RFC 9110, 9.2.2)', async () => {
  const { heard, read } = await open();
  expect(await read()).toBe(200);
  expect(await read()).toBe(200);
  const line = `GET /auth/sessions?accountId=${encodeURIComponent(account)}`;
  expect(heard).toEqual([[line, line], [line]]);
});

test('is not asked again for anything else, which it may have done', async () => {
  const { heard, read, press } = await open();
  expect(await read()).toBe(200);
  expect(await outcome(await press())).toBe('502 RELAY_UPSTREAM_UNREACHABLE');
  expect(heard.flat().filter((line) => line.startsWith('POST'))).toHaveLength(1);
});
