import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveKit, type KitPage } from '../browser/kit-page.ts';
import { readBlocks } from '../documents/blocks.ts';
import { run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { chromiumForFile } from './chromium.ts';
import { installForFile } from './installation.ts';

const installation = installForFile(['vue@3', 'svelte@5']);
const chromium = chromiumForFile();
let served: KitPage;

beforeAll(async () => void (served = await serveKit()));

afterAll(() => served?.close());

/** Signs in with the wallet of a recipe, and says which states its store has had, and whether the wallet was closed. */
const drive: Readonly<Record<string, string>> = {
  vue: `
    import { effectScope, watch } from 'vue';
    import { useWallet } from './vue.ts';
    const scope = effectScope();
    const seen = [];
    const { wallet, state } = scope.run(() => useWallet(settings));
    watch(state, ({ status }) => seen.push(status), { flush: 'sync', immediate: true });
    await (await wallet.emailOtp.begin()).verify('000000');
    scope.stop();
    ended([...new Set(seen), wallet.state().status]);`,
  svelte: `
    import { createWalletStore } from './svelte.ts';
    const seen = [];
    const { wallet, state } = createWalletStore(settings);
    const stop = state.subscribe(({ status }) => seen.push(status));
    await (await wallet.emailOtp.begin()).verify('000000');
    stop();
    wallet.close();
    ended([...new Set(seen), wallet.state().status]);`,
};

describe.for(Object.keys(drive))('the recipe for %s', (framework) => {
  test('shows the states of a sign-in, from the installed kit', async () => {
    const block = readBlocks().find(({ code }) => code.includes(`from '${framework}`));
    writeFileSync(join(installation.folder, `${framework}.ts`), block?.code ?? '');
    const { outputFiles } = await build({
      stdin: { contents: drive[framework] ?? '', resolveDir: installation.folder },
      bundle: true,
      format: 'esm',
      write: false,
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const body = outputFiles[0]?.text ?? '';
    expect(await runIn(served.url, body)).toEqual(['loading', 'signed-out', 'signed-in', 'closed']);
  });
});

test('the types for Vue know the properties and the events of each tag', async () => {
  const types = readBlocks().find(({ code }) => code.includes("declare module 'vue'"));
  writeFileSync(join(installation.folder, 'countersign.d.ts'), types?.code ?? '');
  const uses = (name: string, props: string): Promise<{ readonly stdout: string }> => {
    const text = `import type { GlobalComponents } from 'vue';
      type Props = InstanceType<GlobalComponents['countersign-review']>['$props'];
      export const props: Props = ${props};`;
    writeFileSync(join(installation.folder, name), text);
    const settings = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return run(process.execPath, [tsc, ...settings, 'countersign.d.ts', name], installation.folder);
  };
  const right = "{ payee: 'Sample Customer', onCountersignPaid: ({ detail }) => detail.quoteId, theme: 'dark' }";
  expect((await uses('right.mts', right)).stdout).toBe('');
  expect((await uses('wrong.mts', '{ payee: 1 }')).stdout).toContain("Type 'number' is not assignable");
  expect((await uses('other.mts', '{ onCountersignBought: () => {} }')).stdout).toContain('onCountersignBought');
});

test('the import map of the documents runs the installed kit without a bundler', async () => {
  const text = readFileSync(join(root, 'docs/production.md'), 'utf8');
  const map = /<script type="importmap">[^]*?<\/script>/.exec(text)?.[0] ?? '';
  const page = await chromium.browser.newPage();
  try {
    await page.exposeFunction('given', () => served.settings);
    await page.route(`${served.url}/no-bundler`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html>${map}<script type="module" src="/own.js"></script>`,
      }),
    );
    await page.route('**/own.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `
          import { createWallet } from 'countersign';
          import { defineElements } from 'countersign/elements';
          import { describe, en } from 'countersign/messages';
          await defineElements('session');
          const wallet = createWallet(await given());
          await (await wallet.emailOtp.begin()).verify('000000');
          await wallet.passkey.prepare().catch((error) => { globalThis.said = describe(error, { locale: en }).title; });
          const { localName } = Object.assign(document.createElement('countersign-session'), { wallet });
          globalThis.outcome = [wallet.state().status, customElements.get(localName) !== undefined];`,
      }),
    );
    await page.route('**/modules/**', (route) => {
      const path = new URL(route.request().url()).pathname.replace('/modules/', '');
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(installation.inModules(path)) });
    });
    await page.goto(`${served.url}/no-bundler`);
    await page.waitForFunction(() => 'outcome' in globalThis);
    expect(await page.evaluate(() => (globalThis as unknown as { outcome: unknown }).outcome)).toEqual([
      'signed-in',
      true,
    ]);
  } finally {
    await page.close();
  }
});

/** Runs a script in a page behind which the sandbox is, and returns what it hands to `ended`. */
async function runIn(url: string, script: string): Promise<unknown> {
  const page = await chromium.browser.newPage();
  try {
    const outcome = new Promise((resolve) => void page.exposeFunction('ended', resolve));
    await page.addInitScript((settings) => Object.assign(globalThis, { settings }), served.settings);
    await page.route('**/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.goto(url);
    return await outcome;
  } finally {
    await page.close();
  }
}
