/** All elements in all states, on the page that `npm run demo` has under /elements, under the policy of docs/content-security-policy.md. */
import { serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPages } from '../../demo/server/pages.ts';
import { launch } from '../engines/launch.ts';
import { expectNoViolation, noteViolations, recipe } from './content-security-policy.ts';
import { buildDemo } from './demo-build.ts';
import { runAxe } from './run-axe.ts';

let server: ServerType;
let browser: Browser;
let url = '';

beforeAll(async () => {
  const app = new Hono();
  const headers = Object.entries(recipe());
  app.use('*', async (context, next) => {
    await next();
    for (const [name, value] of headers) context.header(name, value);
  });
  findPages(await buildDemo({}))(app);
  server = serve({ fetch: app.fetch, hostname: 'localhost', port: 0 });
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  url = `http://localhost:${String((server.address() as AddressInfo).port)}/elements/`;
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser.close();
  server.close();
});

async function open(options: BrowserContextOptions, run: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.addInitScript(noteViolations);
  await page.goto(url);
  await page.waitForSelector('html[data-ready]');
  await run(page);
  await context.close();
}

describe('every element in every state', { timeout: 120_000 }, () => {
  test.for([
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
  ] as const)('has no finding by axe and breaks no policy: %s, forced colours %s', ([colorScheme, forcedColors]) =>
    open({ colorScheme, forcedColors, viewport: { width: 390, height: 900 } }, async (page) => {
      expect(await runAxe(page, { all: true })).toEqual([]);
      await expectNoViolation(page);
    }),
  );

  test.for(['', 'de', 'es'])(
    'fits into 280 px, right to left too, and every target has 24 px: language %s',
    (language) =>
      open({ viewport: { width: 312, height: 900 } }, async (page) => {
        await page.getByLabel('Language').selectOption(language);
        for (const direction of ['ltr', 'rtl']) {
          await page.getByLabel('Direction').selectOption(direction);
          const wide = await page.evaluate(() =>
            [...document.querySelectorAll('figure > :last-child')]
              .filter((element) => element.scrollWidth > element.clientWidth)
              .map((element) => element.localName),
          );
          expect(wide).toEqual([]);
        }
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('figure > :last-child')].flatMap((element) =>
            [...(element.shadowRoot?.querySelectorAll('button, input, summary, a') ?? [])]
              .filter((target) => {
                const { width, height } = target.getBoundingClientRect();
                return width > 0 && (width < 24 || height < 24);
              })
              .map((target) => `${element.localName} ${target.textContent}`),
          ),
        );
        expect(small).toEqual([]);
      }),
  );
});
