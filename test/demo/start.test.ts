import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OptionError, type DemoOptions } from '../../demo/server/options.ts';
import { startDemo, type Demo } from '../../demo/server/start.ts';

const options: DemoOptions = { port: 0, profile: 'spec', service: null, enclaveKeys: [] };
let folder: string;
let demo: Demo;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(folder, 'notes.txt'), 'not of the page');
  demo = await startDemo(options, folder);
});

afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true });
});

describe('startDemo', () => {
  test('a port that is taken is said with the command that takes another', async () => {
    const port = Number(new URL(demo.url).port);
    const second = startDemo({ ...options, port }, folder);
    await expect(second).rejects.toThrow(OptionError);
    await expect(second).rejects.toThrow(`Port ${String(port)} is in use. Choose another: npm run demo -- --port`);
  });

  test('a page that was not built is said with the command that builds it', async () => {
    await expect(startDemo(options, join(folder, 'missing'))).rejects.toThrow('npm run demo:build');
  });

  test('the page comes under a policy that allows its own files and nothing else', async () => {
    const response = await fetch(demo.url);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
    );
    expect(await response.text()).toContain('<title>page</title>');
  });

  test('only files of the page are served, whatever the path says', async () => {
    for (const path of ['/notes.txt', '/%2e%2e/package.json', '/..%2fpackage.json', '/missing.js']) {
      expect((await fetch(`${demo.url}${path}`)).status, path).toBe(404);
    }
  });

  test('the relay knows nobody without the platform’s cookie', async () => {
    expect((await fetch(`${demo.url}/wallet/transactions?customerId=Customer:1`)).status).toBe(401);
  });
});
