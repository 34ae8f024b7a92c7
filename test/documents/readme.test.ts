import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sourceOfEntry } from '../../build/entries.mjs';
import { run } from '../package/consumer.ts';
import { documents, readBlocks } from './blocks.ts';
import { readExamples } from './examples.ts';
import { listFiles, root } from '../source-tree.ts';

const texts = new Map(documents.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
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

  test('name the oldest Node of Vite, by which Start, the demo and the starter build', () => {
    const enginesOf = (path: string): string => {
      const text = readFileSync(join(root, path, 'package.json'), 'utf8');
      return (JSON.parse(text) as { readonly engines: { readonly node: string } }).engines.node;
    };
    const oldest = enginesOf('node_modules/vite');
    expect(enginesOf('create-countersign')).toBe(oldest);
    const said = `Node ${[...oldest.matchAll(/\d+\.\d+/g)].join(', ')} or newer`;
    const naming = ['README.md', 'docs/start.md', 'docs/requirements.md', 'create-countersign/README.md'];
    const silent = naming.filter((path) => !readFileSync(join(root, path), 'utf8').includes(said));
    expect(silent, said).toEqual([]);
  });

  test('quote the examples as they are', () => {
    const quotes = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/<!-- quote: ([\w-]+), (\S+) -->\n```\w+(?: \[.+\])?\n([^]*?)\n```\n/g)].map(
        ([, example = '', file = '', block = '']) => ({ said: `${path}: ${example}, ${file}`, example, file, block }),
      ),
    );
    const wrong = quotes.filter(({ example, file, block }) => {
      const text = readFileSync(join(root, 'examples', example, file), 'utf8');
      return !dedented(text, block).includes(`\n${block}\n`);
    });
    expect(wrong.map(({ said }) => said)).toEqual([]);
  });

  test('name tests that are there, docs/security.md one for each statement of its tables', () => {
    const security = texts.get('docs/security.md') ?? '';
    const named = [...((texts.get('README.md') ?? '') + security).matchAll(/`([\w/-]+\.test\.ts)`/g)].map(
      ([, name = '']) => name,
    );
    const paths = named.map((name) => name.replace(/^(?!(?:sandbox|server)\/)/, 'test/'));
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const tables = security.split('\n\n').filter((part) => part.includes('| Shown by |\n'));
    const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => !row.includes('.test.ts`'))).toEqual([]);
  });

  test('say in docs/security.md what the titles of its tests say, word for word, where a table is headed so', () => {
    const security = texts.get('docs/security.md') ?? '';
    const tables = security.split('\n\n').filter((part) => part.startsWith('| Title of its test | Shown by |'));
    const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
    const untrue = rows.filter((row) => {
      const [, statement = '', file = ''] = /^\| (.+)\. \| `(.+)` \|$/.exec(row) ?? [];
      const path = /^(?:server|sandbox)\//.test(file) ? file : `test/${file}`;
      return !titlesOf(path).has(asTitle(statement.replaceAll(/[`*]/g, '')));
    });
    expect(rows.length).toBeGreaterThan(150);
    expect(untrue).toEqual([]);
    // A title that is a whole sentence is one of the document's, wherever it stands there.
    const whole = [...titlesOf('test/ui/elements/press.browser.test.ts')].filter((title) => title.endsWith('.'));
    const prose = security.replace(/\s+/g, ' ');
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.filter((title) => !prose.includes(title.slice(1)))).toEqual([]);
  });

  test('link to files and headings that are there', () => {
    const anchors = new Map([...texts].map(([path, text]) => [path, new Set(anchorsOf(text))]));
    const links = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([link, to = '', anchor]) => ({
        said: `${path}: ${link}`,
        target: to === '' ? path : targetOf(path, to),
        anchor,
      })),
    );
    const broken = links.filter(
      ({ target, anchor }) =>
        !existsSync(join(root, target)) || (anchor !== undefined && anchors.get(target)?.has(anchor) === false),
    );
    expect(broken.map(({ said }) => said)).toEqual([]);
  });

  test('have short lines outside tables and code, and a README of a hundred lines', () => {
    const long = [...texts].flatMap(([path, text]) => {
      if (path === 'CHANGELOG.md' || path.startsWith('docs/decisions')) return [];
      const lines = text.replaceAll(/^```[^]*?^```$/gm, '').split('\n');
      return lines.filter((line) => line.length > 160 && !line.startsWith('|')).map((line) => `${path}: ${line}`);
    });
    expect(long).toEqual([]);
    expect((texts.get('README.md') ?? '').split('\n').length).toBeLessThanOrEqual(100);
  });

  test('name sources and tests that are there', () => {
    const named = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.ts)`/g)].map(([, file = '']) => ({ path, file })),
    );
    const isThere = (file: string): boolean =>
      ['', 'src', 'src/kit', 'src/ui', 'test'].some((folder) => existsSync(join(root, folder, file)));
    expect(named.filter(({ file }) => !isThere(file))).toEqual([]);
  });

  test('name commands that package.json has, CONTRIBUTING.md when to run each', () => {
    const scriptsOf = (path: string): string[] =>
      Object.keys((JSON.parse(readFileSync(join(root, path), 'utf8')) as { scripts?: object }).scripts ?? {});
    const namedIn = (text: string): string[] =>
      [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
    const apps = ['examples', 'create-countersign/templates'].flatMap(listFiles);
    const manifests = apps.filter((path) => path.endsWith('/package.json'));
    const scripts = ['package.json', ...manifests].flatMap(scriptsOf);
    expect([...texts.values()].flatMap(namedIn).filter((name) => !scripts.includes(name))).toEqual([]);
    const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const explained = namedIn(contributing);
    // npm runs the first before it packs; the second goes without `run`.
    const unexplained = scriptsOf('package.json').filter((name) => !explained.includes(name));
    expect(unexplained).toEqual(['prepack', 'test']);
    expect(scriptsOf('package.json').length).toBeLessThanOrEqual(16);
  });

  test('name commands of node that are there', () => {
    const own = [...texts.values(), readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')].flatMap((text) =>
      [...text.matchAll(/\bnode ((?:build|demo|site|test)\/[\w./-]+\.mjs)/g)].map(([, file = '']) => file),
    );
    expect(own.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(new Set(own).size).toBeGreaterThan(5);
  });

  test('list the entry points that there are, in docs/api.md', () => {
    const listed = [...readFileSync(join(root, 'docs/api.md'), 'utf8').matchAll(/^\| `(countersign[^`]*)` \|/gm)];
    expect(listed.map(([, entry]) => entry)).toEqual(Object.keys(sourceOfEntry));
  });
});

/** The file with the indentation taken off that the block's first line has there. */
function dedented(file: string, block: string): string {
  const [first = ''] = block.split('\n');
  const line = file.split('\n').find((one) => one.trim() === first.trim()) ?? '';
  const indent = line.slice(0, line.length - line.trimStart().length);
  return `\n${file}`.replaceAll(`\n${indent}`, '\n');
}

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

/** A sentence as a title: it begins small. The cases of a title, behind a colon or in brackets, are no part of it. */
function asTitle(sentence: string): string {
  const plain = sentence
    .replaceAll('’', "'")
    .replace(/: (?:, |%\w|\$\w+)+$/, '')
    .replace(/ \([%$]\w+\)/, '');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

/** The titles of a file's tests, each behind that of its group, and of its groups. */
function titlesOf(path: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const titled = /^( *)(?:(test|describe)(?:\.\w+)?(?:<.*>)?\((?:\w+\)\()?|\}?\]?.*\)\()\s*(['"`])(.+?)\3,/gm;
  let group = '';
  for (const [, indent = '', kind, , title = ''] of readFileSync(join(root, path), 'utf8').matchAll(titled)) {
    if (indent === '') group = '';
    if (kind === 'describe') group = `${title} `;
    titles.add(asTitle(kind === 'describe' ? title : group + title));
  }
  return titles;
}
