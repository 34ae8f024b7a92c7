/** Builds the demo's page once for each of its settings, whichever tests ask for it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alone } from '../../build/alone.mjs';
import { filesBelow } from '../../build/files.mjs';
import { root } from '../source-tree.ts';

/**
 * The folder of the page, built with these environment variables by the command that users run, unless it is there and
 * newer than its sources.
 */
export async function buildDemo(
  variables: Readonly<Record<string, string>>,
  config = 'demo/vite.config.ts',
): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([root, variables, config]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(root, 'node_modules', '.cache', 'countersign-demo', name);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const command = [vite, 'build', '-c', config, '--outDir', folder];
  await alone(`${folder}.lock`, async () => {
    if (isBuilt(join(folder, 'index.html'))) return;
    // A process of its own: inside a test run the libraries would be built in their development form.
    const { NODE_ENV: _, ...env } = process.env;
    await promisify(execFile)(process.execPath, command, { cwd: root, env: { ...env, ...variables } });
  });
  return folder;
}

/** The folder of the demo for a host of files. */
export function buildStaticDemo(): Promise<string> {
  return buildDemo({}, 'demo/static/vite.config.ts');
}

function isBuilt(page: string): boolean {
  const folders = [
    'demo/elements',
    'demo/page',
    'demo/server',
    'demo/static',
    'demo/wallet-page',
    'sandbox/src',
    'src',
  ].map((name) => join(root, name));
  const sources = [...folders.flatMap(filesBelow), join(root, 'demo/index.html'), join(root, 'demo/vite.config.ts')];
  const changed = Math.max(...[...sources, join(root, 'package-lock.json')].map((file) => statSync(file).mtimeMs));
  return existsSync(page) && statSync(page).mtimeMs > changed;
}
