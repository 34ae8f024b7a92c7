import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { bodyAttacks } from '../relay/attacks/bodies.ts';
import { idAttacks } from '../relay/attacks/ids.ts';
import { pathAttacks } from '../relay/attacks/paths.ts';
import { runAttack } from '../relay/attacks/run-attack.ts';
import { siteAttacks } from '../relay/attacks/sites.ts';
import { attackedProcess, type PutInFront } from '../relay-process/attacked-process.ts';
import { root } from '../source-tree.ts';

/** The configuration of docs/relay-process.md. */
const documented = /```nginx\n([^]*?)```/.exec(readFileSync(join(root, 'docs/relay-process.md'), 'utf8'))?.[1] ?? '';

const nginx: PutInFront = async (relayPort) => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = `user root; daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events {}
    http {
      access_log off; ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      server {
        listen 127.0.0.1:${port};
        ${documented.replace('127.0.0.1:4700', `127.0.0.1:${relayPort}`)}
      }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const child = spawn('nginx', args, { env, stdio: 'ignore' });
  await eventually(() => connects(port), { interval: 5 });
  return {
    port,
    async end() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
};

// nginx makes a plain target of an absolute one, and asks the relay for a record of the user's own.
const attacks = [...pathAttacks, ...bodyAttacks, ...idAttacks, ...siteAttacks].filter(
  ({ name }) => name !== 'absolute-form targets',
);

describe.each(attacks)('the process behind nginx, set up as documented, withstands $name', ({ attacks }) => {
  // What nginx itself refuses never gets to the relay.
  test.each(attacks)('$title', async (attack) => {
    const { breaches, says } = await runAttack(attack, attackedProcess(nginx));
    const isRefused = attack.says.startsWith('4');
    expect(breaches.filter((breach) => !isRefused || breach !== 'asked ')).toEqual([]);
    expect(says.startsWith('4')).toBe(isRefused);
  });
});

async function connects(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
