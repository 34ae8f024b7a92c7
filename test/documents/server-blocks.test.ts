import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { readBlocks } from './blocks.ts';
import { readExamples } from './examples.ts';
import { startService, uses, type Service } from './server-values.ts';

const blocks = [...readBlocks(), ...readExamples()].filter(({ side }) => side === 'server');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-blocks-')));
const port = process.env['PORT'];
let service: Service;

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['express', 'hono', 'playwright']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  service = await startService();
  process.env['PORT'] = '0';
}, 120_000);

afterAll(async () => {
  if (port === undefined) delete process.env['PORT'];
  else process.env['PORT'] = port;
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a block of the documents for a server', () => {
  test.for(blocks)('runs in Node, against the sandbox: $title', async ({ title, code, declared }) => {
    const missing = declared.filter((name) => !(name in service.values));
    expect(missing, 'test/documents/server-values.ts').toEqual([]);
    const given = Object.fromEntries(declared.map((name) => [name, service.values[name]]));
    Object.assign(globalThis, given);
    const file = join(folder, `${title.replace(/\W+/g, '-')}.ts`);
    // The port of a sandbox that its reader has started by hand.
    writeFileSync(file, code.replaceAll('http://127.0.0.1:4600', service.startedByHand));
    const exported = (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
    try {
      for (const [name, value] of Object.entries(exported)) {
        if (/^(?:GET|HEAD|PATCH|DELETE)$/.test(name)) continue;
        const use = uses[name];
        expect(use, `test/documents/server-values.ts uses ${name}`).toBeDefined();
        await use?.(value as never, service);
      }
    } finally {
      for (const value of Object.values(exported)) (value as { close?: () => void }).close?.();
      for (const name of declared) delete (globalThis as Record<string, unknown>)[name];
    }
  });
});
