import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { expect, test, vi } from 'vitest';
import { request, Server } from 'node:http';

test('a listening sandbox answers as its fetch does, and closes', async () => {
  const sandbox = createSandbox();
  const { url, close } = await listen(sandbox);
  const response = await fetch(`${url}/_sandbox`);
  expect(await response.json()).toMatchObject({ baseUrl: `${url}/2025-10-13`, profile: 'spec' });
  // A client that stood still at a breakpoint finds its connection open.
  expect(response.headers.get('Keep-Alive')).toBe('timeout=600');
  await close();
  await expect(fetch(`${url}/_sandbox`)).rejects.toThrow(TypeError);
});

test('a dropped answer is a destroyed socket', async () => {
  const { url, close } = await listen(createSandbox());
  const faults = await fetch(`${url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"drop":"after"}',
  });
  expect(faults.status).toBe(201);
  await expect(fetch(`${url}/2025-10-13/transactions`)).rejects.toThrow(TypeError);
  expect((await fetch(`${url}/2025-10-13/transactions`)).status).toBe(401);
  await close();
});

test.each(['0.0.0.0', '192.0.2.1', 'example.com', '::', ''])('host %j is refused', async (host) => {
  await expect(listen(createSandbox(), { host })).rejects.toMatchObject({
    name: 'SandboxError',
    code: 'HOST_NOT_LOOPBACK',
  });
});

test('a request for a name that is not loopback is refused, so that no foreign page reaches the sandbox by rebinding', async () => {
  const { url, close } = await listen(createSandbox());
  const status = await new Promise((resolve, reject) => {
    const call = request(`${url}/_sandbox`, { headers: { Host: 'rebound.example.com' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject);
    call.end();
  });
  expect(status).toBe(421);
  await close();
});

test('a port in use is said to be, with the next step', async () => {
  const { url, close } = await listen(createSandbox());
  const port = Number(new URL(url).port);
  await expect(listen(createSandbox(), { port })).rejects.toMatchObject({
    code: 'PORT_UNAVAILABLE',
    message: `Port ${String(port)} is in use. Choose another port; 0 takes any that is free (--port 0).`,
  });
  await close();
});

test('a port that may not be opened is said with the reason of the system', async () => {
  const cause = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const refusing = vi.spyOn(Server.prototype, 'listen').mockImplementation(function refuse(this: Server) {
    process.nextTick(() => this.emit('error', cause));
    return this;
  });
  try {
    const refused = listen(createSandbox(), { port: 80 });
    await expect(refused).rejects.toThrow("Port 80 can't be opened (EACCES). Choose another");
    await expect(refused).rejects.toMatchObject({ code: 'PORT_UNAVAILABLE', cause });
  } finally {
    refusing.mockRestore();
  }
});
