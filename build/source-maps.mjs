/** Settles the source maps of a build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { filesBelow } from './files.mjs';

/**
 * Makes maps lead from where the files will lie to `src/`, which is packed beside them, so that no map repeats a source. Files of
 * bundled libraries are marked as not ours: a debugger steps over them.
 * @param {string} folder where the build is now
 * @param {{ root: string, dist: string }} places where it goes
 */
export function settleMaps(folder, { root, dist }) {
  const source = join(root, 'src') + sep;
  for (const file of filesBelow(folder).filter((name) => name.endsWith('.map'))) {
    /** @type {{ sources: string[], sourcesContent?: string[] }} */
    const { sourcesContent: _content, ...map } = JSON.parse(readFileSync(file, 'utf8'));
    const paths = map.sources.map((path) => resolve(dirname(file), path));
    const place = dirname(join(dist, relative(folder, file)));
    const sources = paths.map((path) => relative(place, path).split(sep).join('/'));
    const ignoreList = paths.flatMap((path, index) => (path.startsWith(source) ? [] : [index]));
    writeFileSync(file, JSON.stringify({ ...map, sources, ...(ignoreList.length === 0 ? {} : { ignoreList }) }));
  }
}
