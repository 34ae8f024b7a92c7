/** Builds the demo's page once for each of its settings, whichever tests ask for it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alone } from '../../build/alone.mjs';
import { filesBelow } from '../../build/files.mjs';
import { root } from '../source-tree.ts';

/** Builds the environment of browsers alone, into the folder that it is given. */
const build = `
  import { createBuilder } from 'vite';
  const [configFile, outDir] = process.argv.slice(1);
  const builder = await createBuilder({ configFile, environments: { client: { build: { outDir } } } });
  await builder.build(builder.environments.client);`;

/**
 * The folder of the page, built with these environment variables as the configuration says, unless it is there and newer
 * than its sources.
 */
export async function buildDemo(
  variables: Readonly<Record<string, string>>,
  config = 'vite.config.ts',
): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([root, variables, config]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(root, 'node_modules', '.cache', 'countersign-demo', name);
  const command = ['--input-type=module', '-e', build, config, folder];
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
  const files = ['demo/index.html', 'demo/build.ts', 'vite.config.ts', 'package-lock.json'].map((name) =>
    join(root, name),
  );
  const changed = Math.max(...[...folders.flatMap(filesBelow), ...files].map((file) => statSync(file).mtimeMs));
  return existsSync(page) && statSync(page).mtimeMs > changed;
}
