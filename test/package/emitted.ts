/** Imports of emitted files, directly or not. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync } from 'vite';
import { walk } from '../source-tree.ts';

/** The files that belong together, and the packages that they import. */
export interface Graph {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

const known = new Map<string, readonly string[]>();

/** Specifiers of every import, re-export, dynamic import and import type of a file that nobody changes; each is parsed once. */
function importsOfFile(file: string): readonly string[] {
  const specifiers = known.get(file) ?? parseImports(file);
  known.set(file, specifiers);
  return specifiers;
}

function parseImports(file: string): readonly string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const specifiers: string[] = [];
  walk(program.body, (node) => {
    const value = (node['source'] as { value?: unknown } | null | undefined)?.value;
    if (typeof value === 'string') specifiers.push(value);
  });
  return specifiers;
}

/** Everything that a JavaScript file loads, lazily loaded files included. */
export function moduleGraph(entry: string): Graph {
  return follow(entry, (specifier) => specifier);
}

/** Everything that a declaration file refers to. */
export function declarationGraph(entry: string): Graph {
  return follow(entry, (specifier) => specifier.replace(/\.js$/, '.d.ts'));
}

function follow(entry: string, nameOf: (specifier: string) => string): Graph {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const specifier of importsOfFile(file)) {
      if (specifier.startsWith('.')) files.add(resolve(dirname(file), nameOf(specifier)));
      else packages.add(specifier);
    }
  }
  return { files: [...files], packages: [...packages] };
}
