import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { entries, manifest, run } from './package/consumer.ts';
import { listFiles, root } from './source-tree.ts';

const documents = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  // The page of declarations is no example: a test of its own compares it with what the build emits.
  ...listFiles('docs').filter((path) => path.endsWith('.md') && path !== 'docs/api.md'),
];
const texts = new Map(documents.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const readme = texts.get('README.md') ?? '';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-docs-')));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the documents', () => {
  test('hold examples that type-check', { timeout: 60_000 }, async () => {
    const files = [...texts].flatMap(([path, text]) => modulesOf(path, text));
    expect(files.length).toBeGreaterThan(0);
    for (const { name, code } of files) writeFileSync(join(folder, name), code);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noUnusedLocals: false,
        noUnusedParameters: false,
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      include: ['*.ts'],
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
        .map(([, target = '']) => posix.join(dirname(path), target))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('name commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const named = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
  });
});

describe('the README', () => {
  test('lists the entry points that there are', () => {
    const listed = [...readme.matchAll(/^\| `(countersign[^`]*)` \|/gm)].map(([, entry]) => entry);
    expect(listed).toEqual(entries);
  });

  test('lists the dependencies that there are', () => {
    const sentence = /(\w+) runtime dependencies[^.]*\./.exec(readme)?.[0] ?? '';
    const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(manifest.dependencies));
  });

  test('shows the two commands', () => {
    expect(readme).toContain('npm ci && npm run demo');
    expect(readme).toContain('npm ci && npm test');
  });
});

test('the changelog knows the version', () => {
  expect(texts.get('CHANGELOG.md')).toContain(`## ${manifest.version}`);
});

/** The `ts` blocks of a document: each is a module of its own. */
function modulesOf(path: string, text: string): { name: string; code: string }[] {
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, code = ''], index) => ({
    name: `${path.replace(/\W+/g, '-')}-${index + 1}.ts`,
    code: `${code}\nexport {};\n`,
  }));
}
