import { firefox, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findEngine } from '../engines/find.mjs';
import { firefoxLaunch } from '../engines/launch.mjs';
import { startWebKitDriver } from '../engines/webkit-driver.ts';
import { chromiumForFile } from './chromium.ts';
import { installExample, withdraw, type Example, type Running } from './example.ts';

let example: Example;
let running: Running;
const chromium = chromiumForFile();

beforeAll(async () => {
  example = await installExample('minimal');
  running = await example.start('npm', 'start');
});

afterAll(async () => {
  await running?.stop();
  example?.remove();
});

const presses = ['send', 'verify', 'fund', 'withdraw', 'leave'];
const outcomes = [
  'A code was sent to sample.customer@example.com. The sandbox takes 000000.',
  'You are signed in.',
  '100 dollars are in the wallet.',
  'The withdrawal is COMPLETED.',
  'You are signed out.',
];

/** Presses each button where a person sees it, and reads what is said. */
async function press(page: Page): Promise<string[]> {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(running.url);
  for (const [index, name] of presses.entries()) {
    if (name === 'verify') await page.fill('[name=code]', '000000');
    await page.click(`#${name} button`);
    await page.getByText(outcomes[index] ?? '').waitFor();
  }
  return failures;
}

describe('the example without a framework, from the packed kit', () => {
  test('signs in, funds, quotes, signs and shows the outcome in Chromium', async () => {
    expect(await press((await chromium.open()).page)).toEqual([]);
  });

  test.skipIf(findEngine('firefox') === null)('does so in Firefox', async () => {
    const browser = await firefox.launch(firefoxLaunch() ?? {});
    try {
      expect(await press(await browser.newPage())).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  test.skipIf(findEngine('webkit') === null)('does so in WebKit', async () => {
    const driver = await startWebKitDriver();
    try {
      const page = await driver.open(running.url);
      expect(await page.evaluate(pressInPage)).toEqual(outcomes);
      await page.close();
    } finally {
      driver.stop();
    }
  });

  // Last: its build takes the place of the first page's.
  test('signs in and pays on its page of elements, without a word in the console', async () => {
    const { url, stop } = await example.start('npm', 'run', 'start:elements');
    onTestFinished(stop);
    const { page, said } = await chromium.open(url);
    await withdraw(page);
    expect(said).toEqual([]);
  });
});

/** The same by script, for a browser that Playwright can't drive. */
const pressInPage = `
  const outcome = document.getElementById('outcome');
  const heard = [];
  for (const name of ${JSON.stringify(presses)}) {
    const form = document.forms[name];
    while (form.hidden) await new Promise(requestAnimationFrame);
    if (name === 'verify') form.elements.code.value = '000000';
    const said = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (outcome.textContent === 'One moment.') return;
        observer.disconnect();
        resolve(outcome.textContent);
      });
      observer.observe(outcome, { childList: true });
    });
    form.requestSubmit();
    heard.push(await said);
  }
  return heard;`;
