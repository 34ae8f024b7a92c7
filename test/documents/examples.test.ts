import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifests } from '../package/consumer.ts';
import { listFiles, root } from '../source-tree.ts';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = ['README.md', ...listFiles('docs').filter((path) => /^docs\/[^/]+\.md$/.test(path))];
const examples = [...new Set(listFiles('examples').map((path) => path.split('/')[1] ?? ''))];

/** A block that a comment marks as an excerpt of an example's file. */
const marked = /<!-- quote: ([\w-]+), (\S+) -->\n```\w+(?: \[.+\])?\n([^]*?)\n```\n/g;

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The packages of this repository in a lock. */
const own = ['node_modules/countersign', 'node_modules/countersign-sandbox'] as const;

describe('the documents', () => {
  test('quote the examples as they are', () => {
    const quotes = documents.flatMap((path) =>
      [...textOf(path).matchAll(marked)].map(([, example, file, block = '']) => ({ path, example, file, block })),
    );
    const wrong = quotes.filter(
      ({ example, file, block }) => !dedented(textOf(`examples/${example}/${file}`), block).includes(`\n${block}\n`),
    );
    expect(wrong.map(({ path, example, file }) => `${path}: ${example}, ${file}`)).toEqual([]);
  });
});

/** The file with the indentation taken off that the block's first line has there. */
function dedented(file: string, block: string): string {
  const [first = ''] = block.split('\n');
  const line = file.split('\n').find((one) => one.trim() === first.trim()) ?? '';
  const indent = line.slice(0, line.length - line.trimStart().length);
  return `\n${file}`.replaceAll(`\n${indent}`, '\n');
}

test.for(examples)('the example %s locks both packages of this repository', (name) => {
  const { packages } = readLock(`examples/${name}`);
  const [kit, sandbox] = own.map((path) => packages[path]);
  expect([kit?.resolved, sandbox?.resolved]).toEqual(['file:../..', 'file:../../sandbox']);
  const { countersign, 'countersign-sandbox': peer } = manifests;
  expect(kit?.dependencies, 'run `npm run examples:lock`').toEqual(countersign.dependencies);
  expect(sandbox?.peerDependencies, 'run `npm run examples:lock`').toEqual(peer.peerDependencies);
});

describe.for([...examples.map((name) => `examples/${name}`), 'site'])('the packages of %s', (folder) => {
  const lock = readLock(folder);
  const packages = Object.entries(lock.packages).filter(([path]) => !['', ...own].includes(path));

  test('are locked by their integrity, without a registry', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  });

  test('are locked for every platform', () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (one) => !(`node_modules/${one}` in lock.packages) && !(`${path}/node_modules/${one}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});

function readLock(folder: string): Lock {
  return JSON.parse(textOf(`${folder}/package-lock.json`)) as Lock;
}
