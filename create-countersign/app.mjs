/** What an app is made of: files of the examples. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** @typedef {{ front: string, back: string, passkeys: boolean }} Choice */
/** @typedef {Record<string, string>} Packages */
/** @typedef {{ type?: string, scripts: Record<string, string>, dependencies: Packages, devDependencies: Packages }} Manifest */

/** The example that has the pages. @type {Readonly<Record<string, string>>} */
const fronts = { react: 'react', plain: 'minimal' };

/** The example that has the back-end, and the packages that only this needs. @type {Readonly<Record<string, { example: string, packages: string[] }>>} */
const backs = {
  hono: { example: 'react', packages: ['hono', '@hono/node-server'] },
  express: { example: 'minimal', packages: ['express'] },
  next: { example: 'next', packages: [] },
};

/** The front-ends that there are; the first is what most want. */
export const frontNames = Object.keys(fronts);

/** The back-ends for a front-end: Next.js has pages of its own, in React. @param {string} front */
export const backNamesFor = (front) => Object.keys(backs).filter((back) => front === 'react' || back !== 'next');

/**
 * Writes an app into a folder, which is empty or isn't there.
 * @param {string} folder
 * @param {Choice} choice
 * @param {string} templates the examples, as the starter holds them
 */
export function writeApp(folder, { front, back, passkeys }, templates) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  const { example = '', packages = [] } = backs[back] ?? {};
  const pages = back === 'next' ? example : (fronts[front] ?? '');
  /** @param {string} name @returns {Manifest} */
  const manifestOf = (name) => JSON.parse(readFileSync(join(templates, name, 'package.json'), 'utf8'));
  const { type, scripts, dependencies, devDependencies } = manifestOf(pages);
  const ofBacks = Object.values(backs).flatMap((one) => one.packages);
  const manifest = {
    name: basename(resolve(folder))
      .toLowerCase()
      .replace(/[^a-z\d-]+/g, '-'),
    private: true,
    type,
    scripts: { build: scripts['build'], start: scripts['start'] },
    dependencies: {
      ...pick(dependencies, (name) => !ofBacks.includes(name)),
      ...pick(manifestOf(example).dependencies, (name) => packages.includes(name)),
    },
    devDependencies,
  };
  const files = filesOf(join(templates, pages)).filter((name) => !['package.json', 'server.js'].includes(name));
  const texts = {
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(templates, pages, name), 'utf8')])),
    ...(back === 'next' ? {} : { 'server.js': readFileSync(join(templates, example, 'server.js'), 'utf8') }),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': ['node_modules/', 'dist/', '.next/', 'next-env.d.ts', ''].join('\n'),
  };
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), passkeys ? text : withoutPasskeys(text));
  }
}

/** Leaves out each line that says passkey, and what an import names so. @param {string} text */
function withoutPasskeys(text) {
  const lines = text.replace(/, \w*passkey\w*(?= })/gi, '').split('\n');
  const kept = lines.filter((line) => !/passkey/i.test(line)).join('\n');
  return kept.replace(/\n{3,}/g, '\n\n');
}

/** @param {Packages} packages @param {(name: string) => boolean} isWanted */
function pick(packages, isWanted) {
  return Object.fromEntries(Object.entries(packages).filter(([name]) => isWanted(name)));
}

/** The files below a folder. @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : filesOf(join(folder, entry.name)).map((name) => join(entry.name, name)),
  );
}
