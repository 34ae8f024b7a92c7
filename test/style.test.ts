import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, readSources, root, walk, type SourceFile, type SyntaxNode } from './source-tree.ts';

const source = [...readSources('src'), ...readSources('sandbox/src')];
const nodeOnly = /\/(?:node|bin)\.ts$/;
/** Tell of mistakes in a set-up: a relay's, where no audit hears of them, and an element without a wallet. */
const writeToConsole = [
  'src/kit/wallet/options.ts',
  'src/relay/setup-notices.ts',
  'src/ui/elements/host/wallet-element.ts',
];
const scripts = [...source, ...['demo', 'sandbox/test', 'server/test', 'test'].flatMap(readSources)];
/** Files whose comments keep the rules of words. The demo has older ones. */
const worded = [...scripts, ...['build', 'create-countersign', 'examples'].flatMap(readSources)].filter(
  ({ path }) => !path.startsWith('demo/'),
);

/** Statements that do nothing when a module is loaded. */
const inert = [
  'ImportDeclaration',
  'ExportAllDeclaration',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSModuleDeclaration',
];

/** Globals that differ between runtimes: code takes them as options, or reads them inside a function. */
const environment = [
  'fetch',
  'indexedDB',
  'navigator',
  'document',
  'window',
  'localStorage',
  'crypto',
  'location',
  'self',
];

describe('a module of the kit', () => {
  test('does nothing when it is loaded', () => {
    const active = source
      .filter(({ path }) => !path.endsWith('/bin.ts'))
      .flatMap((file) => {
        const own = file.body.flatMap((statement) => [nameOf(statement)]);
        const foreign = environment.filter((name) => !own.includes(name));
        return file.body.filter((statement) => !isInert(statement, foreign)).map((statement) => at(file, statement));
      });
    expect(active).toEqual([]);
  });

  test('uses nothing of Node and writes to no console, except in the files that are for Node', () => {
    const forbidden = ['process', 'Buffer', 'console', 'global', 'require', '__dirname', '__filename', 'setImmediate'];
    const broken = source
      .filter(({ path }) => !nodeOnly.test(path))
      .flatMap((file) => {
        const names = writeToConsole.includes(file.path) ? forbidden.filter((name) => name !== 'console') : forbidden;
        return namesUsed(file.body, names).map((node) => at(file, node));
      });
    expect(broken).toEqual([]);
  });

  test('exports by name, no variable that can change, and classes only for errors', () => {
    const broken = source.flatMap((file) =>
      exportedDeclarations(file)
        .filter(({ node }) => {
          if (node.type === 'ExportDefaultDeclaration' || node['kind'] === 'let' || node['kind'] === 'var') return true;
          // Custom elements are classes by the platform's rule.
          return node.type === 'ClassDeclaration' && !extendsError(node) && !file.path.startsWith('src/ui/elements/');
        })
        .map(({ node }) => at(file, node)),
    );
    expect(broken).toEqual([]);
  });
});

test('no two exported things of the kit share a name', () => {
  const files = new Map<string, string[]>();
  for (const file of source) {
    const names = new Set(exportedDeclarations(file).map(({ node }) => nameOf(node)));
    // Each element's file has the same face.
    if (file.path.startsWith('src/ui/elements/')) names.delete('define');
    for (const name of names) files.set(name, [...(files.get(name) ?? []), file.path]);
  }
  expect([...files].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

describe('a comment', () => {
  test('stands before every export', () => {
    const bare = source.flatMap((file) =>
      exportedDeclarations(file)
        .filter(({ statement }) => !hasDocstring(file, statement))
        .map(({ node }) => `${at(file, node)} ${nameOf(node)}`),
    );
    expect(bare).toEqual([]);
  });

  test('opens every index of a folder', () => {
    const headless = source.filter(({ path, text }) => path.endsWith('/index.ts') && !text.startsWith('/**'));
    expect(headless.map(({ path }) => path)).toEqual([]);
  });

  test('cites sections that docs/protocol.md has, and nothing that is not in the repository', () => {
    const headings = [...readFileSync(join(root, 'docs/protocol.md'), 'utf8').matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)];
    const sections = new Set(headings.map(([, number]) => number));
    expect(sections.size).toBeGreaterThan(15);
    const wrong = scripts.flatMap(({ path, comments }) =>
      comments.flatMap(({ value }) => {
        const text = value.replace(/\s*\n\s*\*?\s*/g, ' ');
        const cited = [...text.matchAll(/protocol\.md, sections? (\d+(?:\.\d+)?)/g)].map(([, number]) => number);
        const missing = cited.filter((number) => !sections.has(number));
        const isElsewhere = /^(?:sandbox\/)?src\//.test(path) && /\b(?:wire facts|the specification)\b/i.test(text);
        return missing.length > 0 || isElsewhere ? [`${path}: ${text.trim()}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('starts with a verb or its subject, on lines of at most 140 characters', () => {
    const broken = worded.flatMap((file) =>
      file.comments
        .filter(
          (comment) => /^[*\s]*(?:What|Whoever|Whom|Whose|Nobody|Of)\b/.test(comment.value) || isLong(file, comment),
        )
        .map((comment) => `${file.path}: ${comment.value.trim()}`),
    );
    expect(broken).toEqual([]);
  });

  test('at the head of a file, a function or a type starts with neither Whether nor How', () => {
    const declaration =
      /^\s*(?:export|import|declare|const|let|type|interface|(?:abstract )?class|(?:async )?function)\s+[\w{*]/;
    const broken = worded.flatMap((file) =>
      file.comments
        .filter(({ value, start, end }) => {
          const isHead = start === 0 || file.text[start - 1] === '\n' || declaration.test(file.text.slice(end));
          return isHead && /^[*\s]*(?:Whether|How)\b/.test(value);
        })
        .map((comment) => `${file.path}: ${comment.value.trim()}`),
    );
    expect(broken).toEqual([]);
  });

  test('promises nothing for later and is no banner', () => {
    const left = /\b(?:TODO|FIXME|XXX|HACK)\b|[-=*#_]{6,}/;
    const broken = scripts.flatMap((file) =>
      file.comments.filter(({ value }) => left.test(value)).map((comment) => `${file.path}: ${comment.value.trim()}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('the repository', () => {
  const written = /\.(?:ts|mjs|md|json|html|css|ya?ml|sh)$|^\.ci\/run$/;
  const texts = trackedFiles()
    .filter((path) => written.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

  test('names no folder of the machine it was written on', () => {
    const home = new RegExp(`["'\`\\s(](?:/${['home', 'root', 'work', 'Users'].join('|/')})/`);
    expect(texts.filter(({ text }) => home.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('holds no conflict that was left in a text', () => {
    const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m;
    expect(texts.filter(({ text }) => conflict.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('says a version once: the lock file and package.json agree', () => {
    const [locked, own] = ['package-lock.json', 'package.json'].map(
      (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as { version: string },
    );
    expect(locked?.version).toBe(own?.version);
  });
});

interface Exported {
  /** The statement at the top level of the file. */
  readonly statement: SyntaxNode;
  /** Its declaration. */
  readonly node: SyntaxNode;
}

function exportedDeclarations(file: SourceFile): Exported[] {
  return file.body.flatMap((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return [{ statement, node: statement }];
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : null;
    return declaration === null ? [] : [{ statement, node: declaration as SyntaxNode }];
  });
}

/** Detects a comment with a line of over 140 characters, its indentation included. */
function isLong({ text }: SourceFile, { start, end }: Pick<SourceFile['comments'][number], 'start' | 'end'>): boolean {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = text.slice(from, start).trim() === '';
  return text
    .slice(isAlone ? from : start, end)
    .split('\n')
    .some((line) => line.length > 140);
}

function hasDocstring(file: SourceFile, statement: SyntaxNode): boolean {
  const before = file.comments.filter(({ end }) => end <= statement.start).at(-1);
  if (before === undefined || before.type !== 'Block' || !before.value.startsWith('*')) {
    // The second and later signatures of an overloaded function share the docstring of the first.
    return isOverload(file, statement);
  }
  return file.text.slice(before.end, statement.start).trim() === '' || isOverload(file, statement);
}

function isOverload(file: SourceFile, statement: SyntaxNode): boolean {
  const previous = file.body[file.body.indexOf(statement) - 1];
  const declared = previous?.['declaration'] as SyntaxNode | null | undefined;
  return declared?.type === 'TSDeclareFunction' && nameOf(declared) === nameOf(statement['declaration'] as SyntaxNode);
}

function extendsError(node: SyntaxNode): boolean {
  const parent = node['superClass'] as { name?: string } | null;
  return parent?.name?.endsWith('Error') === true;
}

function nameOf(node: SyntaxNode): string {
  const [first] = (node['declarations'] as readonly SyntaxNode[] | undefined) ?? [node];
  return (first?.['id'] as { name?: string } | null | undefined)?.name ?? node.type;
}

function isInert(statement: SyntaxNode, foreign: readonly string[]): boolean {
  if (inert.includes(statement.type) || statement.type === 'TSDeclareFunction') return true;
  // Such as `'use client'`.
  if (typeof statement['directive'] === 'string') return true;
  if (statement.type === 'ExportNamedDeclaration') {
    return statement['declaration'] === null || isInert(statement['declaration'] as SyntaxNode, foreign);
  }
  if (statement.type !== 'VariableDeclaration') return false;
  return namesUsed(statement, foreign, 'outside functions').length === 0 && !awaits(statement);
}

/** Where one of these names is read as a variable: not as the name of a property. */
function namesUsed(value: unknown, names: readonly string[], where?: 'outside functions'): SyntaxNode[] {
  const used: SyntaxNode[] = [];
  walk(value, (node, parent, field) => {
    if (where === 'outside functions' && /Function/.test(node.type)) return false;
    // A declaration of a global type is none of Node's `global`.
    if (node.type.startsWith('TS') && /Type|Interface|Signature|Module/.test(node.type)) return false;
    const isProperty = (field === 'property' || field === 'key') && parent?.['computed'] !== true;
    if (node.type === 'Identifier' && names.includes(String(node['name'])) && !isProperty) used.push(node);
    return true;
  });
  return used;
}

function awaits(value: unknown): boolean {
  let found = false;
  walk(value, (node) => {
    if (node.type === 'AwaitExpression') found = true;
    return !/Function/.test(node.type);
  });
  return found;
}

function at(file: SourceFile, node: SyntaxNode): string {
  return `${file.path}:${file.text.slice(0, node.start).split('\n').length}`;
}

/** The files that Git knows; in a copy without Git, all of them. */
function trackedFiles(): string[] {
  try {
    const listing = execFileSync('git', ['ls-files', '-z'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listing.split('\0').filter(Boolean);
  } catch {
    return ['src', 'sandbox', 'demo', 'test', 'docs', '.ci'].flatMap(listFiles);
  }
}
