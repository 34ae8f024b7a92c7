/** Lists what a folder holds. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files below a folder, at any depth.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
