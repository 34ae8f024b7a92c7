import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { bodyAttacks } from '../relay/attacks/bodies.ts';
import { idAttacks } from '../relay/attacks/ids.ts';
import { pathAttacks } from '../relay/attacks/paths.ts';
import { runAttack } from '../relay/attacks/run-attack.ts';
import { siteAttacks } from '../relay/attacks/sites.ts';
import { attackedProcess, type PutInFront } from '../relay/process/attacked-process.ts';
import { createRunning, nginxArguments } from './running.ts';

const nginx: PutInFront = async (relay) => {
  const running = createRunning();
  const { folder } = running;
  const port = await running.freePort();
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  const args = nginxArguments(folder, { front: port, relay }, 'user root; worker_processes 1;');
  const child = spawn('nginx', args, { env, stdio: 'ignore' });
  await eventually(() => connects(port), { interval: 5 });
  return {
    port,
    async end() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      running.end();
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
