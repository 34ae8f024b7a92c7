/** Brings the lock files of the examples up to what both packages depend on today; everything else stays locked as it is. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const examples = join(dirname(dirname(fileURLToPath(import.meta.url))), 'examples');

for (const name of readdirSync(examples)) {
  const cwd = join(examples, name);
  const file = join(cwd, 'package-lock.json');
  /** @type {{ packages: Record<string, object> }} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  // npm takes what a folder was locked with for what it is.
  for (const one of ['countersign', 'countersign-sandbox']) delete lock.packages[`node_modules/${one}`];
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  execFileSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd, stdio: 'ignore' });
}
