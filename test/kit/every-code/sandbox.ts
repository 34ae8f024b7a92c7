/** How each code of `SandboxError` is met by whoever starts a sandbox. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type SandboxErrorCode } from 'countersign/sandbox';
import { listen } from 'countersign/sandbox/node';
import type { Provocations } from './provocations.ts';

export const provokeSandbox: Provocations<SandboxErrorCode> = {
  HOST_NOT_LOOPBACK: () => listen(createSandbox(), { host: '0.0.0.0' }),
  PORT_UNAVAILABLE: async () => {
    const first = await listen(createSandbox());
    try {
      return await listen(createSandbox(), { port: Number(new URL(first.url).port) });
    } finally {
      await first.close();
    }
  },
  STATE_UNREADABLE: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-state-'));
    const stateFile = join(folder, 'state.json');
    await writeFile(stateFile, 'torn');
    try {
      return await listen(createSandbox(), { stateFile });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
