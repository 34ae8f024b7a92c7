import { describe, expect, test } from 'vitest';
import { entries, manifest } from './package/consumer.ts';
import { readSource, targetOf, type SyntaxNode } from './source-tree.ts';
import { publicNames } from './public-names.ts';

describe('the entry points', () => {
  test('are the ones that are promised', () => {
    expect([...entries].sort()).toEqual(Object.keys(publicNames).sort());
  });

  test.for(Object.entries(publicNames))('%s exports its values, exactly', async ([entry, { values }]) => {
    const found = Object.keys((await import(/* @vite-ignore */ entry)) as object);
    expect(found.sort()).toEqual([...values].sort());
  });

  test.for(Object.entries(publicNames))('%s exports its types, exactly', ([entry, { types }]) => {
    expect(exportedTypes(sourceOf(entry)).sort()).toEqual([...types].sort());
  });

  test('share one class per error, whichever entry it is taken from', async () => {
    const classes = new Map<string, Set<unknown>>();
    for (const entry of entries) {
      for (const [name, value] of Object.entries((await import(/* @vite-ignore */ entry)) as object)) {
        if (name.endsWith('Error')) classes.set(name, (classes.get(name) ?? new Set()).add(value));
      }
    }
    expect(classes.size).toBeGreaterThan(4);
    expect([...classes].filter(([, found]) => found.size > 1).map(([name]) => name)).toEqual([]);
  });
});

function sourceOf(entry: string): string {
  const found = manifest.exports[entry.replace('countersign', '.')];
  if (found === undefined || typeof found === 'string') throw new Error(`no such entry: ${entry}`);
  return found.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
}

/** Names of the types that a file exports: declared there, or passed on from another file. */
function exportedTypes(path: string): string[] {
  return readSource(path).body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') {
      const target = targetOf(path, String((statement['source'] as SyntaxNode)['value']));
      return target === null ? [] : exportedTypes(target);
    }
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const declared = statement['declaration'] as SyntaxNode | null;
    if (declared !== null) return declared.type.startsWith('TS') ? [nameOf(declared['id'])] : [];
    return (statement['specifiers'] as readonly SyntaxNode[])
      .filter((specifier) => statement['exportKind'] === 'type' || specifier['exportKind'] === 'type')
      .map((specifier) => nameOf(specifier['exported']));
  });
}

function nameOf(identifier: unknown): string {
  return (identifier as { name: string }).name;
}
