/** Copies the examples into the package as its templates: the files that an app needs, with the packages of this repository by version. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the examples have for the repository: locks, which name folders beside them, and the pages with the inspector and of elements. */
const leftOut = /(?:^|\/)(?:package-lock\.json|\.npmrc|inspected|elements)(?:\/|$)/;

/** @param {string} target a folder, made anew */
export function copyTemplates(target) {
  rmSync(target, { recursive: true, force: true });
  const examples = join(root, 'examples');
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: examples, encoding: 'utf8' }).split('\0');
  for (const path of tracked.filter((one) => one !== '' && !leftOut.test(one))) {
    cpSync(join(examples, path), join(target, path));
    if (path.endsWith('/package.json')) linkByVersion(join(examples, path), join(target, path));
  }
}

/** Writes a manifest in which each package of this repository has its version in place of its folder. @param {string} file @param {string} target */
function linkByVersion(file, target) {
  /** @param {string} folder */
  const versionOf = (folder) => JSON.parse(readFileSync(join(dirname(file), folder, 'package.json'), 'utf8')).version;
  const text = readFileSync(file, 'utf8').replace(/"file:([^"]+)"/g, (_, folder) => `"^${versionOf(folder)}"`);
  writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  copyTemplates(fileURLToPath(new URL('templates', import.meta.url)));
  cpSync(join(root, 'LICENSE'), fileURLToPath(new URL('LICENSE', import.meta.url)));
}
