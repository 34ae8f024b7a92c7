import { walletLinks } from 'countersign/wallet-link';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleAccount } from '../../demo/page/bank-entry.ts';
import { OptionError, type DemoOptions } from '../../demo/server/options.ts';
import { startDemo, type Demo } from '../../demo/server/start.ts';

const options: DemoOptions = { port: 0, profile: 'spec', service: null, enclaveKeys: [] };
let folder: string;
let demo: Demo;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'page-1a2b.js'), `export const text = '${'page '.repeat(1000)}';`);
  await writeFile(`${folder}-notes.txt`, 'not of the page');
  demo = await startDemo(options, folder);
});

afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true });
  await rm(`${folder}-notes.txt`);
});

describe('startDemo', () => {
  test('a port that is taken is said with the command that takes another', async () => {
    const port = Number(new URL(demo.url).port);
    const second = startDemo({ ...options, port }, folder);
    await expect(second).rejects.toThrow(OptionError);
    await expect(second).rejects.toThrow(`Port ${String(port)} is in use. Choose another: npm run demo -- --port`);
  });

  test('a page that was not built is said with the command that builds it', async () => {
    await expect(startDemo(options, join(folder, 'missing'))).rejects.toThrow('npx vite build');
  });

  test('the page comes under a policy that allows its own files and nothing else', async () => {
    const response = await fetch(demo.url);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(await response.text()).toContain('<title>page</title>');
  });

  test('only files of the page are served, whatever the path says', async () => {
    const outside = `${basename(folder)}-notes.txt`;
    for (const path of [`/%2e%2e/${outside}`, `/..%2f${outside}`, `/assets/..%2f..%2f${outside}`, '/missing.js']) {
      expect((await fetch(`${demo.url}${path}`)).status, path).toBe(404);
    }
  });

  test('a file goes over the wire compressed, and not at all where the browser has it', async () => {
    const asked = (headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: number }>((resolve, reject) => {
        get(`${demo.url}/assets/page-1a2b.js`, { headers }, (response) => {
          let bytes = 0;
          response.on('data', (chunk: Buffer) => (bytes += chunk.length));
          response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
        }).on('error', reject);
      });
    const first = await asked({ 'accept-encoding': 'gzip' });
    expect([first.headers['content-encoding'], first.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(first.bytes).toBeLessThan(300);
    expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { etag = '' } = first.headers;
    const again = await asked({ 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([again.status, again.bytes]).toEqual([304, 0]);
  });

  test('the page hears of what the service tells, and misses nothing while it connects again', async () => {
    const cookie = await signInToPlatform();
    const receive = async (amount: number): Promise<void> => {
      const body = JSON.stringify({ amount });
      const headers = { 'content-type': 'application/json', origin: demo.url, cookie };
      expect((await fetch(`${demo.url}/api/fund`, { method: 'POST', headers, body })).status).toBe(200);
    };
    const first = await openStream(cookie);
    const { id } = await first.until('ready');
    await receive(1_000_000);
    const told = await first.until('update');
    expect(JSON.parse(told.data)).toMatchObject({ kind: 'payment' });
    await first.close();
    // Twenty minutes ahead: the service's time counts for its events, not this machine's.
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ advanceMs: 20 * 60_000 });
    await fetch(`${demo.sandboxUrl ?? ''}/_sandbox/clock`, { method: 'POST', headers, body });
    await receive(2_000_000);
    const second = await openStream(cookie, told.id);
    await second.until('update');
    await second.close();
    const third = await openStream(cookie, String(Number(id) - 5_000));
    await third.until('gap');
    await third.close();
    expect((await fetch(`${demo.url}/api/updates`)).status).toBe(401);
  });

  test('each page of a person hears of each change, and nobody else does', async () => {
    const cookie = await signInToPlatform('two-pages@example.com');
    const other = await signInToPlatform('somebody-else@example.com');
    const streams = [await openStream(cookie), await openStream(cookie), await openStream(other)] as const;
    for (const stream of streams) await stream.until('ready');
    const fund = async (by: string): Promise<void> => {
      const headers = { 'content-type': 'application/json', origin: demo.url, cookie: by };
      const init = { method: 'POST', headers, body: JSON.stringify({ amount: 500 }) };
      expect((await fetch(`${demo.url}/api/fund`, init)).status).toBe(200);
    };
    await fund(cookie);
    const [first, second] = [await streams[0].until('update'), await streams[1].until('update')];
    expect(first).toEqual(second);
    await fund(other);
    expect(Number((await streams[2].until('update')).id)).toBeGreaterThan(Number(first.id));
    for (const stream of streams) await stream.close();
  });

  test('the stream is stored nowhere', async () => {
    const controller = new AbortController();
    const headers = { cookie: await signInToPlatform() };
    const response = await fetch(`${demo.url}/api/updates`, { headers, signal: controller.signal });
    expect(response.headers.get('cache-control')).toBe('no-store');
    controller.abort();
  });

  test('a question for the headers of the stream opens no stream', async () => {
    const headers = { cookie: await signInToPlatform() };
    const response = await fetch(`${demo.url}/api/updates`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([405, 'application/json']);
  });

  test('what is missing is kept by no browser, also below the names that are kept for good', async () => {
    for (const path of ['/assets/missing-1a2b.js', '/api/missing', '/missing']) {
      const response = await fetch(`${demo.url}${path}`);
      expect([response.status, response.headers.get('cache-control')], path).toEqual([404, 'no-store']);
    }
  });

  test('a file’s headers are told without it, and what is new is sent whole', async () => {
    const asked = (method: string, headers: Record<string, string> = {}) =>
      fetch(`${demo.url}/`, { method, headers }).then(async (response) => [response.status, await response.text()]);
    expect(await asked('HEAD')).toEqual([200, '']);
    expect(await asked('GET', { 'if-none-match': '"another"' })).toEqual([200, expect.stringContaining('<title>')]);
    expect(await asked('POST', { origin: demo.url })).toEqual([404, expect.stringContaining('NOT_FOUND')]);
  });

  test('nobody but the service delivers a webhook', async () => {
    const body = JSON.stringify({ id: 'Webhook:1', type: 'TEST', timestamp: new Date().toISOString() });
    for (const signature of [undefined, '{}', JSON.stringify({ v: '1', s: 'AAAA' })]) {
      const headers = { 'content-type': 'application/json', ...(signature && { 'X-Service-Signature': signature }) };
      expect((await fetch(`${demo.url}/webhooks`, { method: 'POST', headers, body })).status).toBe(401);
    }
  });

  test('the relay knows nobody without the platform’s cookie', async () => {
    expect((await fetch(`${demo.url}/wallet/transactions?customerId=Customer:1`)).status).toBe(401);
  });
});

describe('startDemo with a wallet page', () => {
  let sides: Demo;
  /** Asks a host of the demo; names below localhost mean this machine to browsers alone. */
  const ask = (url: string, { method = 'GET', headers = {}, body }: AskOptions = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { host, port, pathname, search } = new URL(url);
      const sent = { host, origin: sides.url, ...(body && { 'content-type': 'application/json' }), ...headers };
      const asked = { hostname: 'localhost', port, path: pathname + search, method, headers: sent };
      request(asked, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += String(chunk)));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      })
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  const enter = async (email: string): Promise<string> => {
    const { headers } = await ask(`${sides.url}/api/session`, { method: 'POST', body: { email } });
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  };

  beforeAll(async () => {
    sides = await startDemo({ ...options, walletPage: true }, folder);
  });

  afterAll(() => sides.close());

  test('the app may reach the wallet page, which answers on its own host, and other names lead to the app', async () => {
    const app = await ask(sides.url);
    expect(app.headers['content-security-policy']).toContain(`connect-src 'self' ${sides.walletUrl ?? ''};`);
    const wallet = await ask(`${sides.walletUrl ?? ''}/sessions`);
    expect([wallet.status, wallet.text.includes('"page":"sessions"')]).toEqual([200, true]);
    const other = await ask(sides.url.replace('app.demo.', ''));
    expect([other.status, other.headers.location]).toEqual([302, `${sides.url}/`]);
  });

  test('the app’s relay reads, and has no route that signs in, executes or adds', async () => {
    const headers = { cookie: await enter('reads@example.com') };
    const read = await ask(`${sides.url}/wallet/transactions?customerId=Customer:1`, { headers });
    expect(read.text).not.toContain('RELAY_ROUTE_NOT_FOUND');
    const id = crypto.randomUUID();
    for (const path of [`quotes/Quote:${id}/execute`, `auth/credentials/AuthMethod:${id}/challenge`, 'cards']) {
      const refused = await ask(`${sides.url}/wallet/${path}`, { method: 'POST', headers, body: {} });
      expect([refused.status, refused.text], path).toEqual([404, expect.stringContaining('RELAY_ROUTE_NOT_FOUND')]);
    }
  });

  test('the back-end asks for quotes of the person who is here alone, and leads a navigation to the wallet page', async () => {
    const cookie = await enter('own@example.com');
    const post = (path: string, body: object, headers: object = { cookie }): Promise<Answer> =>
      ask(`${sides.url}${path}`, { method: 'POST', body, headers: headers as Record<string, string> });
    const bank = await post('/wallet/customers/external-accounts', sampleAccount());
    const { id: accountId } = JSON.parse(bank.text) as { readonly id: string };
    expect((await post('/api/fund', { amount: 100_000_000 })).status).toBe(200);
    const wanted = { destination: { accountId }, lockedCurrencyAmount: 40_000_000 };
    const quote = await post('/wallet/quotes', wanted);
    expect([bank.status, quote.status]).toEqual([201, 201]);
    const { id } = JSON.parse(quote.text) as { readonly id: string };
    const link = walletLinks('/to-wallet').pay(id, { returnTo: `${sides.url}/#review` });
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const led = await ask(`${sides.url}${link}`, { headers: { cookie, ...navigation } });
    expect([led.status, led.headers.location]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/wallet\.demo\.localhost:\d+\/pay\?quote=.*&return=.*%23review#ticket=.{43}$/),
    ]);
    expect((await ask(`${sides.url}${link}`, { headers: { cookie } })).status).toBe(403);
    const asked = await ask(`${sides.url}${link}`, { headers: navigation });
    expect([asked.status, asked.headers.location]).toEqual([303, `/?next=${encodeURIComponent(link)}`]);
    const strangers = { cookie: await enter('stranger@example.com') };
    expect((await post('/wallet/quotes', wanted, strangers)).status).toBe(404);
    expect((await post('/wallet/quotes', wanted, {})).status).toBe(401);
    expect((await post('/wallet/quotes', { ...wanted, lockedCurrencyAmount: -1 })).status).toBe(400);
  });
});

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function signInToPlatform(email = 'updates@example.com'): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: demo.url };
  const body = JSON.stringify({ email });
  const response = await fetch(`${demo.url}/api/session`, { method: 'POST', headers, body });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

interface StreamEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** A connection to the stream of updates, read as a browser does. */
async function openStream(cookie: string, lastEventId?: string) {
  const controller = new AbortController();
  const headers = { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const { body } = await fetch(`${demo.url}/api/updates`, { headers, signal: controller.signal });
  if (body === null) throw new Error('no stream');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** The next event of this name. */
    async until(name: string): Promise<StreamEvent> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          const field = (wanted: string): string =>
            lines.find((line) => line.startsWith(`${wanted}: `))?.slice(wanted.length + 2) ?? '';
          if (field('event') === name) return { event: name, id: field('id'), data: field('data') };
          continue;
        }
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended before ${name}`);
        text += value;
      }
    },
    async close(): Promise<void> {
      controller.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
