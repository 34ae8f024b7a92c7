/** WebKitGTK by W3C WebDriver under a virtual display: Playwright can't drive a stock WebKit. */
import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '../listen.ts';
import { findEngine } from './find.mjs';

const startTimeoutMs = 20_000;
const pollMs = 50;

/** A driver that runs. */
export interface WebKitDriver {
  /** Opens a page in a browser of its own. */
  open(url: string): Promise<WebKitPage>;
  stop(): void;
}

/** A page in a browser of its own. */
export interface WebKitPage {
  /** Runs the body of an async function in the page and returns what it resolves with. */
  evaluate(body: string): Promise<unknown>;
  /** Loads the page again, and resolves when it is there. */
  reload(): Promise<void>;
  /** Loads another page, and resolves when it is there. */
  goto(url: string): Promise<void>;
  /** Returns the address of the page in view. */
  address(): Promise<string>;
  close(): Promise<void>;
}

/** Starts a driver. @throws Error where it isn't installed or doesn't become ready. */
export async function startWebKitDriver(): Promise<WebKitDriver> {
  const program = findEngine('webkit');
  if (program === null) throw new Error('WebKitWebDriver or xvfb-run is not installed');
  const port = await freePort();
  // Its own process group, so that the display and the browser end with it.
  const child = spawn('xvfb-run', ['-a', program, `--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    detached: true,
  });
  process.once('exit', () => stop(child));
  const base = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const status = await call(base, 'GET', '/status').catch(() => undefined);
    if ((status as { ready?: boolean } | null | undefined)?.ready === true) break;
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('WebKitWebDriver did not become ready');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return { open: (url) => open(base, url), stop: () => stop(child) };
}

async function open(base: string, url: string): Promise<WebKitPage> {
  const answer = await call(base, 'POST', '/session', {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true, 'webkitgtk:browserOptions': browserOptions() } },
  });
  const session = `/session/${String((answer as { sessionId: unknown }).sessionId)}`;
  const goto = async (address: string): Promise<void> => {
    await call(base, 'POST', `${session}/url`, { url: address });
  };
  await goto(url);
  return {
    goto,
    address: async () => String(await call(base, 'GET', `${session}/url`)),
    async evaluate(body) {
      const script = `const done = arguments[0]; (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const outcome = await call(base, 'POST', `${session}/execute/async`, { script, args: [] });
      const { value, error } = outcome as { value?: unknown; error?: string };
      if (error !== undefined) throw new Error(`In the page: ${error}`);
      return value;
    },
    reload: async () => {
      await call(base, 'POST', `${session}/refresh`, {});
    },
    close: async () => {
      await call(base, 'DELETE', session);
    },
  };
}

function browserOptions(): { args: string[]; binary?: string } {
  const binary = process.env['WEBKIT_BROWSER_PATH'];
  return { args: ['--automation'], ...(binary === undefined ? {} : { binary }) };
}

async function call(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(base + path, init);
  const answer = (await response.json()) as { value: unknown };
  if (response.ok) return answer.value;
  const { message } = (answer.value ?? {}) as { message?: unknown };
  throw new Error(`WebDriver ${method} ${path}: ${String(message)}`);
}

function stop(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    child.kill();
  }
}
