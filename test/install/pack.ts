/** Packs the packages once for all files that install them. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packAll, type Tarball } from '../package/consumer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly tarballs: readonly [kit: Tarball, sandbox: Tarball, server: Tarball];
  }
}

/** Runs before the first file; returns what runs after the last one. */
export async function setup(project: TestProject): Promise<() => void> {
  const tarballs = await packAll();
  project.provide('tarballs', tarballs);
  return () => rmSync(dirname(tarballs[0].file), { recursive: true, force: true });
}
