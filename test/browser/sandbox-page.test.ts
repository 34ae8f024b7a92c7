import { createSandbox, type Sandbox } from 'countersign-sandbox';
import { listen, type ListeningSandbox } from 'countersign-sandbox/node';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cross } from '../cross.ts';
import { launch } from '../engines/launch.ts';
import { runAxe } from './run-axe.ts';

let browser: Browser;
let sandbox: Sandbox;
let listening: ListeningSandbox;

beforeAll(async () => {
  browser = await launch();
  sandbox = createSandbox({ fetch: () => Promise.resolve(new Response(null, { status: 500 })) });
  listening = await listen(sandbox);
  await fill();
}, 60_000);

afterAll(async () => {
  await browser.close();
  await listening.close();
});

async function call(method: string, path: string, body: object = {}, headers = {}): Promise<Record<string, unknown>> {
  const authorization = `Basic ${btoa('sandbox-client:sandbox-secret')}`;
  const init = { method, headers: { authorization, 'Content-Type': 'application/json', ...headers } };
  const response = await fetch(listening.url + path, method === 'GET' ? init : { ...init, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

/** A person with a code, a session and a payment; a webhook that its receiver refused, a refused request and a fault rule. */
async function fill(): Promise<void> {
  await call('POST', '/_sandbox/webhooks', { url: 'http://127.0.0.1:9/hook' });
  const person = await call('POST', '/_sandbox/people', { card: 'active', email: '<b>"@example.com' });
  const { accountId, credentialId, bankAccountId } = person;
  await call('POST', `/2025-10-13/auth/credentials/${String(credentialId)}/challenge`);
  await call('POST', '/_sandbox/sign-in', { accountId });
  const quote = await call('POST', '/2025-10-13/quotes', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 5_000_000,
  });
  const [{ accountOrWalletInfo }] = quote['paymentInstructions'] as [
    { accountOrWalletInfo: { payloadToSign: string } },
  ];
  const { payloadToSign } = accountOrWalletInfo;
  const { stamp } = await call('POST', '/_sandbox/sign', { accountId, payloadToSign });
  const path = `/2025-10-13/quotes/${String(quote['id'])}/execute`;
  await call('POST', path, {}, { 'Service-Wallet-Signature': 'none' });
  await call('POST', path, {}, { 'Service-Wallet-Signature': stamp });
  await call('POST', '/_sandbox/faults', { path: '/nowhere', status: 503 });
}

async function open(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page & { faults: string[] }> {
  const page = await browser.newPage(options);
  onTestFinished(() => page.close());
  const faults: string[] = [];
  page.on('console', (message) => (message.type() === 'error' ? faults.push(message.text()) : undefined));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${listening.url}/_sandbox/`);
  return Object.assign(page, { faults });
}

const sections = [
  'Requests',
  'Customers',
  'Accounts',
  'Bank accounts',
  'Credentials and codes',
  'Sessions and keys',
  'Quotes',
  'Transactions',
  'Cards',
  'Webhooks',
  'Faults',
];
const rowsOf = (page: Page, title: string): Promise<string[]> =>
  page.getByRole('region', { name: title, exact: true }).locator('tbody tr').allTextContents();

describe('the page of the sandbox', { timeout: 60_000 }, () => {
  test('shows each kind of record, the codes, what a receiver said and why a request was refused', async () => {
    const page = await open();
    const shown = Object.fromEntries(
      await Promise.all(sections.map(async (title) => [title, await rowsOf(page, title)])),
    );
    for (const title of sections) expect(shown[title], title).not.toEqual([]);
    expect(shown['Credentials and codes'].join()).toContain('000000');
    expect(shown['Webhooks'].join()).toMatch(/\d\d:\d\d:\d\d 500/);
    expect(shown['Requests'].join()).toContain('WALLET_SIGNATURE_MALFORMED');
    expect(shown['Requests'].join()).toContain('not a stamp');
    expect(shown['Customers'].join()).toContain('<b>"@example.com');
    expect(shown['Accounts'].join()).toContain('95.00 USDB');
  });

  test('is kept up to date, keeps the focus, and its buttons make their calls', async () => {
    const page = await open();
    await call('POST', '/_sandbox/people', { email: 'live@example.com' });
    await page.getByRole('region', { name: 'Customers' }).getByText('live@example.com').waitFor();
    const wallet = page.getByRole('row', { name: 'live@example.com 100.00 USDB' });
    await wallet.getByRole('button', { name: 'Fund 10' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'live@example.com 110.00 USDB' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Fund 10');
    await page.getByLabel('Status').fill('503');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'Faults' }).getByText('{"count":1,"status":503}').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('region', { name: 'Faults' }).getByText('503').first().waitFor({ state: 'detached' });
    await page.getByLabel('Receiver on this machine').fill('https://example.com/hook');
    await page.getByRole('button', { name: 'Send them here' }).click();
    await page.getByText('Send them here: INVALID_INPUT.').waitFor();
    await page.getByRole('button', { name: 'Spend 1 USD' }).first().click();
    await page.getByText('Spend 1 USD: done.').waitFor();
    const before = String(await page.locator('time').textContent());
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.waitForFunction(
      (then) => document.querySelector('time')?.textContent.slice(0, 10) !== then,
      before.slice(0, 10),
    );
    expect(page.faults).toEqual([expect.stringContaining('400')]);
  });

  test('writes amounts whole, in units, and takes them so', async () => {
    const page = await open();
    await call('POST', '/_sandbox/people', { email: 'exact@example.com', balance: 1_234_567_891 });
    await page.getByRole('row', { name: 'exact@example.com 1234.567891 USDB' }).waitFor();
    const form = page.locator('form', { hasText: 'Add a person' });
    await form.getByLabel('E-mail').fill('typed@example.com');
    await form.getByLabel('Balance (USDB)').fill('40.1');
    await form.getByRole('button').click();
    await page.getByRole('row', { name: 'typed@example.com 40.10 USDB' }).waitFor();
    expect(page.faults).toEqual([]);
  });

  test('links records that belong together, and a link keeps the focus when its table changes', async () => {
    const page = await open();
    const payment = page
      .getByRole('region', { name: 'Transactions', exact: true })
      .getByRole('row', { name: 'OUTGOING' });
    await payment.getByRole('link', { name: /^Quote:/ }).click();
    await page
      .locator('tr:target')
      .getByRole('link', { name: /^Transaction:/ })
      .click();
    expect(await page.locator('tr:target').getByText('OUTGOING').count()).toBe(1);
    const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(new Set(links.map((link) => /\w+/.exec(link)?.[0]))).toEqual(
      new Set([
        'AuthMethod',
        'Card',
        'Customer',
        'ExternalAccount',
        'InternalAccount',
        'Quote',
        'Session',
        'Transaction',
      ]),
    );
    const lost = await page.evaluate(
      (all) => all.filter((link) => document.getElementById(link.slice(1)) === null),
      links,
    );
    expect(lost).toEqual([]);
    const accounts = page.getByRole('region', { name: 'Accounts', exact: true });
    await accounts.getByRole('link').first().focus();
    const focused = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('href'));
    const before = await focused();
    await call('POST', '/_sandbox/people', { email: 'later@example.com' });
    await accounts.getByText('later@example.com').waitFor();
    expect([before?.startsWith('#Customer:'), await focused()]).toEqual([true, before]);
  });

  test.for(cross([320, 390, 1280, 1920], ['light', 'dark'] as const, ['none', 'active'] as const))(
    'has no finding by axe, no width but the screen’s and no button under 24 px: %s px, %s, forced colours %s',
    async ([width, colorScheme, forcedColors]) => {
      const page = await open({ viewport: { width, height: 900 }, colorScheme, forcedColors });
      const sizes = await page.evaluate(() => ({
        beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        small: [...document.querySelectorAll('button, input, nav a')].filter(
          (one) => one.getBoundingClientRect().height < 24,
        ).length,
      }));
      expect(sizes).toEqual({ beyond: 0, small: 0 });
      expect(await runAxe(page, { all: true })).toEqual([]);
      expect(page.faults).toEqual([]);
    },
  );
});

test('with its style and its script the page is at most 40 kB, and nothing else can be loaded, framed or sent', async () => {
  let total = 0;
  for (const file of ['', 'page.css', 'page.js']) {
    const response = await createSandbox().fetch(new Request(`http://localhost/_sandbox/${file}`));
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; .*form-action 'none'; frame-ancestors 'none'/,
    );
    total += (await response.text()).length;
  }
  expect(total).toBeLessThan(40_000);
});
