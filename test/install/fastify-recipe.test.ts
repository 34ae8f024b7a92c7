import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { readBlocks } from '../documents/blocks.ts';
import { startService, uses, type Service } from '../documents/server-values.ts';
import { installForFile } from './installation.ts';

const port = process.env['PORT'];
const installation = installForFile(['fastify@5']);
let service: Service;

beforeAll(async () => {
  service = await startService();
  process.env['PORT'] = '0';
});

afterAll(async () => {
  if (port === undefined) delete process.env['PORT'];
  else process.env['PORT'] = port;
  await service?.close();
});

test('the recipe for fastify signs in and pays, over the installed kit', async () => {
  const block = readBlocks().find(({ code }) => code.includes("from 'fastify'"));
  const file = join(installation.folder, 'fastify.ts');
  writeFileSync(file, block?.code ?? '');
  Object.assign(globalThis, { relay: service.values['relay'] });
  const { server } = (await import(/* @vite-ignore */ file)) as { server: Server };
  try {
    await uses['server']?.(server as never, service);
  } finally {
    server.close();
    delete (globalThis as Record<string, unknown>)['relay'];
  }
});
