/** Firefox by its own remote protocol, which can give it an authenticator: Playwright's can't. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../listen.ts';

/** One Firefox with one page. */
export interface Marionette {
  send(command: string, parameters?: object): Promise<unknown>;
  /** Runs the body of an async function in the page, with `given`; its value must be JSON. */
  run<Value>(body: string, ...given: readonly unknown[]): Promise<Value>;
  close(): Promise<void>;
}

const preferences = (port: number): string =>
  Object.entries({
    'marionette.port': port,
    'security.webauth.webauthn_enable_softtoken': true,
    'security.webauth.webauthn_enable_usbtoken': false,
    'app.update.disabledForTesting': true,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');

/** Starts a Firefox with a profile of its own. */
export async function startMarionette(executablePath: string): Promise<Marionette> {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-firefox-'));
  const port = await freePort();
  writeFileSync(join(profile, 'user.js'), preferences(port));
  const firefox = spawn(
    executablePath,
    ['--marionette', '--headless', '--no-remote', '--profile', profile, 'about:blank'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = new Promise<void>((resolve) => {
    firefox.once('exit', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      if (chunk.toString().includes(`Listening on port ${port}`)) resolve();
    };
    firefox.stdout.on('data', hear);
    firefox.stderr.on('data', hear);
    void exited.then(() => reject(new Error('Firefox ended before it listened')));
  });
  const socket = connect(port, '127.0.0.1');
  const exchange = talk(socket);
  const marionette: Marionette = {
    send: exchange,
    async run<Value>(body: string, ...given: readonly unknown[]) {
      const script = `const done = arguments[arguments.length - 1];
        (async (...given) => { ${body} })(...Array.from(arguments).slice(0, -1))
          .then((value) => done({ value }), (error) => done({ thrown: String(error) }));`;
      const { value } = (await exchange('WebDriver:ExecuteAsyncScript', { script, args: given, sandbox: null })) as {
        value: { value?: Value; thrown?: string };
      };
      if (value.thrown !== undefined) throw new Error(value.thrown);
      return value.value as Value;
    },
    async close() {
      // Asked first, so that its child processes go with it.
      await Promise.race([exchange('Marionette:Quit', { flags: ['eForceQuit'] }), exited]).catch(() => undefined);
      socket.destroy();
      firefox.kill('SIGKILL');
      await exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
  await marionette.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  return marionette;
}

/** Messages are `length:JSON`: `[0, id, command, parameters]` there, `[1, id, error, result]` back; the first is a greeting. */
function talk(socket: Socket): Marionette['send'] {
  const waiting = new Map<number, (message: readonly [number, number, unknown, unknown]) => void>();
  let buffer = Buffer.alloc(0);
  let id = 0;
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const colon = buffer.indexOf(':');
      const end = colon + 1 + Number(buffer.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || buffer.length < end) return;
      const message: unknown = JSON.parse(buffer.subarray(colon + 1, end).toString());
      buffer = buffer.subarray(end);
      if (Array.isArray(message)) waiting.get(Number(message[1]))?.(message as never);
    }
  });
  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, ([, , error, result]) => {
        if (error === null) resolve(result);
        else reject(new Error(`${command}: ${JSON.stringify(error).slice(0, 300)}`));
      });
      const text = JSON.stringify([0, id, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
