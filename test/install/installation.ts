/** A project that has installed the packed packages, and others from a registry beside them. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { installPackages, packAll } from '../package/consumer.ts';

/** The installed project. */
interface Installation {
  readonly folder: string;
  /** A path below the project's `node_modules`. */
  inModules(...path: readonly string[]): string;
  remove(): void;
}

/** Packs the packages and installs them with these before the tests of a file, and removes them after it. */
export function installForFile(packages: readonly string[]): Omit<Installation, 'remove'> {
  let installation: Installation | undefined;
  beforeAll(async () => void (installation = await install(packages)));
  afterAll(() => installation?.remove());
  return {
    get folder() {
      return installation?.folder ?? '';
    },
    inModules: (...path) => installation?.inModules(...path) ?? '',
  };
}

/** Packs the packages and installs them with these. @throws Error with what npm said, when that fails. */
async function install(packages: readonly string[]): Promise<Installation> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-installation-')));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const packed = await packAll(folder);
  await installPackages(folder, ['--ignore-scripts', ...packed.map(({ file }) => file), ...packages]);
  return {
    folder,
    inModules: (...path) => join(folder, 'node_modules', ...path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
