/**
 * `node build/release-check.mjs`: what a release lacks, in words. It looks at what is in this folder, and asks no registry.
 * docs/releasing.md lists the same with what to do.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ name: string, version: string, homepage?: string, bugs?: string | { url?: string }, repository?: { url?:
 * string, directory?: string }, publishConfig?: { access?: string, provenance?: boolean }, dependencies?:
 * Record<string, string>, peerDependencies?: Record<string, string> }} Manifest
 */
/**
 * @typedef {{ kit: Manifest, sandbox: Manifest, server: Manifest, starter: Manifest, all: readonly Manifest[], text: (path: string) =>
 * string, documents: readonly string[], git: (...args: string[]) => string }} Project
 */

/** Addresses that the owner still has to fill in: the domain never exists (RFC 2606). */
const placeholder = /\.invalid\b/;

/**
 * Each requirement with what is missing of it, or null.
 * @type {Readonly<Record<string, (project: Project) => string | null>>}
 */
const requirements = {
  repository: ({ kit, sandbox, server, starter }) => {
    const { url = '' } = kit.repository ?? {};
    if (!/^git\+https:\/\/\S+\.git$/.test(url) || placeholder.test(url))
      return "package.json's repository.url is no git+https://….git, or a placeholder";
    const places = /** @type {const} */ ([
      [sandbox, 'sandbox'],
      [server, 'server'],
      [starter, 'create-countersign'],
    ]);
    const wrong = places.find(
      ([{ repository }, directory]) => repository?.url !== url || repository.directory !== directory,
    );
    return wrong === undefined ? null : `${wrong[0].name}'s repository is not the same with directory ${wrong[1]}`;
  },
  bugs: ({ all }) =>
    namesWithout(all, 'bugs, the address of its issues', ({ bugs }) =>
      isHttps(typeof bugs === 'object' ? bugs.url : bugs),
    ),
  homepage: ({ all }) => namesWithout(all, 'homepage, the address of the site', ({ homepage }) => isHttps(homepage)),
  'the site’s address': ({ kit: { homepage }, text }) => {
    const [, base = '/'] = /\bbase: '([^']*)'/.exec(text('site/.vitepress/config.mjs')) ?? [];
    if (!isHttps(homepage)) return 'there is no homepage to serve the site at';
    const path = new URL(homepage ?? '').pathname.replace(/\/?$/, '/');
    return path === base
      ? null
      : `the site is built for ${base}, and homepage serves it at ${path}: set base in site/.vitepress/config.mjs`;
  },
  'where to report': ({ text }) => {
    const addresses = text('SECURITY.md').match(/<(?:https:|[^\s<>@]+@)[^\s<>]+>/g) ?? [];
    return addresses.some((address) => !placeholder.test(address))
      ? null
      : 'SECURITY.md names no address to write to, or a placeholder';
  },
  access: ({ all }) =>
    namesWithout(all, 'publishConfig.access public', ({ publishConfig }) => publishConfig?.access === 'public'),
  provenance: ({ all }) =>
    namesWithout(all, 'publishConfig.provenance', ({ publishConfig }) => publishConfig?.provenance === true),
  'one version': ({ kit, server, starter }) => {
    const other = [server, starter].find(({ version }) => version !== kit.version);
    return other === undefined ? null : `the kit is ${kit.version}, and ${other.name} ${other.version}`;
  },
  'the server’s kit': ({ kit, server }) =>
    server.dependencies?.['countersign'] === kit.version
      ? null
      : `the kit is ${kit.version}, and server/package.json depends on another than exactly that`,
  'the sandbox’s peer': ({ kit, sandbox }) => {
    const [minor = ''] = /^\d+\.\d+/.exec(kit.version) ?? [];
    const isSame =
      sandbox.version.startsWith(`${minor}.`) && sandbox.peerDependencies?.['countersign'] === `~${minor}.0`;
    return isSame
      ? null
      : `the kit is ${kit.version}, and sandbox/package.json has another minor version, or another peer than ~${minor}.0`;
  },
  'the changelog': ({ kit, text }) =>
    new RegExp(`^## ${kit.version} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm').test(text('CHANGELOG.md'))
      ? null
      : `CHANGELOG.md has no heading "## ${kit.version} (YYYY-MM-DD)"`,
  'what was true before it': ({ documents, text }) => {
    const found = documents.filter((path) => /^Until .* is on the registry/m.test(text(path)));
    return found.length === 0 ? null : `${found.join(', ')} still say what holds until the kit is on the registry`;
  },
  'a clean tree': ({ git }) =>
    git('status', '--porcelain') === '' ? null : 'there are changes that are not committed',
  'the tag': ({ kit, git }) =>
    git('tag', '--points-at', 'HEAD').split('\n').includes(`v${kit.version}`)
      ? null
      : `the commit has no tag v${kit.version}`,
};

/** The names of all requirements. */
const requirementNames = Object.keys(requirements);

/**
 * Finds the project's missing requirements in a folder, each with its fault.
 * @param {string} root
 * @returns {Readonly<Record<string, string>>}
 */
export function missingForRelease(root) {
  /** @param {string} path */
  const text = (path) => readFileSync(join(root, path), 'utf8');
  const kit = JSON.parse(text('package.json'));
  const sandbox = JSON.parse(text('sandbox/package.json'));
  const server = JSON.parse(text('server/package.json'));
  const starter = JSON.parse(text('create-countersign/package.json'));
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  /** @type {Project} */
  const project = {
    kit,
    sandbox,
    server,
    starter,
    all: [kit, sandbox, server, starter],
    text,
    documents: ['README.md', ...documents.map((name) => `docs/${name}`)],
    git: (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim(),
  };
  const found = Object.entries(requirements).map(([name, check]) => [name, check(project)]);
  return Object.fromEntries(found.filter(([, missing]) => missing !== null));
}

/** @param {readonly Manifest[]} manifests @param {string} what @param {(manifest: Manifest) => boolean} has */
function namesWithout(manifests, what, has) {
  const names = manifests.filter((manifest) => !has(manifest)).map(({ name }) => name);
  return names.length === 0 ? null : `the package.json of ${names.join(' and ')} lacks ${what}`;
}

/** @param {string | undefined} address */
function isHttps(address) {
  return /^https:\/\/\S+$/.test(address ?? '') && !placeholder.test(address ?? '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = missingForRelease(fileURLToPath(new URL('..', import.meta.url)));
  for (const name of requirementNames)
    console.log(
      `${missing[name] === undefined ? 'ready  ' : 'missing'}  ${name}${missing[name] === undefined ? '' : `: ${missing[name]}`}`,
    );
  process.exitCode = Object.keys(missing).length === 0 ? 0 : 1;
}
