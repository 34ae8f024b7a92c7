/**
 * `node site/build.mjs`: builds the site from the project's documents and sources, with llms.txt and the static demo beside them. First it
 * installs what the site is made with.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageModelTexts } from '../build/language-models.mjs';
import { writePages } from './pages.mjs';

const site = dirname(fileURLToPath(import.meta.url));
const root = dirname(site);

npm(site, 'ci', '--no-audit', '--no-fund');
npm(root, 'run', '--silent', 'demo:static');
const { build } = await import('vitepress');
const { writeReference } = await import('./reference.mjs');

writePages(root, join(site, '.pages'));
await writeReference(root, join(site, '.pages', 'reference'));
await build(site);
cpSync(join(root, 'demo/dist/static'), join(site, 'dist/try'), { recursive: true });
for (const [name, text] of Object.entries(languageModelTexts(root))) writeFileSync(join(site, 'dist', name), text);

/** @param {string} cwd @param {readonly string[]} args */
function npm(cwd, ...args) {
  const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(1);
}
