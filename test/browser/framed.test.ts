/** Elements that sign, in a frame of a sibling host that lays a bait over their buttons. */
import { createServer, type Server } from 'node:http';
import { build } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright';
import type { FakeCall } from 'countersign-sandbox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceOfEntry } from '../../build/entries.mjs';
import { launch } from '../engines/launch.ts';
import { root } from '../source-tree.ts';
import { listen } from '../listen.ts';

declare global {
  interface Window {
    calls: () => readonly FakeCall[];
  }
}

const script = `
import { defineElements } from 'countersign/elements';
import { createFakeWallet } from 'countersign-sandbox/testing';
const uuid = '00000000-0000-4000-8000-000000000001';
const currency = { code: 'USDB', name: 'Sample dollar', decimals: 6 };
const quote = { id: 'Quote:' + uuid, status: 'PENDING', expiresAt: '2126-01-15T12:05:00.000Z', source: { sourceType: 'ACCOUNT' },
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$sample@example.com' }, sendingCurrency: currency, receivingCurrency: currency,
  totalSendingAmount: 25000000, totalReceivingAmount: 25000000, exchangeRate: 1, feesIncluded: 0, transactionId: 'Transaction:' + uuid };
const execution = { transactionId: quote.transactionId, status: 'PROCESSING' };
const answers = { 'quote.execute': execution, 'card.list': [{ id: 'Card:' + uuid, state: 'ACTIVE', last4: '1234' }] };
const { wallet, calls } = createFakeWallet({ state: 'signed-in', answers });
for (const name of ['review', 'payment', 'card', 'credentials']) {
  const element = document.createElement('countersign-' + name);
  element.toggleAttribute('allow-framed', location.search === '?allowed');
  document.body.append(Object.assign(element, { wallet, quote }));
}
window.calls = calls;
await defineElements('review', 'payment', 'card', 'credentials');
`;

let server: Server;
let browser: Browser;
let page: Page;
let port = 0;

beforeAll(async () => {
  const bundle = await build({
    stdin: { contents: script, resolveDir: root },
    alias: { ...sourceOfEntry },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const around = (target: string): string => `<!doctype html><title>Around</title>
    <button style="position: fixed; inset: 0">Win a prize</button>
    <iframe src="${target}" style="position: fixed; inset: 0; width: 100%; height: 100%; opacity: 0.01"></iframe>`;
  server = createServer(({ url = '', headers: { host = '' } }, response) => {
    const wallet = `http://wallet.localhost:${String(port)}/${url.split('/')[2] ?? ''}`;
    response.setHeader('Content-Type', url === '/page.js' ? 'text/javascript' : 'text/html; charset=utf-8');
    if (url === '/page.js') response.end(bundle.outputFiles[0]?.contents);
    else if (url.startsWith('/around/')) response.end(around(wallet));
    else if (url.startsWith('/twice/')) response.end(around(`http://bait.localhost:${String(port)}/around/`));
    else response.end(`<!doctype html><title>${host}</title><script type="module" src="/page.js"></script>`);
  });
  port = await listen(server);
  browser = await launch();
  page = await browser.newPage();
}, 60_000);

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** Opens a page, and finds the frame with the elements. */
async function open(host: string, path: string): Promise<Frame> {
  await page.goto(`http://${host}.localhost:${String(port)}${path}`);
  const frame = page.frames().at(-1);
  if (frame === undefined) throw new Error('the frame did not load');
  await frame.locator('countersign-credentials :is(h2, [role=alert].note)').waitFor();
  return frame;
}
const executions = async (frame: Frame): Promise<number> =>
  (await frame.evaluate(() => window.calls())).filter(({ name }) => name === 'quote.execute').length;

describe('a page that a sibling host frames', () => {
  test('signs nothing for a press on a bait below it, and says why, unless the page allows frames', async () => {
    const allowed = await open('bait', '/around/?allowed');
    const button = await allowed.getByRole('button', { name: /^Send/ }).boundingBox();
    if (button === null) throw new Error('there is no button');
    const press = (): Promise<void> => page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
    // The first press gives the frame the focus; the slip has to be read from then on.
    await press();
    expect(await executions(allowed)).toBe(0);
    await allowed.locator('countersign-review [part~=primary]:not([aria-disabled=true])').waitFor();
    await press();
    await expect.poll(() => executions(allowed)).toBe(1);
    const framed = await open('bait', '/around/');
    await press();
    for (const name of ['review', 'payment', 'card', 'credentials']) {
      const element = framed.locator(`countersign-${name}`);
      expect(await element.getByText(/Open it in a window of its own/).count()).toBe(1);
      expect(await element.getByRole('button').count()).toBe(0);
    }
    expect(await executions(framed)).toBe(0);
  });

  test('is framed also where the outermost page is its own', async () => {
    const framed = await open('wallet', '/twice/');
    expect(await framed.getByRole('button').count()).toBe(0);
  });

  test('is its own in a frame of its own', async () => {
    const own = await open('wallet', '/around/');
    expect(await own.getByRole('button', { name: /^Send/ }).count()).toBe(1);
  });
});
