/** A project that has installed the packed packages, and others from a registry beside them. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { installPackages } from '../package/consumer.ts';

/** The installed project. */
interface Installation {
  readonly folder: string;
  /** A path below the project's `node_modules`. */
  inModules(...path: readonly string[]): string;
}

/** Installs the packages with these before the tests of a file, and removes them after it. */
export function installForFile(packages: readonly string[]): Installation {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-installation-')));
  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    const files = inject('tarballs').map(({ file }) => file);
    await installPackages(folder, ['--ignore-scripts', ...files, ...packages]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, inModules: (...path) => join(folder, 'node_modules', ...path) };
}
