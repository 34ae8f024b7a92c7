import { readFileSync } from 'node:fs';
import { createServer as createBackEnd } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRelay } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { root } from '../source-tree.ts';

type Proxy = Record<string, string | { readonly target: string }>;

const text = readFileSync(join(root, 'docs/production.md'), 'utf8');
const [, written = ''] = /^export default { server: { proxy: (.*) } };$/m.exec(text) ?? [];
const longForm = JSON.parse(written.replaceAll("'", '"').replace('target', '"target"')) as Proxy;
const [, shortForm = ''] = /`'\/wallet': '([^']+)'`/.exec(text) ?? [];

/** Sends a change of nobody's to a relay behind a development server of Vite, and gives the code of the answer. */
async function askBehindVite(proxy: Proxy, originsOf: (page: string) => object = () => ({})): Promise<string> {
  let answer: ReturnType<typeof toNodeListener> | undefined;
  const backEnd = createBackEnd((request, response) => answer?.(request, response)).listen(0, 'localhost');
  await new Promise((resolve) => backEnd.once('listening', resolve));
  const { port } = backEnd.address() as AddressInfo;
  const vite = await createServer({
    configFile: false,
    root: join(root, 'examples/minimal'),
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: {
      port: 0,
      ws: false,
      watch: null,
      proxy: JSON.parse(JSON.stringify(proxy).replace('localhost:3100', `localhost:${String(port)}`)) as Proxy,
    },
  });
  onTestFinished(async () => {
    await vite.close();
    backEnd.close();
  });
  await vite.listen();
  const page = `http://localhost:${String((vite.httpServer?.address() as AddressInfo | null)?.port)}`;
  const relay = createRelay({
    baseUrl: 'https://api.example.com/2025-10-13',
    clientId: 'sample-client',
    clientSecret: 'sample-secret',
    identify: () => Promise.resolve(null),
    mountPath: '/wallet',
    audit: () => undefined,
    ...originsOf(page),
  });
  answer = toNodeListener(relay);
  const headers = { Origin: page, 'Content-Type': 'application/json' };
  const path = '/wallet/auth/credentials/AuthMethod:00000000-0000-4000-8000-000000000000/challenge';
  const response = await fetch(page + path, { method: 'POST', headers, body: '{}' });
  return ((await response.json()) as { readonly code: string }).code;
}

describe('a relay behind the development server of Vite, as docs/production.md says', () => {
  test('takes a page by the long form of the proxy', async () => {
    expect(await askBehindVite(longForm)).toBe('RELAY_UNAUTHENTICATED');
  });

  test('refuses it by the short form, unless its origin is in `origins`', async () => {
    const proxy = { '/wallet': shortForm };
    expect(await askBehindVite(proxy)).toBe('RELAY_ORIGIN_REFUSED');
    expect(await askBehindVite(proxy, (page) => ({ origins: [page] }))).toBe('RELAY_UNAUTHENTICATED');
  });
});
