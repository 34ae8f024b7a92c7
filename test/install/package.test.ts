import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConsumer, entries, packKit, run, type Tarball } from '../package/consumer.ts';
import { root } from '../source-tree.ts';

let folder: string;
let first: Tarball;
/** A project that has installed it. */
let consumer: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-packs-')));
  first = await packKit(folder);
  consumer = await createConsumer(first);
});

afterAll(() => [folder, consumer].forEach((each) => rmSync(each, { recursive: true, force: true })));

describe('the packed kit', () => {
  test('is the same to the byte when it is built and packed in another folder', async () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    const inputs = ['build', 'build.mjs', 'src', 'docs', 'package.json', 'package-lock.json', ...rootFiles()];
    for (const name of inputs) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    mkdirSync(join(folder, 'second'));
    const second = await packKit(join(folder, 'second'), copy);
    expect(second.packed).toEqual(first.packed);
    expect(readFileSync(second.file).equals(readFileSync(first.file))).toBe(true);
  });

  test('has types that resolve as attw wants them, for ESM', async () => {
    const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    const outcome = await run(process.execPath, [attw, first.file, '--profile', 'esm-only', '--no-color'], root);
    expect(outcome.code, outcome.stdout).toBe(0);
  });

  test('has no finding by publint, warnings and suggestions included', async () => {
    const pkgDir = join(consumer, 'node_modules', 'countersign');
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test.for(entries)('is what require() returns: %s', async (entry) => {
    const script = `
      const same = (all) => require(${JSON.stringify(entry)}) === all && all[Symbol.toStringTag] === 'Module';
      import(${JSON.stringify(entry)}).then((all) => console.log(same(all)));`;
    const outcome = await run(process.execPath, ['--input-type=commonjs', '-e', script], consumer);
    expect([outcome.stdout, outcome.stderr]).toEqual(['true\n', '']);
  });
});

/** What of the project's root is packed or read by the build, where it is there. */
function rootFiles(): string[] {
  const names = [
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    'relay.openapi.yaml',
    'webhook-vectors.json',
    '.npmrc',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  return names.filter((name) => existsSync(join(root, name)));
}
