/** The entry points of both packages, as `exports` in their manifests names them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} folder of a package, in the repository */
function entriesOf(folder) {
  /** @type {{ name: string, exports: Record<string, string | { types: string, default: string }> }} */
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
    return [[`${name}${entry.slice(1)}`, join(root, folder, source)]];
  });
}

/**
 * The source file of each entry by the name that users import, such as `countersign/crypto`.
 * @type {Readonly<Record<string, string>>}
 */
export const sourceOfEntry = Object.fromEntries(['', 'sandbox'].flatMap(entriesOf));

/** The same for Vite: each name stands for its source file, and for nothing that only begins with it. */
export const sourceAliases = Object.entries(sourceOfEntry).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}));
