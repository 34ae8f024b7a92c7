import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { heading, signIn, visit } from '../browser/demo-bench.ts';
import { buildStaticDemo } from '../browser/demo-build.ts';
import { serveFolder } from '../browser/static-host.ts';
import { chromiumLaunch } from '../engines/launch.mjs';

test('two copies of the static demo below one origin have a state each, and a script of one reads the state of the other', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-copies-')));
  const built = await buildStaticDemo();
  for (const name of ['one', 'two']) cpSync(built, join(folder, name), { recursive: true });
  const host = await serveFolder(folder, '/');
  const browser = await chromium.launch(chromiumLaunch() ?? {});
  try {
    const { page, violations } = await visit(browser, `${host.url}one/index.html`, { proxy: host.proxy });
    await signIn(page, 'read.by.another@example.com');
    const other = await page.context().newPage();
    await other.goto(`${host.url}two/index.html`);
    await heading(other, 'Your wallet, signed by you');
    const read = await other.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('countersign-demo /one/');
          opening.addEventListener('error', () => reject(new Error('no database')));
          opening.addEventListener('success', () => {
            const reading = opening.result.transaction('state').objectStore('state').get('state');
            reading.addEventListener('success', () => resolve(String(reading.result)));
          });
        }),
    );
    expect(read).toContain('read.by.another@example.com');
    expect(violations).toEqual([]);
  } finally {
    await browser.close();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
