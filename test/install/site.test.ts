import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, posix } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { languageModelTexts } from '../../build/language-models.mjs';
import { runAxe } from '../browser/run-axe.ts';
import { run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { listen } from '../listen.ts';
import { chromiumForFile } from './chromium.ts';

const site = join(root, 'site/dist');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
/** Pages that have tabs as the page of the start has, with what they show once pnpm and Plain were chosen there. */
const otherTabs = [
  ['sessions', ['Plain']],
  ['other-back-ends', ['pnpm']],
] as const;
let server: Server;
const chromium = chromiumForFile();
let url: string;

beforeAll(async () => {
  const { code, stdout, stderr } = await run(process.execPath, [join(root, 'site/build.mjs')], root);
  expect(code, stdout + stderr).toBe(0);
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(site, decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    return void response.end(readFileSync(file));
  });
  url = `http://localhost:${await listen(server, 'localhost')}`;
}, 600_000);

afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Opens a page, and hears where its requests go and what fails. */
async function open(path: string): Promise<{ page: Page; strayed: string[] }> {
  const page = await chromium.browser.newPage();
  onTestFinished(() => page.close());
  const strayed: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) strayed.push(request.url());
  });
  page.on('requestfailed', (request) => strayed.push(`failed: ${request.url()}`));
  page.on('pageerror', (error) => strayed.push(error.message));
  await page.goto(url + path, { waitUntil: 'networkidle' });
  return { page, strayed };
}

describe('the site of the documents', () => {
  test('asks nobody but its own origin, and finds by its own index', async () => {
    const { page, strayed } = await open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('quorum rotation');
    await page.locator('.result').first().click();
    await page.waitForURL('**/enclave-keys.html#**');
    expect(strayed).toEqual([]);
  });

  test.for([
    ['session expired', /^\/sessions\.html#/],
    ['OUTCOME_UNKNOWN', /^\/errors\.html#outcome_unknown$/],
    ['SESSION_EXPIRED', /^\/errors\.html#session_expired$/],
    ['QUOTE_EXPIRED', /^\/errors\.html#quote_expired$/],
  ] as const)('a search for "%s" finds first where it is explained', async ([words, place]) => {
    const { page } = await open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill(words);
    await expect.poll(() => page.locator('.result').first().getAttribute('href')).toMatch(place);
    const [file = '', heading = ''] = ((await page.locator('.result').first().getAttribute('href')) ?? '').split('#');
    await page.locator('.result').first().click();
    await page.waitForURL(`**${file}#${heading}`);
    await expect.poll(() => page.locator(`[id="${heading}"]`).isVisible()).toBe(true);
  });

  test('tabs show what was chosen last, after a reload and on other pages', async () => {
    const { page } = await open('/start.html');
    const shown = (): Promise<string[]> =>
      page
        .locator('.vp-code-group .tabs input:checked + label')
        .evaluateAll((labels) => [...new Set(labels.map(({ textContent }) => textContent ?? ''))]);
    await expect.poll(shown).toEqual(['npm', 'React']);
    await page
      .locator('.tabs label', { hasText: /^pnpm$/ })
      .first()
      .click();
    await page
      .locator('.tabs label', { hasText: /^Plain$/ })
      .first()
      .click();
    await expect.poll(shown).toEqual(['pnpm', 'Plain']);
    await expect.poll(() => page.getByText('pnpm add -D vite').isVisible()).toBe(true);
    await page.reload();
    await expect.poll(shown).toEqual(['pnpm', 'Plain']);
    for (const [name, titles] of otherTabs) {
      await page.goto(`${url}/${name}.html`);
      await expect.poll(shown).toEqual(titles);
    }
  });

  test('guides lead to the next one', async () => {
    const { page } = await open('/start.html');
    for (const name of ['sign-in', 'sessions', 'pay', 'cards', 'elements', 'relay']) {
      await page.locator('.prev-next .pager-link.next').click();
      await page.waitForURL(`**/${name}.html`);
      await page.locator(`.prev-next .pager-link.next[href]:not([href$="/${name}.html"])`).waitFor();
    }
  });

  test('has a dark form', async () => {
    const { page } = await open('/start.html');
    const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
    expect(await background()).not.toBe(light);
  });

  test.for([
    [320, 'light'],
    [1280, 'dark'],
  ] as const)('has no finding by axe, and no width but the screen’s: %s px, %s', async ([width, colorScheme]) => {
    for (const path of ['/', '/start.html', '/sessions.html', '/protocol.html', '/elements.html']) {
      const { page } = await open(path);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.locator('.vp-doc > div > pre').count()).toBe(0);
      expect([path, await runAxe(page, { all: true })]).toEqual([path, []]);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
      await page.close();
    }
  });

  test('steps through the demo’s screens, at the reader’s pace, and leads to it and to the playground', async () => {
    const { page, strayed } = await open('/');
    const picture = page.locator('.tour img:visible');
    await picture.scrollIntoViewIfNeeded();
    const seen: string[] = [];
    for (let step = 1; step <= 5; step += 1) {
      await page.getByText(`${step} of 5`).waitFor();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      seen.push((await picture.getAttribute('src')) ?? '');
      await page.getByRole('button', { name: 'Next' }).click();
    }
    expect(new Set(seen).size).toBe(5);
    await page.getByText('1 of 5').waitFor();
    await page.getByText('Try your colours').click();
    await page.waitForURL('**/try/elements/');
    await page.getByRole('button', { name: 'Send 40.00 USDB' }).waitFor();
    expect(strayed).toEqual([]);
  });

  test('gives each of its documents a title of its own', () => {
    const names = readdirSync(site).filter((name) => name.endsWith('.html'));
    const titles = names.map((name) => /<title>([^<]*)</.exec(readFileSync(join(site, name), 'utf8'))?.[1]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test('links to headings that are there', () => {
    const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    const pages = new Map(names.map((name) => [`/${name}`, readFileSync(join(site, name), 'utf8')]));
    const links = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<a [^>]*href="(?!https?:)([^"#]*)#([^"]+)"/g)].map(([, target = '', anchor = '']) => ({
        path,
        target: target === '' ? path : posix.resolve(posix.dirname(path), target),
        anchor: decodeURIComponent(anchor),
      })),
    );
    expect(links.length).toBeGreaterThan(1000);
    const broken = links.filter(({ target, anchor }) => !(pages.get(target) ?? '').includes(`id="${anchor}"`));
    expect(broken.slice(0, 10)).toEqual([]);
  });

  test.for(['sessions', 'protocol', 'reliability', 'architecture'])('draws the diagrams of %s', async (name) => {
    const count = readFileSync(join(root, `docs/${name}.md`), 'utf8').split('```mermaid').length - 1;
    const { page, strayed } = await open(`/${name}.html`);
    await expect.poll(() => page.locator('.diagram svg[aria-roledescription]').count()).toBe(count);
    expect(count).toBeGreaterThan(0);
    expect(await page.locator('.diagram svg[aria-roledescription=error]').count()).toBe(0);
    const sizes = await page
      .locator('.diagram :is(text, p)')
      .evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fontSize));
    expect(new Set(sizes)).toEqual(new Set(['16px']));
    expect(strayed).toEqual([]);
  });

  test('has a page for each public name, with a table of its options', async () => {
    const { page, strayed } = await open('/reference/countersign/interfaces/CreateWalletOptions.html');
    await page.getByRole('cell', { name: 'refreshBefore?' }).waitFor();
    expect(strayed).toEqual([]);
  });

  test('holds llms.txt and llms-full.txt as the documents make them', () => {
    for (const [name, text] of Object.entries(languageModelTexts(root))) {
      expect(readFileSync(join(site, name), 'utf8')).toBe(text);
    }
  });
});
