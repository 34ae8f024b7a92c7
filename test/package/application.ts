/** Runs the application of the folder `app` from a project that has installed the packed kit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import type { CreateWalletOptions } from 'countersign';
import { root } from '../source-tree.ts';
import type * as Application from './app/page.mjs';
import type * as ReactApplication from './app/react-page.mjs';
import { run } from './consumer.ts';

declare global {
  interface Window {
    application: typeof Application & typeof ReactApplication;
  }
}

interface Served {
  readonly outcomes: Readonly<Record<string, unknown>>;
  readonly origin: string;
  readonly settings: CreateWalletOptions;
  readonly bankAccountId: string;
  readonly signIn: string;
}

/** Results of one use of each entry, except those of React. */
export const uses = {
  countersign: ['PROCESSING', 2],
  'countersign/code-entry': ['done', 'signed-in'],
  'countersign/crypto': [true, 'STAMP_INVALID'],
  'countersign-sandbox/devtools': true,
  'countersign/elements': 'Try again',
  'countersign/environment': 'works',
  'countersign/messages': 'Abgebrochen',
  'countersign/relay': 'EMAIL_OTP',
  'countersign/relay/node': 'EMAIL_OTP',
  'countersign/relay/redis': 'countersign:key',
  'countersign/wallet-page': [200, 'text/javascript; charset=utf-8', 204],
  'countersign/wallet-link': ['https://wallet.example.com/sessions', 'done'],
  'countersign-sandbox': { status: 'ok' },
  'countersign-sandbox/node': { status: 'ok' },
  'countersign-sandbox/testing': 'signed-in',
  'countersign-sandbox/testing/playwright': expect.stringMatching(/^Session:/),
};

/** Puts the application into a project. */
export function copyApplication(folder: string): void {
  cpSync(join(root, 'test/package/app'), folder, { recursive: true });
}

/** Uses each entry once, in Node or in a page, but those of React; returns how each turned out, by its name. */
export async function useEntries(
  folder: string,
  browser: Browser,
  node = process.execPath,
): Promise<Readonly<Record<string, unknown>>> {
  const server = spawn(node, ['node.mjs'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    const line = once(createInterface(server.stdout), 'line');
    const [said] = await Promise.race([line, ended]);
    if (typeof said !== 'string') throw new Error(`the application's server ended with code ${said}`);
    const { outcomes, origin, settings, bankAccountId, signIn } = JSON.parse(said) as Served;
    const { page } = await openPage(folder, browser, 'page', { origin });
    const sessionId = String(await page.evaluate(signIn));
    const inPage = await page.evaluate(([given, account]) => window.application.useEntries(given, account), [
      settings,
      bankAccountId,
    ] as const);
    return { ...outcomes, ...inPage, 'countersign-sandbox/testing/playwright': sessionId };
  } finally {
    server.stdin.end();
    await ended;
  }
}

/** Draws the application of React as its server does. */
export async function drawOnServer(folder: string): Promise<string> {
  const script = `
    import { renderToString } from 'react-dom/server';
    import { application } from './react.mjs';
    console.log(renderToString(application()));`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], folder);
  return stdout.trim() + stderr;
}

/** Opens a page of the application, whose exports become `window.application`, with the errors and warnings in its console. */
export async function openPage(
  folder: string,
  browser: Browser,
  name: string,
  { origin = 'http://localhost', drawn = '' } = {},
): Promise<{ readonly page: Page; readonly said: readonly string[] }> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [`${name}.mjs`],
    outdir: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length).replaceAll('\\', '/'), text]));
  const script = `import * as application from '/${name}.js'; window.application = application;`;
  files.set('/', `<!doctype html><main>${drawn}</main><script type="module">${script}</script>`);
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && said.push(message.text()));
  await page.route(`${origin}/*`, (route) => {
    const { pathname } = new URL(route.request().url());
    const contentType = pathname === '/' ? 'text/html' : 'text/javascript';
    return route.fulfill({ contentType, body: files.get(pathname) ?? '' });
  });
  await page.goto(origin);
  await page.waitForFunction(() => 'application' in window);
  return { page, said };
}
