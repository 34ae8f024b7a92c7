/** The sandbox on a loopback port of Node. */
import { serve, type HttpBindings } from '@hono/node-server';
import { access, constants, readFile, rename, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { dirname } from 'node:path';
import { loopbackPattern } from '../../../src/kit/wire.ts';
export type { ServedExchange } from './command/request-line.ts';
import type { ServedExchange } from './command/request-line.ts';
import type { Refusal } from './http/refusal.ts';
import { SandboxError } from './sandbox-error.ts';
import type { Sandbox } from './sandbox.ts';

// Names that can't be pointed at this machine from outside: addresses, names of one label, and domains that no registry gives away.
const closedPattern = /^(?:[a-z0-9_-]+|\d+(?:\.\d+){3}|\[[\da-f:.]+\]|[a-z0-9_.-]+\.(?:internal|local|test))$/i;
const TICK_MS = 250;
const SAVE_MS = 250;
// Longer than somebody looks at a breakpoint: a client's next request on a closed connection fails.
const KEEP_ALIVE_MS = 600_000;

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** A loopback address or `localhost`, unless others are allowed. Default `127.0.0.1`. */
  readonly host?: string;
  /** Whether `host` may be an address that other machines reach: any of them can sign in as anybody. Default false. */
  readonly allowRemote?: boolean;
  /** Hears of each request once it is answered. */
  readonly onExchange?: (exchange: ServedExchange) => void;
  /** A file to go on from, when it is there, and to keep the state in: written beside it, then renamed. */
  readonly stateFile?: string;
}

/** A sandbox that listens. */
export interface ListeningSandbox {
  /** Origin, without a path. */
  readonly url: string;
  /** Stops listening, ends open connections and saves the state where it is kept. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox over HTTP, on this machine alone unless others are allowed. A dropped answer is a destroyed socket.
 *
 * @example
 * const { url, close } = await listen(createSandbox());
 * const { baseUrl, enclavePublicKeyHex } = await (await fetch(`${url}/_sandbox`)).json();
 * await close();
 *
 * @throws TypeError or RangeError naming the argument, {@link SandboxError} `HOST_NOT_LOOPBACK`, `PORT_UNAVAILABLE` or
 * `STATE_UNREADABLE`.
 */
export async function listen(sandbox: Sandbox, options: ListenOptions = {}): Promise<ListeningSandbox> {
  checkListen(sandbox, options);
  const { port = 0, host = '127.0.0.1', onExchange } = options;
  const isRemote = !loopbackPattern.test(host);
  if (isRemote && options.allowRemote !== true) {
    const message =
      'The sandbox listens on loopback only: 127.0.0.1, ::1 or localhost. For a container there is --allow-remote (allowRemote).';
    throw new SandboxError('HOST_NOT_LOOPBACK', message);
  }
  const savedState = options.stateFile === undefined ? null : await keepState(sandbox, options.stateFile);
  const answer = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const name = (incoming.headers.host ?? '').replace(/:\d*$/, '');
    if (!loopbackPattern.test(name) && !(isRemote && closedPattern.test(name)))
      return new Response('The sandbox answers to loopback names only.\n', { status: 421 });
    const { method, url } = request;
    const sent = onExchange === undefined ? '' : request.clone().text();
    const served = async (response: Response | null): Promise<void> => {
      if (onExchange === undefined) return;
      const date = response?.headers.get('Date') ?? new Date().toUTCString();
      const answered = (await response?.clone().text()) ?? '';
      const path = new URL(url).pathname;
      onExchange({ method, path, status: response?.status ?? null, date, sent: await sent, answered });
    };
    try {
      const response = await sandbox.fetch(request);
      await served(response);
      return response;
    } catch {
      await served(null);
      outgoing.destroy();
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
    } finally {
      savedState?.touch();
    }
  };
  return new Promise((resolve, reject) => {
    const served = { fetch: answer as never, port, hostname: host, overrideGlobalObjects: false };
    const server = serve({ ...served, serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS } }, (address) => {
      const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      // An address that stands for all of them can't be called.
      const callable = /^(?:0\.0\.0\.0|\[::\])$/.test(name) ? 'localhost' : name;
      // Settlements and webhooks happen in time without a call.
      const ticking = setInterval(() => void sandbox.tick(), TICK_MS).unref();
      resolve({
        url: `http://${callable}:${String(address.port)}`,
        async close() {
          clearInterval(ticking);
          await close(server as Server);
          await savedState?.end();
        },
      });
    });
    server.on('error', (cause: NodeJS.ErrnoException) => reject(unavailable(port, cause)));
  });
}

function unavailable(port: number, cause: NodeJS.ErrnoException): SandboxError {
  const { code = 'unknown' } = cause;
  const why = code === 'EADDRINUSE' ? 'is in use' : `can't be opened (${code})`;
  const message = `Port ${String(port)} ${why}. Choose another port; 0 takes any that is free (--port 0).`;
  return new SandboxError('PORT_UNAVAILABLE', message, { cause });
}

/** Loads the state if the file exists, and saves it there from now on. @throws SandboxError `STATE_UNREADABLE`, with the file's fault */
async function keepState(sandbox: Sandbox, file: string): Promise<{ touch(): void; end(): Promise<void> }> {
  try {
    // A file that can't be written fails now, not at the end.
    await access(dirname(file), constants.W_OK);
  } catch (cause) {
    throw unusable(file, cause);
  }
  try {
    await sandbox.restore(await readFile(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw unusable(file, cause);
  }
  let hasEnded = false;
  let waiting: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const write = async (before: Promise<void>): Promise<void> => {
    await before.catch(() => undefined);
    await writeFile(`${file}.new`, await sandbox.snapshot(), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  const save = (): Promise<void> => {
    if (waiting !== null) clearTimeout(waiting);
    waiting = null;
    writing = write(writing);
    return writing;
  };
  return {
    touch() {
      // After the end the file may be another sandbox's.
      if (!hasEnded) waiting ??= setTimeout(() => void save().catch(() => undefined), SAVE_MS).unref();
    },
    end() {
      hasEnded = true;
      return save();
    },
  };
}

const fileFaults: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder. Name a file in it.',
  ENOENT: "can't be written: its folder doesn't exist. Create the folder, or name another file.",
  EACCES: "may not be read or written. Change the folder's permissions, or name another file.",
};

function unusable(file: string, cause: unknown): SandboxError {
  const { code = '', options } = cause as { readonly code?: string } & Partial<Pick<Refusal, 'options'>>;
  const why = options?.errors?.[0]?.message ?? `${code}.`;
  const message = `The state file ${file} ${fileFaults[code] ?? `can't be used. ${why}`}`;
  return new SandboxError('STATE_UNREADABLE', message, { cause });
}

function checkListen(sandbox: unknown, options: unknown): void {
  if (typeof (sandbox as Partial<Sandbox> | null | undefined)?.fetch !== 'function') {
    throw new TypeError('listen: sandbox must be what createSandbox returned');
  }
  if (typeof options !== 'object' || options === null) throw new TypeError('listen: options must be an object');
  const { port, host, stateFile, allowRemote, onExchange } = options as { [Name in keyof ListenOptions]: unknown };
  if (host !== undefined && typeof host !== 'string') throw new TypeError('listen: host must be a string');
  if (allowRemote !== undefined && typeof allowRemote !== 'boolean') {
    throw new TypeError('listen: allowRemote must be true or false');
  }
  if (onExchange !== undefined && typeof onExchange !== 'function') {
    throw new TypeError('listen: onExchange must be a function');
  }
  if (stateFile !== undefined && (typeof stateFile !== 'string' || stateFile === '')) {
    throw new TypeError("listen: stateFile must be a file's path");
  }
  if (port !== undefined && !(typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new RangeError('listen: port must be an integer from 0 to 65535');
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
