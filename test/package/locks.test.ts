import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, root } from '../source-tree.ts';
import { manifests } from './consumer.ts';

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Locked {
  readonly resolved?: string;
  readonly link?: true;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readLock = (folder: string): Lock =>
  JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as Lock;
const examples = [...new Set(listFiles('examples').map((path) => path.split('/')[1] ?? ''))];
/** The packages of this repository in a lock. */
const own = [
  '',
  'sandbox',
  'server',
  'node_modules/countersign',
  'node_modules/countersign-sandbox',
  'node_modules/countersign-server',
];

test('the root finds its own packages in its own folders, and asks no registry for them', () => {
  const { packages } = readLock('.');
  expect(Object.keys(packages).filter((path) => /\/countersign(?:-sandbox|-server)?$/.test(path))).toEqual(
    own.slice(3),
  );
  expect(own.slice(3).map((path) => packages[path])).toEqual([
    { resolved: '', link: true },
    { resolved: 'sandbox', link: true },
    { resolved: 'server', link: true },
  ]);
});

test.for(examples)('the example %s locks both packages of this repository', (name) => {
  const { packages } = readLock(`examples/${name}`);
  const [kit, sandbox] = own.slice(3).map((path) => packages[path]);
  expect([kit?.resolved, sandbox?.resolved]).toEqual(['file:../..', 'file:../../sandbox']);
  const { countersign, 'countersign-sandbox': peer } = manifests;
  expect(kit?.dependencies, 'run `node build/lock-examples.mjs`').toEqual(countersign.dependencies);
  expect(sandbox?.peerDependencies, 'run `node build/lock-examples.mjs`').toEqual(peer.peerDependencies);
});

describe.for(['.', 'site', ...examples.map((name) => `examples/${name}`)])('the packages of %s', (folder) => {
  const { packages } = readLock(folder);
  const foreign = Object.entries(packages).filter(([path]) => !own.includes(path));

  test('are locked by their integrity, without a registry', () => {
    const wrong = foreign.filter(([, { resolved, integrity }]) => resolved !== undefined || integrity === undefined);
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  test('are locked for every platform, without which npm ci refuses to start', () => {
    const missing = foreign.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (one) => !(`node_modules/${one}` in packages) && !(`${path}/node_modules/${one}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});
