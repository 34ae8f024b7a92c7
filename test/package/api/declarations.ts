/** The public names of each entry, read from the declarations that the build has emitted. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sourceOfEntry } from '../../../build/entries.mjs';
import { readSource, root, targetOf, walk, type SourceFile, type SyntaxNode } from '../../source-tree.ts';

/** One exported declaration. */
export interface Declared {
  readonly name: string;
  readonly file: SourceFile;
  readonly statement: SyntaxNode;
}

const exported = new Map<string, readonly Declared[]>();

/** The exported declarations of an entry, by name; overloads of a function are one after the other. */
export function exportsOf(entry: string): readonly Declared[] {
  return [...exportsOfFile(declarationsOf('', entry))].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function exportsOfFile(path: string): readonly Declared[] {
  const found = exported.get(path) ?? exportsIn(readSource(path));
  exported.set(path, found);
  return found;
}

function exportsIn(file: SourceFile): readonly Declared[] {
  return file.body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') return exportsOfFile(declarationsOf(file.path, sourceOf(statement)));
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement['declaration'] !== null) return declaredBy(file, statement);
    return (statement['specifiers'] as readonly SyntaxNode[]).flatMap((specifier) => {
      const name = nameOf(specifier['local']);
      const found = resolve(file, name, statement['source'] === null ? null : sourceOf(statement));
      if (found.length === 0) throw new Error(`${file.path}: ${name} leads nowhere`);
      return found.map((declared) => ({ ...declared, name: nameOf(specifier['exported']) }));
    });
  });
}

/** The declarations that a name stands for in a file, or in the file that `source` names. */
export function resolve(file: SourceFile, name: string, source: string | null = null): readonly Declared[] {
  if (source !== null) {
    return exportsOfFile(declarationsOf(file.path, source)).filter((declared) => declared.name === name);
  }
  const own = file.body
    .flatMap((statement) => declaredBy(file, statement))
    .filter((declared) => declared.name === name);
  if (own.length > 0) return own;
  for (const statement of file.body) {
    if (statement.type !== 'ImportDeclaration' || !/^(?:\.|countersign)/.test(sourceOf(statement))) continue;
    for (const specifier of statement['specifiers'] as readonly SyntaxNode[]) {
      if (specifier.type === 'ImportSpecifier' && nameOf(specifier['local']) === name) {
        return resolve(file, nameOf(specifier['imported']), sourceOf(statement));
      }
    }
  }
  return [];
}

function declaredBy(file: SourceFile, statement: SyntaxNode): readonly Declared[] {
  const declaration = (statement['declaration'] ?? statement) as SyntaxNode;
  const declarators = (declaration['declarations'] as readonly SyntaxNode[] | undefined) ?? [declaration];
  return declarators.flatMap(({ id }) => {
    const name = (id as { name?: string } | null | undefined)?.name;
    return name === undefined ? [] : [{ name, file, statement }];
  });
}

/** A declaration's text, without comments, `export` and `declare`. */
export function printed({ name, file, statement }: Declared): string {
  let text = '';
  let at = statement.start;
  const inside = file.comments.filter(({ start }) => start >= statement.start && start < Number(statement['end']));
  for (const comment of inside) {
    text += file.text.slice(at, comment.start);
    at = comment.end;
  }
  text += file.text.slice(at, Number(statement['end']));
  const own = text.replace(/^export (?:declare )?/, '').replace(/^declare /, '');
  return (own.includes(name) ? own : `${own} // as ${name}`).replace(/[ \t]+$/gm, '').replace(/\n(?:[ \t]*\n)+/g, '\n');
}

/** Names of types that a declaration mentions, where the file declares them or imports them from either package. */
export function mentionedBy({ file, statement }: Declared): readonly Declared[] {
  const names = new Set<string>();
  walk(statement, (node) => {
    const named = { TSTypeReference: node['typeName'], TSClassImplements: node['expression'] }[node.type];
    const heritage = node.type === 'TSInterfaceHeritage' ? node['expression'] : node['superClass'];
    for (const identifier of [named, heritage]) {
      const { type, name } = (identifier ?? {}) as { type?: string; name?: string };
      if (type === 'Identifier' && name !== undefined) names.add(name);
    }
    return true;
  });
  return [...names].flatMap((name) => resolve(file, name).slice(0, 1));
}

/** Every entry of both packages. */
export const allEntries: readonly string[] = Object.keys(sourceOfEntry);

function sourceOf(statement: SyntaxNode): string {
  return String((statement['source'] as SyntaxNode)['value']);
}

function nameOf(identifier: unknown): string {
  return (identifier as { name: string }).name;
}

function declarationsOf(from: string, specifier: string): string {
  const source = sourceOfEntry[specifier]?.slice(root.length + 1).replaceAll(sep, '/');
  const ofEntry = source?.replace(/(?<=^|\/)src\//, 'dist/').replace(/\.ts$/, '.d.ts');
  const path = targetOf(from, specifier.replace(/\.js$/, '.d.ts')) ?? ofEntry;
  if (path === undefined || !existsSync(join(root, path))) throw new Error(`${from}: no declarations for ${specifier}`);
  return path;
}
