import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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

/** Each button, and what it says, in the order of the page. */
const outcomes = {
  send: 'A code was sent to sample.customer@example.com. The sandbox takes 000000.',
  verify: 'You are signed in.',
  fund: '100 dollars are in the wallet.',
  withdraw: 'The withdrawal is COMPLETED.',
  leave: 'You are signed out.',
};

describe('the example without a framework, from the packed kit', () => {
  test('signs in, funds, quotes, signs and shows the outcome', async () => {
    const { page } = await chromium.open();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    await page.goto(running.url);
    for (const [name, outcome] of Object.entries(outcomes)) {
      if (name === 'verify') await page.fill('[name=code]', '000000');
      await page.click(`#${name} button`);
      await page.getByText(outcome).waitFor();
    }
    expect(failures).toEqual([]);
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
