/** Copies the examples into the package, whose templates they are: what an app needs of them. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the examples have for the repository: locks, which name the kit beside them, and the pages with the inspector and of elements. */
const leftOut = /(?:^|\/)(?:package-lock\.json|\.npmrc|inspected|elements)(?:\/|$)/;

/** @param {string} target a folder, made anew */
export function copyTemplates(target) {
  rmSync(target, { recursive: true, force: true });
  const examples = join(root, 'examples');
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: examples, encoding: 'utf8' }).split('\0');
  for (const path of tracked.filter((one) => one !== '' && !leftOut.test(one))) {
    cpSync(join(examples, path), join(target, path));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  copyTemplates(fileURLToPath(new URL('templates', import.meta.url)));
  cpSync(join(root, 'LICENSE'), fileURLToPath(new URL('LICENSE', import.meta.url)));
}
