import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, readSources, root, walk, type SourceFile, type SyntaxNode } from './source-tree.ts';

const source = [...readSources('src'), ...readSources('sandbox/src')];
const nodeOnly = /\/(?:node|bin)\.ts$/;
/** Tell of mistakes in a set-up: a relay's, where no audit hears of them, and an element without a wallet. */
const writeToConsole = ['src/relay/setup-notices.ts', 'src/ui/elements/wallet-element.ts'];

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
});

test('the repository names no folder of the machine it was written on', () => {
  const written = /\.(?:ts|mjs|md|json|html|css|ya?ml|sh)$|^\.ci\/run$/;
  const home = new RegExp(`["'\`\\s(](?:/${['home', 'root', 'work', 'Users'].join('|/')})/`);
  const texts = ['src', 'sandbox', 'demo', 'test', 'docs', 'build', 'examples', 'site', '.ci'].flatMap(listFiles);
  const named = texts.filter((path) => written.test(path) && home.test(readFileSync(join(root, path), 'utf8')));
  expect(named).toEqual([]);
});

function nameOf(node: SyntaxNode): string {
  const [first] = (node['declarations'] as readonly SyntaxNode[] | undefined) ?? [node];
  return (first?.['id'] as { name?: string } | null | undefined)?.name ?? node.type;
}

function isInert(statement: SyntaxNode, foreign: readonly string[]): boolean {
  if (inert.includes(statement.type) || statement.type === 'TSDeclareFunction') return true;
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
