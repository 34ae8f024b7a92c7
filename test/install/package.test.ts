import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createConsumer, entries, packAll, run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';

const first = inject('tarballs');
let folder: string;
/** A project that has installed all. */
let consumer: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-packs-')));
  consumer = await createConsumer(first);
});

afterAll(() => [folder, consumer].forEach((each) => rmSync(each, { recursive: true, force: true })));

describe('the packages', () => {
  test('are the same to the byte when they are built and packed in another folder', async () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    const ofKit = ['build', 'build.mjs', 'src', 'docs', 'package.json', 'package-lock.json', ...rootFiles()];
    const ofSandbox = ['sandbox/src', 'sandbox/package.json', 'sandbox/README.md'];
    const ofServer = ['server/src', 'server/package.json', 'server/README.md'];
    for (const name of [...ofKit, ...ofSandbox, ...ofServer])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    mkdirSync(join(folder, 'second'));
    const second = await packAll(join(folder, 'second'), copy);
    expect(second.map(({ packed }) => packed)).toEqual(first.map(({ packed }) => packed));
    const bytesOf = (tarballs: typeof first) => Buffer.concat(tarballs.map(({ file }) => readFileSync(file)));
    expect(bytesOf(second).equals(bytesOf(first))).toBe(true);
  });

  test('are what require() returns, each entry', async () => {
    const script = `
      const isSame = (entry, all) => require(entry) === all && all[Symbol.toStringTag] === 'Module';
      const check = async (entry) => (isSame(entry, await import(entry)) ? [] : [entry]);
      Promise.all(${JSON.stringify(entries)}.map(check)).then((others) => console.log(...others.flat()));`;
    const outcome = await run(process.execPath, ['--input-type=commonjs', '-e', script], consumer);
    expect([outcome.stdout, outcome.stderr]).toEqual(['\n', '']);
  });
});

describe.for([
  ['countersign', 0],
  ['countersign-sandbox', 1],
] as const)('the packed %s', ([name, index]) => {
  test('has types that resolve as attw wants them, for ESM', async () => {
    const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    const outcome = await run(process.execPath, [attw, first[index].file, '--profile', 'esm-only', '--no-color'], root);
    expect(outcome.code, outcome.stdout).toBe(0);
  });

  test('has no finding by publint, warnings and suggestions included', async () => {
    const pkgDir = join(consumer, 'node_modules', name);
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

/** Files of the project's root that are packed or read by the build, if they exist. */
function rootFiles(): string[] {
  const names = [
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    '.npmrc',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  return names.filter((name) => existsSync(join(root, name)));
}
