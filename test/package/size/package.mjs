/** What is installed: which part of the package each import is made of. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The most that the package may take, packed. */
export const packedCeiling = 1_000_000;

/** @typedef {{ size: number, unpackedSize: number, entryCount: number, files: { path: string, size: number }[] }} Packed */

/**
 * Rows of a table: what is imported, files, bytes on disk, bytes packed, and those of them that no other import shares. Each file counts as
 * many packed bytes as it has by itself in gzip.
 * @returns {string[][]}
 */
export function sharesOfPackage() {
  const packed = pack();
  /** @type {{ exports: Record<string, string | { types: string, default: string }> }} */
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const bytes = new Map(packed.files.map(({ path }) => [path, gzipSync(readFileSync(join(root, path))).length]));
  const parts = Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'string'
      ? []
      : [{ name: name.replace('.', 'countersign'), files: reachable([target.default, target.types]) }],
  );
  parts.push({ name: 'npx countersign', files: reachable(['dist/bin.js']) });
  const read = packed.files.map(({ path }) => path).filter((path) => !/^dist\/.*\.(?:js|ts)$/.test(path));
  parts.push({ name: 'documents and licences', files: new Set(read) });
  const sizes = new Map(packed.files.map(({ path, size }) => [path, size]));
  /** @param {Map<string, number>} each @param {Iterable<string>} files */
  const sum = (each, files) => kilobytes([...files].reduce((total, file) => total + (each.get(file) ?? 0), 0));
  const rows = parts.map(({ name, files }) => {
    const others = new Set(parts.filter((part) => part.name !== name).flatMap((part) => [...part.files]));
    const own = [...files].filter((file) => !others.has(file));
    return [name, String(files.size), sum(sizes, files), sum(bytes, files), sum(bytes, own)];
  });
  const total = [String(packed.entryCount), kilobytes(packed.unpackedSize), kilobytes(packed.size), ''];
  return [['the package', 'files', 'on disk', 'packed', 'its alone'], ...rows, ['all', ...total]];
}

/** @returns {Packed} */
function pack() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  return JSON.parse(stdout)[0];
}

/**
 * The files that these import, at any time, themselves included: code and declarations.
 * @param {readonly string[]} entries
 */
function reachable(entries) {
  const reached = new Set(entries.map((entry) => resolve(root, entry)));
  for (const file of reached) {
    const text = readFileSync(file, 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+\.js)["']/g)) {
      const one = resolve(dirname(file), file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path);
      if (existsSync(one)) reached.add(one);
    }
  }
  return new Set([...reached].map((file) => relative(root, file).replaceAll('\\', '/')));
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
