/** Programs and servers that a test file starts, and ends all together. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { cookies, manyRequests, type CheckFacts } from '../../sandbox/test/relay-check/check-relay.ts';
import { root } from '../source-tree.ts';
import { listen } from '../listen.ts';

/** Options of {@link Running.start}. */
export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Where the relay listens, and whom it asks. */
export interface StartRelayOptions {
  readonly port: number;
  readonly origin: string;
  readonly identify: { readonly url: string; readonly secret?: string };
}

/** A running process. */
export interface Running {
  /** A folder that goes away in the end. */
  readonly folder: string;
  /** Starts a program; resolves with its first line. */
  start(program: string, args: readonly string[], options?: StartOptions): Promise<string>;
  /** Serves on a free port, and resolves with it. */
  serve(listener: RequestListener): Promise<number>;
  /** Starts the relay process for a check. */
  startRelay(facts: CheckFacts, options: StartRelayOptions): Promise<void>;
  end(): void;
}

/** The people of a check by the values of their cookies. */
export function peopleOf({ user, other }: CheckFacts): Readonly<Record<string, object>> {
  const valueOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);
  return {
    [valueOf(cookies.user)]: user,
    [valueOf(cookies.other)]: other,
  };
}

/** Options of {@link nginxArguments}. */
export interface NginxOptions {
  readonly head?: string;
  /** The document that says how nginx is set up. */
  readonly path?: string;
}

/** Writes a configuration of nginx in front of a relay, as a document sets it up; returns its arguments. */
export function nginxArguments(
  folder: string,
  ports: { front: number; relay: number },
  { head = '', path = 'docs/relay-process.md' }: NginxOptions = {},
): readonly string[] {
  const document = readFileSync(join(root, path), 'utf8');
  const [, documented = ''] = /```nginx(?: \[.+\])?\n([^]*?)```/.exec(document) ?? [];
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  const front = `listen 127.0.0.1:${String(ports.front)};`;
  const isWhole = documented.startsWith('events {}');
  // Its app answers 404. Without TLS, as the tests speak plain HTTP; its other server is out of the way.
  const whole = documented
    .replace('http {', `http { server { listen unix:${folder}/app.sock; return 404; }`)
    .replace('127.0.0.1:3000', `unix:${folder}/app.sock`)
    .replace('listen 80;', `listen unix:${folder}/plain.sock;`)
    .replace('listen 443 ssl;', front)
    .replace(/^ *ssl_certificate.*\n/gm, '');
  const settings = isWhole ? whole : `events {} http { server { ${front} ${documented} } }`;
  const scratch = `access_log off; ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}`;
  const text = settings
    .replace('http {', `http { ${scratch}`)
    .replace('127.0.0.1:4700', `127.0.0.1:${String(ports.relay)}`);
  writeFileSync(file, `${head} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\n${text}`);
  return ['-c', file, '-e', join(folder, 'error.log')];
}

/** Begins with nothing that runs. */
export function createRunning(): Running {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-running-')));
  const ends: (() => void)[] = [];
  const start = async (program: string, args: readonly string[], options: StartOptions = {}): Promise<string> => {
    const { cwd = folder, env = {} } = options;
    const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: what it starts has to end with it.
      detached: true,
    });
    ends.push(() => {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) process.kill(-child.pid);
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => void (complaint += String(chunk)));
    const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended\n${complaint}`)));
    const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
    const [first] = await Promise.race([line, failed]);
    failed.catch(() => undefined);
    return first;
  };
  const serve = async (listener: RequestListener): Promise<number> => {
    const server = createServer(listener);
    const port = await listen(server);
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return port;
  };
  return {
    folder,
    start,
    serve,
    async startRelay({ user: _user, other: _other, ...service }, { port, origin, identify }) {
      const config = join(folder, `relay-${String(port)}.json`);
      const groups = ['wallet', 'addresses', 'payments'];
      const own = {
        mountPath: '/wallet',
        origins: [origin],
        groups,
        port,
        operationsPort: 0,
        identify,
        limits: manyRequests,
      };
      writeFileSync(config, JSON.stringify({ ...service, ...own }));
      await start(process.execPath, [join(root, 'server/dist/bin.js'), 'relay', '--config', config, '--json']);
    },
    end() {
      for (const end of ends.reverse()) end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
