import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateNames, walletPageTemplates, writeApp } from '../../create-countersign/app.mjs';
import { filesBelow } from '../../build/files.mjs';
import { choose } from '../../create-countersign/choose.mjs';
import { manifests, run } from './consumer.ts';
import { root } from '../source-tree.ts';

interface AppManifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface App {
  readonly manifest: AppManifest;
  readonly texts: ReadonlyMap<string, string>;
}

const starter = join(root, 'create-countersign');
let folder: string;
let apps: readonly (readonly [string, App])[];

function write(name: string, template: string, from?: string, walletPage = false): App {
  const app = join(folder, name);
  writeApp({ folder: app, template, from, walletPage });
  const texts = new Map(filesBelow(app).map((file) => [relative(app, file), readFileSync(file, 'utf8')]));
  return { texts, manifest: JSON.parse(texts.get('package.json') ?? '') as AppManifest };
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-apps-')));
  const beside = (template: string): string => `${template}-wallet-page`;
  apps = [
    ...templateNames.map((template) => [template, write(template, template)] as const),
    ...walletPageTemplates.map((one) => [beside(one), write(beside(one), one, undefined, true)] as const),
  ];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('create-countersign', () => {
  test('names in an app’s package.json what its files import and its scripts run, and nothing else', () => {
    const wrong = apps.flatMap(([name, app]) => {
      const { dependencies, devDependencies, scripts } = app.manifest;
      const all = { ...dependencies, ...devDependencies };
      const code = [...app.texts].filter(([file]) => /\.(?:m?js|tsx?|vue)$/.test(file)).map(([, text]) => text);
      const imported = code
        .flatMap((text) => [...text.matchAll(/(?:from |import\()'(?!node:)((?:@[\w-]+\/)?[\w-]+)/g)])
        .map(([, specifier = '']) => specifier);
      const missing = imported.filter((specifier) => all[specifier] === undefined);
      const commands = Object.values(scripts).flatMap((script) =>
        script.split(/ && | --exec "/).map((part) => part.split(' ')[0] ?? ''),
      );
      const packages: Readonly<Record<string, string>> = { tsc: 'typescript', playwright: '@playwright/test' };
      const ran = commands.map((command) => packages[command] ?? command);
      const lacking = ran.filter((one) => !['npm', 'node'].includes(one) && all[one] === undefined);
      // Compilers read types and TypeScript itself; Next.js starts React's part for browsers.
      const isUsed = (one: string): boolean =>
        imported.includes(one) || ran.includes(one) || /^(?:@types\/.+|typescript|react-dom)$/.test(one);
      const unused = Object.keys(all).filter((one) => !isUsed(one));
      const inPlace = devDependencies['countersign-sandbox'] === undefined ? ['the sandbox is for development'] : [];
      return [...missing, ...lacking, ...unused, ...inPlace].map((one) => `${name}: ${one}`);
    });
    expect(wrong).toEqual([]);
  });

  test('takes both packages from the registry, each in its version', () => {
    const ranges = apps.map(([, app]) => {
      const { dependencies, devDependencies } = app.manifest;
      return [dependencies['countersign'], devDependencies['countersign-sandbox']].join(' ');
    });
    const [kit, sandbox] = Object.values(manifests).map(({ version }) => `^${version}`);
    expect([...new Set(ranges)]).toEqual([`${kit} ${sandbox}`]);
  });

  test('takes both packages from a folder that has one tarball of each', () => {
    const packs = join(folder, 'packs');
    mkdirSync(packs);
    expect(() => write('Without Packs', 'plain', packs)).toThrow('packs has 0 files countersign-….tgz, not one.');
    for (const name of ['countersign-0.1.0', 'countersign-sandbox-0.1.0', 'create-countersign-0.1.0'])
      writeFileSync(join(packs, `${name}.tgz`), '');
    const { name, dependencies, devDependencies } = write('My App', 'plain', packs).manifest;
    expect([name, dependencies['countersign'], devDependencies['countersign-sandbox']]).toEqual([
      'my-app',
      'file:../packs/countersign-0.1.0.tgz',
      'file:../packs/countersign-sandbox-0.1.0.tgz',
    ]);
    writeFileSync(join(packs, 'countersign-sandbox-0.2.0.tgz'), '');
    expect(() => write('two', 'plain', packs)).toThrow('packs has 2 files countersign-sandbox-….tgz, not one.');
  });
});

describe('what is asked for', () => {
  const none = (): Promise<string> => Promise.reject(new Error('asked'));

  test.for([
    [['my-app', '--template', 'vue', '--from', 'packs'], { folder: 'my-app', template: 'vue', from: 'packs' }],
    [['--template', 'next'], { folder: 'wallet-app', template: 'next', from: undefined }],
    [['--yes'], { folder: 'wallet-app', template: 'react', from: undefined }],
    [['-y', '--template', 'plain'], { folder: 'wallet-app', template: 'plain', from: undefined }],
    [['--yes', '--wallet-page'], { folder: 'wallet-app', template: 'react', from: undefined, walletPage: true }],
    [['--help', '--template', 'none'], null],
  ] as const)('is said by flags, so that nothing is asked: %s', async ([args, choice]) => {
    expect(await choose(args, none)).toEqual(choice);
  });

  test('is asked where the flags leave it open', async () => {
    const asked: string[] = [];
    const ask = (question: string, answers: readonly string[]): Promise<string> => {
      asked.push(`${question}: ${answers.join(', ')}`);
      return Promise.resolve(answers.at(-1) ?? '');
    };
    expect(await choose([], ask)).toEqual({ folder: 'wallet-app', template: 'vue' });
    expect(asked).toEqual(['Template: react, plain, next, vue']);
  });

  test.for([
    [['--template', 'svelte'], '--template is react, plain, next, vue, not svelte.'],
    [['one', 'two', '--yes'], 'One folder, not also two.'],
    [['--template', 'next', '--wallet-page'], '--wallet-page is for react, plain, vue, not next.'],
    [['--tmplate', 'react'], "Unknown option '--tmplate'"],
    [['--template'], "Option '--template <value>' argument missing"],
  ] as const)('that makes no sense is refused: %s', async ([args, message]) => {
    await expect(choose(args, none)).rejects.toThrow(message);
  });

  test('is explained by --help', async () => {
    const { code, stdout, stderr } = await run(process.execPath, [join(starter, 'bin.mjs'), '--help'], folder);
    expect([code, stderr]).toEqual([0, '']);
    for (const flag of ['--template', '--wallet-page', '--yes', '--from', ...templateNames])
      expect(stdout).toContain(flag);
  });

  test.for([
    ['without a terminal to ask in', ['app'], 'There is no terminal to ask in: say --template or --yes.'],
    ['into a folder that holds something', ['.', '--yes'], '. is not empty.'],
    [
      'from a folder that isn’t there',
      ['app', '--yes', '--from', 'nowhere'],
      "no such file or directory, scandir 'nowhere'",
    ],
  ] as const)('fails with what to do and the usage: %s', async ([, args, message]) => {
    const { code, stderr } = await run(process.execPath, [join(starter, 'bin.mjs'), ...args], folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).toContain('npm create countersign@latest [folder] -- [options]');
  });
});
