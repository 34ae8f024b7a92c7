import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backNamesFor, frontNames, writeApp } from '../../create-countersign/app.mjs';
import { filesBelow } from '../../build/files.mjs';
import { choose } from '../../create-countersign/choose.mjs';
import { copyTemplates } from '../../create-countersign/copy-templates.mjs';
import { buildKit, manifests, run } from './consumer.ts';
import { root } from '../source-tree.ts';

interface AppManifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface App {
  readonly manifest: AppManifest;
  readonly texts: ReadonlyMap<string, string>;
}

const starter = join(root, 'create-countersign');
const combinations = frontNames.flatMap((front) =>
  backNamesFor(front).flatMap((back) => [true, false].map((passkeys) => ({ front, back, passkeys }))),
);
let folder: string;
let apps: readonly (readonly [string, App])[];

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-apps-')));
  const templates = join(folder, 'templates');
  copyTemplates(templates);
  apps = combinations.map((choice) => {
    const name = `${choice.front}-${choice.back}-${choice.passkeys ? 'passkeys' : 'email'}`;
    const app = join(folder, name);
    writeApp(app, choice, templates);
    const texts = new Map(filesBelow(app).map((file) => [relative(app, file), readFileSync(file, 'utf8')]));
    return [name, { texts, manifest: JSON.parse(texts.get('package.json') ?? '') as AppManifest }];
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('create-countersign', () => {
  test('names in an app’s package.json what its files import and its scripts run, and nothing else', () => {
    const wrong = apps.flatMap(([name, app]) => {
      const { dependencies, devDependencies, scripts } = app.manifest;
      const code = [...app.texts].filter(([file]) => /\.(?:js|tsx?)$/.test(file)).map(([, text]) => text);
      const imported = code
        .flatMap((text) => [...text.matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g)])
        .map(([, specifier = '']) => specifier);
      // The sandbox is for development.
      const placeOf = (one: string) => (one === 'countersign-sandbox' ? devDependencies : dependencies);
      const missing = imported.filter((specifier) => placeOf(specifier)[specifier] === undefined);
      // Next.js starts itself and React's part for browsers.
      const isUsed = (one: string): boolean =>
        imported.includes(one) || (name.includes('next') && ['next', 'react-dom'].includes(one));
      const unused = Object.keys(dependencies).filter((one) => !isUsed(one));
      const commands = Object.values(scripts).flatMap((script) =>
        script.split(' && ').map((part) => part.split(' ')[0]),
      );
      const tools = { tsc: 'typescript', vite: 'vite', esbuild: 'esbuild' };
      const lacking = Object.entries(tools).filter(
        ([command, tool]) => commands.includes(command) && devDependencies[tool] === undefined,
      );
      return [...missing, ...unused, ...lacking].map((one) => `${name}: ${String(one)}`);
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

  test('writes code in which every name is declared and used', { timeout: 120_000 }, async () => {
    await buildKit();
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const compilerOptions = { ...strict, types: ['node'] };
    const include = apps.map(([name]) => name);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', 'tsconfig.json'], folder);
    const said = stdout.split('\n').filter((line) => /^[^\s].*error TS/.test(line));
    expect(said.filter((line) => /\.tsx?\(/.test(line) || /TS(?:2304|2552|6133)/.test(line))).toEqual([]);
  });
});

const strict = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  jsx: 'react-jsx',
  allowJs: true,
  checkJs: true,
  strict: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  noEmit: true,
};

describe('what is asked for', () => {
  const none = (): Promise<string> => Promise.reject(new Error('asked'));

  test('is said by flags, so that nothing is asked', async () => {
    const all = ['my-app', '--front', 'plain', '--back', 'express', '--passkeys'];
    expect(await choose(all, none)).toEqual({ folder: 'my-app', front: 'plain', back: 'express', passkeys: true });
    expect(await choose(['--back', 'next', '--no-passkeys'], none)).toEqual({
      folder: 'wallet-app',
      front: 'react',
      back: 'next',
      passkeys: false,
    });
  });

  test('is asked where a flag leaves it open, with the answers that fit', async () => {
    const asked: string[] = [];
    const ask = (question: string, answers: readonly string[]): Promise<string> => {
      asked.push(`${question}: ${answers.join(', ')}`);
      return Promise.resolve(answers.at(-1) ?? '');
    };
    expect(await choose([], ask)).toEqual({ folder: 'wallet-app', front: 'plain', back: 'express', passkeys: true });
    expect(asked).toEqual(['The page: react, plain', 'The back-end: hono, express', 'Passkeys too: no, yes']);
  });

  test.for([
    [['--front', 'vue'], '--front is react or plain, not vue.'],
    [['--back', 'koa'], '--back is hono or express or next, not koa.'],
    [['--front', 'plain', '--back', 'next'], '--back is hono or express, not next, with --front plain.'],
    [['--passkeys', '--no-passkeys'], 'Either --passkeys or --no-passkeys.'],
    [['one', 'two'], 'One folder, not also two.'],
    [['--frnt', 'react'], "Unknown option '--frnt'"],
    [['--front'], "Option '--front <value>' argument missing"],
  ] as const)('that makes no sense is refused: %s', async ([args, message]) => {
    await expect(choose(args, none)).rejects.toThrow(message);
  });

  test.for([
    ['without a terminal to ask in', ['app', '--front', 'react'], 'There is no terminal to ask in: say --back.'],
    ['into a folder that holds something', ['.', '--back', 'next', '--no-passkeys'], '. is not empty.'],
  ] as const)('fails with what to do and the usage: %s', async ([, args, message]) => {
    const { code, stderr } = await run(process.execPath, [join(starter, 'bin.mjs'), ...args], folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).toContain('npm create countersign@latest [folder] -- [--front react|plain]');
  });
});
