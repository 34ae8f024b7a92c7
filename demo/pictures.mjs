/**
 * Takes a picture of each element, and walks through the built demo for one of each screen, light and dark,
 * narrow and wide.
 *
 *     node demo/pictures.mjs [--elements | --all FOLDER]
 *
 * Without arguments the pictures of the documents are made anew in docs/pictures; with `--elements`, those of the elements alone, and
 * the one that other sites show with a link to the demo; with `--all`, every screen is put into a folder.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { press as pressInView } from 'countersign-sandbox/testing/playwright';
import { chromium } from 'playwright';
import { chromiumLaunch } from '../test/engines/launch.mjs';

/** @typedef {import('playwright').Page} Page */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({ options: { all: { type: 'string' }, elements: { type: 'boolean' } } });
const folder = values.all ?? join(root, 'docs/pictures');
const schemes = /** @type {const} */ (['light', 'dark']);
const sizes = /** @type {const} */ ({ phone: [390, 844], desktop: [1280, 800] });

/** The screens of the documents, by the size that they are shown in. @type {Readonly<Record<string, keyof typeof sizes>>} */
const documented = {
  code: 'desktop',
  review: 'desktop',
  'on-its-way': 'desktop',
  paid: 'desktop',
  card: 'desktop',
  wallet: 'phone',
};

/** The elements of the documents, each with its state on the demo's page of elements. @type {Readonly<Record<string, string>>} */
const documentedElements = {
  'sign-in': 'every method',
  'code-entry': 'waiting for the code',
  review: 'to be signed',
  payment: 'completed',
  session: 'about to end',
  credentials: 'three ways in',
  sessions: 'two sessions',
  card: 'active',
  activity: 'payments',
  balance: 'with money on hold',
  problem: 'cancelled',
};

mkdirSync(folder, { recursive: true });
const { url, stop } = await startDemo();
const launch = chromiumLaunch();
if (launch === null) throw new Error('The pictures are taken in Chromium, and none is installed.');
const browser = await chromium.launch(launch);
try {
  if (values.all === undefined) await takeElements();
  if (values.elements !== true) await takeScreens();
} finally {
  await browser.close();
  stop();
}

/** @returns {Promise<{ url: string, stop: () => void }>} */
async function startDemo() {
  const server = spawn(process.execPath, [join(root, 'demo/dist/server/main.js'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of server.stdout) {
    const found = /http:\/\/localhost:\d+/.exec(String(chunk));
    if (found !== null) return { url: found[0], stop: () => void server.kill() };
  }
  throw new Error('The demo did not start. Run: npx vite build');
}

async function takeScreens() {
  const context = await browser.newContext({ reducedMotion: 'reduce', deviceScaleFactor: values.all ? 1 : 1.5 });
  const page = await context.newPage();
  await page.goto(url);
  await walk(page, async (name) => takeAll(page, name));
}

/** Each element of the documents, light, in the width of a phone. */
async function takeElements() {
  const viewport = { width: 400, height: 900 };
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    viewport,
    deviceScaleFactor: 1.25,
  });
  const page = await context.newPage();
  // The same time in each run, for the same picture.
  await page.clock.setFixedTime('2026-01-15T12:00:00Z');
  await page.goto(`${url}/elements/#element=all`);
  await page.waitForSelector('html[data-ready]');
  for (const [name, state] of Object.entries(documentedElements)) {
    const figure = page.locator('figure', { hasText: `<countersign-${name}> ${state}` });
    const element = figure.locator(`countersign-${name}`);
    await element.evaluate((shown) => shown.scrollIntoView({ block: 'center' }));
    const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, ...viewport };
    // With the figure's margin, and without its caption.
    const clip = { x: x - 16, y: y - 16, width: width + 32, height: height + 32 };
    const png = await page.screenshot({ animations: 'disabled', clip });
    writeFileSync(join(folder, `element-${name}.webp`), await toWebp(page, png, 0.5));
  }
  await takeRefusal(page);
  await context.close();
}

/**
 * A refused payment alone, in the size that other sites show with a link.
 * @param {Page} page
 */
async function takeRefusal(page) {
  await page.setViewportSize({ width: 960, height: 504 });
  await page.locator('figure', { hasText: '<countersign-review> refused' }).evaluate((figure) => {
    const review = figure.querySelector('countersign-review');
    if (review === null) throw new Error('The page of the elements has no refused review.');
    document.body.replaceChildren(review);
    document.body.style.cssText =
      'grid-template: none; place-content: center; max-width: none; height: 504px; padding: 0';
    Object.assign(review.style, { width: '46rem', zoom: '0.75' });
  });
  await page.screenshot({ animations: 'disabled', path: join(root, 'demo/page/public/refused.png') });
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function takeAll(page, name) {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    if (values.all === undefined && documented[name] !== size) continue;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const fullPage = values.all !== undefined && size === 'phone';
      const png = await page.screenshot({ animations: 'disabled', fullPage });
      if (values.all !== undefined) writeFileSync(join(folder, `${name}-${size}-${colorScheme}.png`), png);
      else writeFileSync(join(folder, `${name}-${colorScheme}.webp`), await toWebp(page, png));
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/**
 * A fifth of the bytes of a PNG.
 * @param {Page} page
 * @param {Buffer} png
 * @param {number} [quality]
 */
async function toWebp(page, png, quality = 0.8) {
  const other = await page.context().newPage();
  const address = await other.evaluate(
    async ([base64, quality]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const text = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
      return btoa(text);
    },
    /** @type {const} */ ([png.toString('base64'), quality]),
  );
  await other.close();
  return Buffer.from(address, 'base64');
}

/**
 * The journey; `atStep` looks at each screen.
 * @param {Page} page
 * @param {(name: string) => Promise<void>} atStep
 */
async function walk(page, atStep) {
  /** @param {string} name */
  const heading = (name) => page.getByRole('main').getByRole('heading', { name, exact: true }).first().waitFor();
  /** @param {string} name */
  const press = (name) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  /** @param {string} name */
  const show = (name) => page.getByRole('navigation').getByRole('button', { name }).click();

  await heading('Your customers sign every withdrawal');
  await atStep('welcome');
  await press('E-mail me a code');
  await heading('Check your e-mail');
  await atStep('code');
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await heading('Your wallet');
  await press('Add money');
  await page.getByLabel('Amount').fill('1250.5');
  await press('Add money');
  await heading('Your wallet');
  await press('Withdraw to a bank');
  await page.getByLabel('Where is the account?').selectOption({ label: 'Euro area, EUR' });
  await press('Fill in sample details');
  await atStep('bank');
  await press('Add bank account');
  await heading('Withdraw');
  await page.getByRole('radio').first().waitFor();
  await page.getByLabel('Amount to send').fill('100.25');
  await press('Review payment');
  await heading('Review payment');
  await page
    .getByText(/held for/)
    .first()
    .waitFor();
  await atStep('review');
  await pressInView(page.getByRole('main').getByRole('button', { name: /^Send [\d.,]+ USDB/ }));
  await heading('On its way');
  await atStep('on-its-way');
  await press('Skip a minute ahead');
  await heading('Paid');
  await atStep('paid');
  await show('Card');
  await press('Get a card');
  await press('Skip a minute ahead');
  await press('Try the purchase');
  await page.getByRole('main').getByText('Sample Shop charged').first().waitFor();
  await atStep('card');
  await show('Wallet');
  await page.locator('main .rows li').first().waitFor();
  await atStep('wallet');
  await show('Security');
  await page.getByText('Code by e-mail').first().waitFor();
  await atStep('ways-to-sign-in');
  await show('Devices');
  await page.getByText('This browser').first().waitFor();
  await atStep('sessions');
}
