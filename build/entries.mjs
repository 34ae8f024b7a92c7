/** The entry points of the kit, as package.json's `exports` names them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {{ exports: Record<string, string | { types: string, default: string }> }} */
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The source file of each entry by the name that users import, such as `countersign/crypto`.
 * @type {Readonly<Record<string, string>>}
 */
export const sourceOfEntry = Object.fromEntries(
  Object.entries(exports).flatMap(([name, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
    return [[`countersign${name.slice(1)}`, join(root, source)]];
  }),
);

/** The same for Vite: each name stands for its source file, and for nothing that only begins with it. */
export const sourceAliases = Object.entries(sourceOfEntry).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}));
