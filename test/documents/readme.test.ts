import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sourceOfEntry } from '../../build/entries.mjs';
import { manifest, run } from '../package/consumer.ts';
import { documents, readBlocks } from './blocks.ts';
import { readExamples } from './examples.ts';
import { listFiles, root } from '../source-tree.ts';

const texts = new Map(documents.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const readme = texts.get('README.md') ?? '';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-docs-')));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the documents', () => {
  test('and the comments of the sources hold examples that type-check', { timeout: 180_000 }, async () => {
    const examples = readExamples();
    const inSources = ['src', 'sandbox/src']
      .flatMap(listFiles)
      .map((path) => readFileSync(join(root, path), 'utf8').split(' @example\n').length - 1);
    expect(examples.length).toBe(inSources.reduce((sum, count) => sum + count));
    const blocks = [...readBlocks().filter(({ side }) => side !== 'installed'), ...examples];
    for (const { title, language, code } of blocks) {
      writeFileSync(join(folder, `${title.replace(/\W+/g, '-')}.${language}`), `${code}\nexport {};\n`);
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noUnusedLocals: false,
        noUnusedParameters: false,
        jsx: 'react-jsx',
        typeRoots: [join(root, 'node_modules', '@types')],
        paths: {
          ...Object.fromEntries(Object.entries(sourceOfEntry).map(([name, source]) => [name, [source]])),
          // The same code under its other name.
          '@playwright/test': [join(root, 'node_modules', 'playwright', 'test.d.ts')],
        },
      },
      include: ['*.ts', '*.tsx'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const outcome = await run(process.execPath, [compiler, '-p', '.'], folder);
    expect(outcome.code, outcome.stdout).toBe(0);
  });

  test('link to files that are there', () => {
    const broken = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => targetOf(path, target))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('name tests that are there, docs/security.md one for each statement of its tables', () => {
    const security = texts.get('docs/security.md') ?? '';
    const named = [...(readme + security).matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, name = '']) => name);
    const paths = named.map((name) => name.replace(/^(?!sandbox\/)/, 'test/'));
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const tables = security.split('\n\n').filter((part) => part.includes('| Shown by |\n'));
    const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => !row.includes('.test.ts`'))).toEqual([]);
  });

  test('are all on the site, and those that are packed in the README', () => {
    const names = documents.filter((path) => /^docs\/[^/]+$/.test(path)).map((path) => path.slice(5, -3));
    const site = readFileSync(join(root, 'site/.vitepress/config.mjs'), 'utf8');
    expect(names.filter((name) => !site.includes(`'${name}'`))).toEqual([]);
    const packed = names.filter((name) => !['architecture', 'demo', 'releasing', 'sandbox-calls'].includes(name));
    expect(packed.filter((name) => !readme.includes(`(docs/${name}.md)`))).toEqual([]);
  });

  test('link to headings that are there', () => {
    const anchors = new Map([...texts].map(([path, text]) => [path, new Set(anchorsOf(text))]));
    const links = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([link, target = '', anchor = '']) => ({
        said: `${path}: ${link}`,
        target: target === '' ? path : targetOf(path, target),
        anchor,
      })),
    );
    expect(links.length).toBeGreaterThan(20);
    const broken = links.filter(({ target, anchor }) => anchors.get(target)?.has(anchor) === false);
    expect(broken.map(({ said }) => said)).toEqual([]);
  });

  test('name commands that package.json has, CONTRIBUTING.md when to run each', () => {
    const scriptsOf = (path: string): string[] =>
      Object.keys((JSON.parse(readFileSync(join(root, path), 'utf8')) as { scripts: object }).scripts);
    const namedIn = (text: string): string[] =>
      [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
    const examples = listFiles('examples').filter((path) => /^[^/]+\/[^/]+\/package\.json$/.test(path));
    const scripts = ['package.json', ...examples].flatMap(scriptsOf);
    expect([...texts.values()].flatMap(namedIn).filter((name) => !scripts.includes(name))).toEqual([]);
    const explained = namedIn(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));
    // npm runs the one before it packs, and the other is a part of `npm run demo`.
    const unexplained = scriptsOf('package.json').filter((name) => !explained.includes(name));
    expect(unexplained).toEqual(['demo:build', 'test', 'prepack']);
  });
});

/** The file that a document links to; the sandbox's package is packed with copies of some of `docs/`. */
const targetOf = (path: string, target: string): string => posix.join(dirname(path).replace('sandbox', ''), target);

/** The anchors of a document's headings, as repositories and the site show them. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)|[^\p{L}\p{N}\s_-]/gu, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/\s/g, '-'),
  );
}

describe('the README', () => {
  test('lists the entry points that there are', () => {
    const listed = [...readme.matchAll(/^\| `(countersign[^`]*)` \|/gm)].map(([, entry]) => entry);
    expect(listed).toEqual(Object.keys(sourceOfEntry));
  });
});

test('the changelog knows the version', () => {
  expect(texts.get('CHANGELOG.md')).toContain(`## ${manifest.version}`);
});
