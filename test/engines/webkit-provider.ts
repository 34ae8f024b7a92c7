/** Runs Vitest's browser mode in WebKitGTK: Playwright can't drive a stock WebKit, so this speaks W3C WebDriver. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserProvider, BrowserProviderOption } from 'vitest/node';
import { findEngine } from './find.mjs';

const startTimeoutMs = 20_000;
const pollMs = 50;

interface Driver {
  readonly process: ChildProcess;
  readonly url: string;
}

/** A provider for one WebKitWebDriver under a virtual display; each page is a WebDriver session. */
export function webkit(): BrowserProviderOption {
  return defineBrowserProvider({
    name: 'webkit-driver',
    supportedBrowser: ['webkit'],
    providerFactory: createProvider,
  });
}

function createProvider(): BrowserProvider {
  const sessions = new Map<string, string>();
  let driver: Promise<Driver> | undefined;
  return {
    name: 'webkit-driver',
    supportsParallelism: false,
    getCommandsContext: () => ({}),
    async openPage(sessionId, url) {
      driver ??= startDriver();
      const { url: base } = await driver;
      const answer = await call(base, 'POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions() } },
      });
      const session = `/session/${String(answer['sessionId'])}`;
      sessions.set(sessionId, session);
      await call(base, 'POST', `${session}/url`, { url });
    },
    async close() {
      const running = await driver?.catch(() => undefined);
      if (running === undefined) return;
      await Promise.allSettled([...sessions.values()].map((session) => call(running.url, 'DELETE', session)));
      stop(running.process);
    },
  };
}

function browserOptions(): { args: string[]; binary?: string } {
  const binary = process.env['WEBKIT_BROWSER_PATH'];
  return { args: ['--automation'], ...(binary === undefined ? {} : { binary }) };
}

async function startDriver(): Promise<Driver> {
  const program = findEngine('webkit');
  if (program === null) throw new Error('WebKitWebDriver or xvfb-run is not installed');
  const port = await freePort();
  // Its own process group, so that the display and the browser end with it.
  const child = spawn('xvfb-run', ['-a', program, `--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    detached: true,
  });
  process.once('exit', () => stop(child));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const status = await call(url, 'GET', '/status').catch(() => undefined);
    if (status?.['ready'] === true) return { process: child, url };
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('WebKitWebDriver did not become ready');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function call(base: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(base + path, init);
  const answer = (await response.json()) as { value: Record<string, unknown> | null };
  if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${String(answer.value?.['message'])}`);
  return answer.value ?? {};
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

function stop(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    child.kill();
  }
}
