/** The demo on two hosts: the app reads, and people sign on the wallet page. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { attack } from './attack-ends.ts';
import { balance, heading, openDemoBench, press, sends, show, type DemoBench, type Visit } from './demo-bench.ts';
import { pressInView } from './in-view.ts';

let bench: DemoBench;

beforeAll(async () => {
  bench = await openDemoBench({ walletPage: true });
}, 120_000);

afterAll(() => bench.close());

/** Opens the app with a funded wallet. */
async function enter(): Promise<Visit> {
  const visit = await bench.open();
  onTestFinished(async () => {
    await visit.close();
    expect(visit.violations).toEqual([]);
  });
  await press(visit.page, 'Start with a funded wallet');
  await heading(visit.page, 'Your wallet');
  return visit;
}

/** Presses a button of the wallet page that signs: the first press leads to the sign-in, and the second one counts. */
async function signThere(page: Page, name: string | RegExp): Promise<void> {
  await pressInView(page.getByRole('button', { name }));
  await page.getByRole('button', { name: 'E-mail me a code' }).click();
  expect(new URL(page.url()).origin).toBe(bench.demo.walletUrl);
  await page.getByRole('textbox').fill('000000');
  await pressInView(page.getByRole('button', { name }));
}

/** Counts the payments that the service has heard with a signature. */
const paid = async (): Promise<number> =>
  (await bench.requests()).filter(({ path, signedBy }) => path.endsWith('/execute') && signedBy !== undefined).length;

const back = (page: Page): Promise<void> => page.getByRole('link', { name: 'Back to Sample app' }).click();

test('a person signs in and pays on the wallet page, and the app shows what the service says of the payment', async () => {
  const { page, requests } = await enter();
  expect(new URL(bench.demo.url).hostname).toBe('app.demo.localhost');
  expect(await balance(page)).toBe('250.00 USDB');
  await press(page, 'Withdraw to a bank');
  await press(page, 'Review payment');
  await heading(page, 'Review payment');
  await page.getByText('Next: confirm it on your secure wallet page.').waitFor();
  await press(page, 'Continue to your wallet page');
  await page.getByRole('button', { name: sends }).waitFor();
  // Back without having paid: the quote is still to be paid.
  await back(page);
  await heading(page, 'Review payment');
  await press(page, 'Continue to your wallet page');
  await signThere(page, sends);
  await page.getByRole('heading', { name: /on its way/ }).waitFor();
  await back(page);
  await heading(page, 'On its way');
  await page.getByTestId('payment-status').getByText('40.00 USDB').first().waitFor();
  expect(page.url()).toBe(`${bench.demo.url}/#payment`);
  await press(page, 'Skip a minute ahead');
  await heading(page, 'Paid');
  await press(page, 'Done');
  await expect.poll(() => balance(page)).toBe('210.00 USDB');
  const inApp = requests.filter((request) => request.url().startsWith(`${bench.demo.url}/wallet/`));
  const written = inApp
    .filter((request) => request.method() !== 'GET')
    .map((request) => new URL(request.url()).pathname);
  expect([...new Set(written)]).toEqual(['/wallet/customers/external-accounts', '/wallet/quotes']);
});

test('a person changes a card, ways to sign in and sessions there, and signs in once for what is signed', async () => {
  const { page } = await enter();
  await show(page, 'Security');
  await press(page, 'Change how you sign in');
  await page.locator('countersign-credentials').getByText('E-mail').first().waitFor();
  await back(page);
  await heading(page, 'Sign-in methods');
  await show(page, 'Devices');
  await press(page, 'See your devices');
  await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
  await back(page);
  await page.getByRole('button', { name: 'See your devices' }).waitFor();
  await show(page, 'Card');
  await press(page, 'Get a card');
  await press(page, 'Skip a minute ahead');
  await press(page, 'Manage card');
  await signThere(page, 'Freeze');
  await page.locator('countersign-card').getByText('Frozen').first().waitFor();
  await back(page);
  await press(page, 'Try the purchase');
  await page.getByText('Sample Shop was refused 5.00 USDB: the card is frozen').first().waitFor();
});

test('the language of the app is that of the wallet page', async () => {
  const { page } = await enter();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await show(page, 'Geräte');
  await press(page, 'Geräte ansehen');
  await page.getByRole('heading', { name: 'Geräte', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Zurück zu Sample app' }).click();
  await page.getByRole('button', { name: 'App verlassen' }).waitFor();
});

test('a person who leaves the app is signed out of the wallet page, where the next person finds no visit', async () => {
  const { page } = await enter();
  await show(page, 'Devices');
  await press(page, 'See your devices');
  await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
  await back(page);
  await press(page, 'Leave this app');
  await page.getByRole('button', { name: 'Start with a funded wallet' }).waitFor();
  expect(new URL(page.url()).origin).toBe(bench.demo.url);
  await page.goto(bench.demo.walletUrl ?? '');
  await page.getByRole('heading', { name: 'Open this page from Sample wallet again' }).waitFor();
});

test('a script in the app pays in a page that holds the kit, and gets nothing of a person of the wallet page', async () => {
  const { page } = await enter();
  await show(page, 'Devices');
  await press(page, 'See your devices');
  await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
  await back(page);
  await page.getByRole('button', { name: 'See your devices' }).waitFor();
  const earlier = await paid();
  const answered: string[] = [];
  let withCookie = 0;
  const note = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (!request.headers.host?.startsWith('wallet.')) return;
    if (request.headers.cookie?.includes('countersign-wallet=') === true) withCookie += 1;
    answered.push(
      `${request.method ?? ''} ${(request.url ?? '').replace(/[:?].*/, '')} ${String(response.statusCode)}`,
    );
  };
  // The demo's back-end runs in this process.
  subscribe('http.server.response.finish', note);
  onTestFinished(() => void unsubscribe('http.server.response.finish', note));
  await page.getByRole('button', { name: 'Attack it' }).click();
  const stopped = await attack(page, 'script-beside-page');
  expect(stopped).toMatch(/^Refused by the wallet page: RELAY_ROUTE_NOT_FOUND .* Received 21 tries: nothing /);
  // It was asked, also with the cookie of the person's visit there, and refused.
  expect([...new Set(answered)].sort()).toEqual([
    'GET /relay/auth/credentials 403',
    'GET /relay/auth/sessions 403',
    'GET /relay/me 403',
    'OPTIONS /enter 403',
    'OPTIONS /relay/quotes/Quote 403',
    'POST /enter 403',
    'POST /relay/quotes/Quote 403',
  ]);
  expect(withCookie).toBeGreaterThan(0);
  const before = await paid();
  expect(await attack(page, 'script-pays')).toMatch(/^Not stopped .* Received 100.00 USDB /);
  expect([before, await paid()]).toEqual([earlier, earlier + 1]);
  // The person is as they were.
  await page.getByRole('button', { name: 'Your wallet' }).click();
  await press(page, 'See your devices');
  await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
});
