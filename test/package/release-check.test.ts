import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { missingForRelease } from '../../build/release-check.mjs';
import { run } from './consumer.ts';
import { root } from '../source-tree.ts';

const repository = { type: 'git', url: 'git+https://git.example.com/countersign.git' };
const manifest = {
  name: 'countersign',
  version: '1.2.3',
  repository,
  bugs: 'https://git.example.com/countersign/issues',
  homepage: 'https://countersign.example.com/docs',
  publishConfig: { access: 'public', provenance: true },
};
const starter = {
  ...manifest,
  name: 'create-countersign',
  repository: { ...repository, directory: 'create-countersign' },
};
const placeholder = 'https://fill-in.invalid/countersign';
const sandbox = {
  ...manifest,
  name: 'countersign-sandbox',
  version: '1.2.4',
  repository: { ...repository, directory: 'sandbox' },
  peerDependencies: { countersign: '~1.2.0' },
};
const server = {
  ...manifest,
  name: 'countersign-server',
  repository: { ...repository, directory: 'server' },
  dependencies: { countersign: '1.2.3' },
};
const ready: Readonly<Record<string, string | object>> = {
  'package.json': manifest,
  'create-countersign/package.json': starter,
  'sandbox/package.json': sandbox,
  'server/package.json': server,
  'CHANGELOG.md': '# Changelog\n\n## 1.2.3 (2026-01-31)\n',
  'README.md': '# Countersign\n',
  'SECURITY.md': 'Write to <security@example.com>.\n',
  'docs/start.md': '# Start\n',
  'site/.vitepress/config.mjs': "export default { base: '/docs/' };\n",
};
let folder: string;

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Sample', '-c', 'user.email=sample@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

function write(name: string, content: string | object): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-release-')));
  for (const [name, content] of Object.entries(ready)) write(name, content);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  git('tag', 'v1.2.3');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what a release needs', () => {
  test('is all there', () => {
    expect(missingForRelease(folder)).toEqual({});
  });

  const { repository: _repository, bugs: _bugs, homepage: _homepage, publishConfig: _config, ...bare } = manifest;
  test.for<[string, string, string | object, string]>([
    ['repository', 'package.json', { ...manifest, repository: undefined }, 'no git+https'],
    ['repository', 'create-countersign/package.json', { ...starter, repository }, 'with directory create-countersign'],
    ['repository', 'sandbox/package.json', { ...sandbox, repository }, 'with directory sandbox'],
    ['repository', 'server/package.json', { ...server, repository }, 'with directory server'],
    ['one version', 'server/package.json', { ...server, version: '1.2.4' }, '1.2.3, and countersign-server 1.2.4'],
    [
      'the server’s kit',
      'server/package.json',
      { ...server, dependencies: { countersign: '^1.2.3' } },
      'another than exactly that',
    ],
    ['the sandbox’s peer', 'sandbox/package.json', { ...sandbox, version: '1.3.0' }, 'another minor version'],
    ['the sandbox’s peer', 'sandbox/package.json', { ...sandbox, peerDependencies: {} }, 'another peer than ~1.2.0'],
    ['repository', 'package.json', { ...manifest, repository: { url: `git+${placeholder}.git` } }, 'no git+https'],
    ['bugs', 'sandbox/package.json', { ...sandbox, bugs: placeholder }, 'countersign-sandbox lacks bugs'],
    ['homepage', 'package.json', { ...manifest, homepage: placeholder }, 'countersign lacks homepage'],
    ['where to report', 'SECURITY.md', 'Write to <security@fill-in.invalid>.\n', 'SECURITY.md names no address'],
    ['where to report', 'SECURITY.md', 'Write to the maintainers.\n', 'SECURITY.md names no address'],
    ['bugs', 'package.json', bare, 'the package.json of countersign lacks bugs'],
    [
      'homepage',
      'create-countersign/package.json',
      { ...bare, name: 'create-countersign' },
      'create-countersign lacks',
    ],
    [
      'the site’s address',
      'site/.vitepress/config.mjs',
      'export default {};',
      'built for /, and homepage serves it at /docs/',
    ],
    ['the site’s address', 'package.json', bare, 'no homepage'],
    ['access', 'package.json', bare, 'lacks publishConfig.access public'],
    ['provenance', 'package.json', bare, 'lacks publishConfig.provenance'],
    [
      'one version',
      'create-countersign/package.json',
      { ...starter, version: '1.2.2' },
      '1.2.3, and create-countersign 1.2.2',
    ],
    ['the changelog', 'CHANGELOG.md', '## 1.2.3 (unreleased)\n', '## 1.2.3 (YYYY-MM-DD)'],
    ['what was true before it', 'docs/start.md', 'Until 1.2.3 is on the registry, wait.\n', 'docs/start.md still'],
    ['a clean tree', 'README.md', '# Another\n', 'not committed'],
  ])('is named where it is missing: %s, by %s', ([name, file, content, words]) => {
    write(file, content);
    onTestFinished(() => write(file, ready[file] ?? ''));
    expect(missingForRelease(folder)[name]).toContain(words);
  });

  // Last: it leaves a commit behind.
  test('is a tag of the version at this very commit', () => {
    git('commit', '--quiet', '--allow-empty', '--message', 'one more');
    expect(missingForRelease(folder)).toEqual({ 'the tag': 'the commit has no tag v1.2.3' });
  });
});

test('the manifests of this project have the addresses, which may be placeholders', () => {
  for (const folder of ['.', 'sandbox', 'server', 'create-countersign']) {
    const { repository, bugs, homepage } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as Partial<typeof manifest>;
    expect(repository?.url).toMatch(/^git\+https:\/\/\S+\.git$/);
    expect(bugs).toMatch(/^https:\/\/\S+$/);
    expect(homepage).toMatch(/^https:\/\/\S+$/);
  }
});

test('the command says what this project lacks, line by line, and fails', async () => {
  const missing = Object.entries(missingForRelease(root));
  const { code, stdout } = await run(process.execPath, [join(root, 'build/release-check.mjs')], root);
  expect(code).toBe(missing.length === 0 ? 0 : 1);
  expect(stdout.split('\n').filter((line) => line.startsWith('missing'))).toEqual(
    missing.map(([name, what]) => `missing  ${name}: ${what}`),
  );
});
