import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { RelayIdentity } from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
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

  test('has each part of its templates once: no two files share more than ten lines', () => {
    const templates = join(starter, 'templates');
    const holders = new Map<string, string[]>();
    for (const file of filesBelow(templates).filter((one) => !one.endsWith('.md'))) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const runs = lines.slice(10).map((_, start) => lines.slice(start, start + 11).join('\n'));
      for (const run of new Set(runs)) holders.set(run, [...(holders.get(run) ?? []), relative(templates, file)]);
    }
    const repeated = [...holders.values()].filter(({ length }) => length > 1).map((files) => files.join(' and '));
    expect([...new Set(repeated)]).toEqual([]);
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
    expect(() => write('Without Packs', 'plain', packs)).toThrow(
      'packs has 0 files countersign-….tgz, not one: a clone of Countersign makes it by npm pack . ./sandbox',
    );
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

describe('the sample log-in of an app’s server', () => {
  interface Platform {
    identify(request: Request): Promise<RelayIdentity | null>;
    quote(request: Request, amount: number): Promise<object | null>;
  }
  interface Login {
    login(request: Request): Promise<Response>;
  }
  const server = (name: string): string => join(starter, 'templates/all/server', name);
  const open = async (): Promise<Login & Platform> => ({
    ...((await import(/* @vite-ignore */ server('login.js'))) as Login),
    ...((await import(/* @vite-ignore */ server('platform.js'))) as Platform),
  });
  const address = 'http://localhost:3000/login';
  const as = (cookie: string): Request => new Request(address, { headers: { Cookie: `a=b; ${cookie}` } });
  const press = (person: string, site = 'same-origin'): Request =>
    new Request(address, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': site },
      body: new URLSearchParams({ person }),
    });

  beforeAll(async () => {
    const sandbox = createSandbox();
    const { url, close } = await listen(sandbox);
    vi.stubEnv('PLATFORM_BASE_URL', `${url}/2025-10-13`);
    vi.stubEnv('PLATFORM_CLIENT_ID', sandbox.clientId);
    vi.stubEnv('PLATFORM_CLIENT_SECRET', sandbox.clientSecret);
    return async () => {
      vi.unstubAllEnvs();
      for (const name of ['paymentsService', 'secondCustomer', 'sessionSecret'])
        Reflect.deleteProperty(globalThis, name);
      await close();
    };
  });

  afterEach(() => vi.useRealTimers());

  test('is off without its flag: everybody is the one customer', async () => {
    const { login, identify } = await open();
    expect((await login(new Request(address))).status).toBe(404);
    expect(await identify(as(''))).toEqual(await identify(as('session=second.9.x')));
  });

  test('tells two people apart by a signed cookie, each with a wallet of their own', async () => {
    vi.stubEnv('SAMPLE_LOGIN', '1');
    const { login, identify, quote } = await open();
    const cookies = await Promise.all(
      ['first', 'second', ''].map(async (person) => (await login(press(person))).headers.get('Set-Cookie') ?? ''),
    );
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    const sessions = cookies.map((cookie) => cookie.split(';')[0] ?? '');
    const [first, second, nobody] = await Promise.all(sessions.map((session) => identify(as(session))));
    expect(nobody).toBeNull();
    expect([first?.accountIds.length, second?.accountIds.length]).toEqual([1, 1]);
    expect(first?.accountIds).not.toEqual(second?.accountIds);
    const [, session = ''] = sessions;
    for (const forged of [session.replace('second', 'first'), session.slice(0, -1), 'session=second.9e15', ''])
      expect([forged, await identify(as(forged)), await quote(as(forged), 100)]).toEqual([forged, null, null]);
    vi.useFakeTimers({ now: Date.now() + 3_600_001, toFake: ['Date'] });
    expect(await identify(as(session))).toBeNull();
  });

  test('takes its form from its own page alone', async () => {
    vi.stubEnv('SAMPLE_LOGIN', '1');
    const { login } = await open();
    const { status, headers } = await login(press('first', 'cross-site'));
    expect([status, headers.get('Set-Cookie')]).toEqual([403, null]);
    expect((await login(new Request(address))).headers.get('Content-Security-Policy')).toContain("form-action 'self'");
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
    ['into a folder that holds something', ['.', '--yes'], '. is not empty: name another folder.'],
    ['from a folder that isn’t there', ['app', '--yes', '--from', 'nowhere'], 'nowhere is no folder.'],
  ] as const)('fails with what to do and the usage: %s', async ([, args, message]) => {
    const { code, stderr } = await run(process.execPath, [join(starter, 'bin.mjs'), ...args], folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).toContain('npm create countersign@latest [folder] -- [options]');
  });
});
