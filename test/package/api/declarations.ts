/** The public names of each entry, read from the declarations that the build has emitted. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries, manifest } from '../consumer.ts';
import { readSource, root, targetOf, walk, type SourceFile, type SyntaxNode } from '../../source-tree.ts';

/** One exported declaration. */
export interface Declared {
  readonly name: string;
  readonly file: SourceFile;
  readonly statement: SyntaxNode;
}

const files = new Map<string, SourceFile>();

function read(path: string): SourceFile {
  const file = files.get(path) ?? readSource(path);
  files.set(path, file);
  return file;
}

/** The exported declarations of an entry, by name; overloads of a function are one after the other. */
export function exportsOf(entry: string): readonly Declared[] {
  const target = manifest.exports[entry.replace('countersign', '.')];
  if (target === undefined || typeof target === 'string') throw new Error(`no such entry: ${entry}`);
  const found = exportsOfFile(target.types.replace('./', ''));
  return [...found].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function exportsOfFile(path: string): readonly Declared[] {
  const file = read(path);
  return file.body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') return exportsOfFile(declarationsOf(path, sourceOf(statement)));
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement['declaration'] !== null) return declaredBy(file, statement);
    return (statement['specifiers'] as readonly SyntaxNode[]).flatMap((specifier) => {
      const name = nameOf(specifier['local']);
      const found = resolve(file, name, statement['source'] === null ? null : sourceOf(statement));
      if (found.length === 0) throw new Error(`${path}: ${name} leads nowhere`);
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
    if (statement.type !== 'ImportDeclaration' || !sourceOf(statement).startsWith('.')) continue;
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

/** Names of types that a declaration mentions, where the file declares or imports them from the kit. */
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

/** Every entry of the package. */
export const allEntries: readonly string[] = entries;

function sourceOf(statement: SyntaxNode): string {
  return String((statement['source'] as SyntaxNode)['value']);
}

function nameOf(identifier: unknown): string {
  return (identifier as { name: string }).name;
}

function declarationsOf(from: string, specifier: string): string {
  const path = targetOf(from, specifier.replace(/\.js$/, '.d.ts'));
  if (path === null || !existsSync(join(root, path))) throw new Error(`${from}: no declarations for ${specifier}`);
  return path;
}

/** The report that docs/api.md holds. */
export function printReport(): string {
  const chapters = allEntries.map((entry) => {
    const lines = exportsOf(entry).map(printed);
    return [`## ${entry}`, '', '```ts', ...lines, '```'].join('\n');
  });
  return chapters.join('\n\n');
}

/** The text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
