/** The files of this repository and what they import, for the tests that hold its rules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** A node of the syntax tree, with the two fields that every node has. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** An import or re-export; `type` leaves nothing at run time, `dynamic` loads when it is called. */
export interface ImportOf {
  readonly specifier: string;
  readonly kind: 'static' | 'dynamic' | 'type';
}

/** A parsed source file; `path` is relative to the repository, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly body: readonly SyntaxNode[];
  readonly comments: readonly {
    readonly type: string;
    readonly value: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly imports: readonly ImportOf[];
}

/** The repository's folder. */
export const root: string = dirname(dirname(fileURLToPath(import.meta.url)));

/** Paths of all files below a folder, relative to the repository, in order; nothing where the folder is missing. */
export function listFiles(folder: string): string[] {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .sort();
}

/** Reads and parses one TypeScript or JavaScript file. */
export function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${String(errors[0]?.message)}`);
  const body = program.body as unknown as readonly SyntaxNode[];
  return { path, text, lines: text.split('\n').length - 1, body, comments, imports: importsOf(body) };
}

/** Every `.ts`, `.tsx` and `.mjs` file below a folder, parsed. */
export function readSources(folder: string): SourceFile[] {
  return listFiles(folder)
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
    .map(readSource);
}

/** The repository path that a relative specifier names; null for a package. */
export function targetOf(from: string, specifier: string): string | null {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
}

/** Calls `visit` for a value's nodes, parents first; `false` from it leaves out what is inside. */
export function walk(
  value: unknown,
  visit: (node: SyntaxNode, parent: SyntaxNode | null, field: string) => boolean | void,
  parent: SyntaxNode | null = null,
  field = '',
): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, parent, field);
    return;
  }
  if (!isNode(value) || visit(value, parent, field) === false) return;
  for (const [name, inner] of Object.entries(value)) walk(inner, visit, value, name);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function importsOf(body: readonly SyntaxNode[]): ImportOf[] {
  const imports: ImportOf[] = [];
  walk(body, (node) => {
    const specifier = sourceOf(node);
    if (specifier === null) return;
    if (node.type === 'ImportExpression') imports.push({ specifier, kind: 'dynamic' });
    else imports.push({ specifier, kind: isTypeOnly(node) ? 'type' : 'static' });
  });
  return imports;
}

const importing = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];

function sourceOf(node: SyntaxNode): string | null {
  if (!importing.includes(node.type) || !isNode(node['source'])) return null;
  const { value } = node['source'];
  return typeof value === 'string' ? value : '(computed)';
}

function isTypeOnly(node: SyntaxNode): boolean {
  return node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type';
}
