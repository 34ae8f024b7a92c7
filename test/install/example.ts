/** Examples of the repository, installed from the packed kit and sandbox and started as their readers start them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, inject } from 'vitest';
import { pressInView } from '../browser/in-view.ts';
import { installPackages } from '../package/consumer.ts';
import { root } from '../source-tree.ts';

/** An app that runs. */
export interface Running {
  /** The page's address. */
  readonly url: string;
  stop(): Promise<void>;
}

/** An app in a folder of its own. */
export interface Example {
  readonly folder: string;
  /** Runs a command of it on a free port. */
  start(...command: readonly string[]): Promise<Running>;
  remove(): void;
}

/** Copies an example, and installs in it the packed kit and sandbox with what its lock file says, and packages that it hasn't. */
export async function installExample(name: string, packages: readonly string[] = []): Promise<Example> {
  const example = newExample(name);
  const tracked = execFileSync('git', ['ls-files', '-z', `examples/${name}`], { cwd: root, encoding: 'utf8' });
  for (const path of tracked.split('\0').filter((one) => one !== '')) {
    const target = join(example.folder, path.slice(`examples/${name}/`.length));
    cpSync(join(root, path), target, { recursive: true });
  }
  const [kit, sandbox] = inject('tarballs');
  await installPackages(example.folder, [kit.file, sandbox.file, ...packages]);
  return example;
}

/** An empty folder for an app. */
export function newExample(name: string): Example {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), `countersign-${name}-`)));
  // npm makes a name of the folder's.
  const folder = join(outer, 'app');
  mkdirSync(folder);
  return {
    folder,
    start: (...command) => startCommand(folder, command),
    remove: () => rmSync(outer, { recursive: true, force: true }),
  };
}

const sends = (page: Page): Locator => page.getByRole('button', { name: /^Send [\d.]+ USDB/ });

/** Signs in by the elements of a page and pays twice, by the words on the buttons. */
export async function withdraw(page: Page): Promise<void> {
  await page.click('text=E-mail me a code');
  await page.fill('[name=code]', '000000');
  await page.click('text=Add 100 dollars of test money');
  for (const _ of ['a payment', 'the next']) {
    await page.click('text=Withdraw 25 dollars');
    await pressInView(sends(page));
    await page.getByText(/ (?:is on its way|has arrived)$/).waitFor();
    expect(await sends(page).count()).toBe(0);
  }
  await page.click('text=Sign out');
  await page.getByText('E-mail me a code').waitFor();
}

/** Runs a command until it prints the page's address. */
export async function startCommand(cwd: string, [program = '', ...args]: readonly string[]): Promise<Running> {
  // As its readers start it: a development server of Vite ends otherwise where CI is set.
  const { NODE_ENV: _, CI: _ci, ...env } = process.env;
  // A process group of its own: npm's child has to end with it.
  const child = spawn(program, args, {
    cwd,
    env: { ...env, PORT: '0', NEXT_TELEMETRY_DISABLED: '1' },
    detached: true,
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += String(chunk);
      const [found] = /http:\/\/localhost:\d+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`${program} ended in ${dirname(cwd)}\n${said}`)));
  });
  return { url, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  // Once all of its group have closed their output: npm itself ends before what it has started.
  const ended = new Promise((resolve) => child.once('close', resolve));
  if (child.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}
