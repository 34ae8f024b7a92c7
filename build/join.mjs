/** Joins what a page always loads together into one file, so that no bundler cuts it into chunks by who else imports a part of it. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { filesBelow } from './files.mjs';

/** Where an import or an export names a file of ours, at run time and before anything runs. */
const specifiers = /(?<=^(?:import|export)\b[^'"]*?from\s*['"])\.[^'"]+(?=['"])/gm;

/**
 * Replaces the emitted files that some entries load at once, of the folders and files that are named, by one. Whoever
 * imports one of them, or an index of nothing else, imports that one instead. What the folders of `apart` import
 * stays for them as it is: a server loads nothing of a wallet.
 * @param {{ dist: string, entries: readonly string[], parts: readonly string[], outfile: string, apart?: readonly string[] }} how paths
 *   relative to `dist`
 * @returns {Promise<void>}
 */
export async function joinFiles({ entries, parts, outfile, apart = [], ...how }) {
  // `node_modules` may be a link, and the bundler tells files by where they are: no path of this machine goes into what is built.
  const dist = realpathSync(how.dist);
  const isPart = (/** @type {string} */ file) => {
    const path = relative(dist, file).split(sep).join('/');
    return parts.some((part) => path === part || path.startsWith(`${part}/`));
  };
  for (const part of parts)
    if (!existsSync(join(dist, part))) throw new Error(`${outfile}: there is no ${part} to join`);
  const whole = new Set(entries.flatMap((entry) => [...loadedAtOnce(join(dist, entry))]).filter(isPart));
  const joined = [...whole].filter((file) => !file.endsWith(`${sep}index.js`)).sort();
  const moved = [...whole].filter(
    (file) => joined.includes(file) || importsOf(file).every((one) => joined.includes(one)),
  );
  const target = join(dist, outfile);
  /** @param {string} from @param {string} file */
  const pathTo = (from, file) => {
    const path = relative(dirname(from), file).split(sep).join('/');
    return path.startsWith('.') ? path : `./${path}`;
  };
  await build({
    absWorkingDir: dist,
    stdin: { contents: joined.map((file) => `export * from '${pathTo(target, file)}';`).join('\n'), resolveDir: dist },
    outfile: target,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
      {
        name: 'own-parts',
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
            const file = resolve(resolveDir, path);
            if (path.startsWith('.') && kind === 'import-statement' && whole.has(file)) return undefined;
            return { path: path.startsWith('.') ? pathTo(target, file) : path, external: true };
          });
        },
      },
    ],
  });
  const isApart = (/** @type {string} */ file) => apart.some((folder) => file.startsWith(join(dist, folder, sep)));
  const others = filesBelow(dist).filter((name) => name.endsWith('.js') && name !== target);
  const kept = new Set(others.filter(isApart).flatMap(importsOf));
  for (const file of joined.filter((name) => !kept.has(name))) rmSync(file);
  for (const file of others.filter((name) => existsSync(name) && !isApart(name))) {
    const text = readFileSync(file, 'utf8');
    const next = text.replace(specifiers, (path) =>
      moved.includes(resolve(dirname(file), path)) ? pathTo(file, target) : path,
    );
    if (next !== text) writeFileSync(file, next);
  }
}

/** A file with those that it imports, directly or not. @param {string} start */
function loadedAtOnce(start) {
  const reached = new Set([start]);
  for (const file of reached) for (const one of importsOf(file)) reached.add(one);
  return reached;
}

/** @param {string} file */
function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(specifiers)].map(([path]) => resolve(dirname(file), path));
}
