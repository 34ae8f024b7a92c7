/** The installed package: which part of its package each import is made of. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The packages whose size is measured, by name: each with its folder. @type {Readonly<Record<string, string>>} */
export const packages = { countersign: '', 'countersign-sandbox': 'sandbox', 'countersign-server': 'server' };

/** @typedef {{ size: number, unpackedSize: number, entryCount: number, files: { path: string, size: number }[] }} Packed */

/**
 * Rows of a table: what is imported, files, bytes on disk, bytes packed, and those of them that no other import shares. Each file counts as
 * many packed bytes as it has by itself in gzip.
 * @param {string} folder of the package, in the repository
 * @returns {string[][]}
 */
export function sharesOfPackage(folder) {
  const own = join(root, folder);
  const packed = pack(folder);
  /** @type {{ name: string, bin?: Record<string, string>, exports: Record<string, string | { types: string, default: string }> }} */
  const { name, bin = {}, exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  const bytes = new Map(packed.files.map(({ path }) => [path, gzipSync(readFileSync(join(own, path))).length]));
  const parts = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [{ part: entry.replace('.', name), files: reachable(own, [target.default, target.types]) }],
  );
  for (const [command, file] of Object.entries(bin))
    parts.push({ part: `npx ${command}`, files: reachable(own, [file]) });
  const read = packed.files.map(({ path }) => path).filter((path) => !/^dist\/.*\.(?:js|ts)$/.test(path));
  parts.push({ part: 'documents and licences', files: new Set(read) });
  const sizes = new Map(packed.files.map(({ path, size }) => [path, size]));
  /** @param {Map<string, number>} each @param {Iterable<string>} files */
  const sum = (each, files) => kilobytes([...files].reduce((total, file) => total + (each.get(file) ?? 0), 0));
  const rows = parts.map(({ part, files }) => {
    const others = new Set(parts.filter((other) => other.part !== part).flatMap((other) => [...other.files]));
    const alone = [...files].filter((file) => !others.has(file));
    return [part, String(files.size), sum(sizes, files), sum(bytes, files), sum(bytes, alone)];
  });
  const total = [String(packed.entryCount), kilobytes(packed.unpackedSize), kilobytes(packed.size), ''];
  return [[name, 'files', 'on disk', 'packed', 'its alone'], ...rows, ['all', ...total]];
}

/**
 * Packs a package that is built, and writes nothing.
 * @param {string} folder
 * @returns {Packed}
 */
export function pack(folder) {
  const cwd = join(root, folder);
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  return JSON.parse(stdout)[0];
}

/**
 * The files that these import, at any time, themselves included: code and declarations.
 * @param {string} folder
 * @param {readonly string[]} entries
 */
function reachable(folder, entries) {
  const reached = new Set(entries.map((entry) => resolve(folder, entry)));
  for (const file of reached) {
    const text = readFileSync(file, 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+\.js)["']/g)) {
      const one = resolve(dirname(file), file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path);
      if (existsSync(one)) reached.add(one);
    }
  }
  return new Set([...reached].map((file) => relative(folder, file).replaceAll('\\', '/')));
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
