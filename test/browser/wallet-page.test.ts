/** The wallet page in a browser: a person signs in and pays there, and a script in the app can do nothing of it. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type * as Kit from 'countersign';
import type * as Elements from 'countersign/elements';
import type * as Messages from 'countersign/messages';
import { readWalletReturn } from 'countersign/wallet-link';
import { launch } from '../engines/launch.ts';
import { sampleBankAccount } from '../sample-customer.ts';
import { expectNoViolation, noteViolations } from './content-security-policy.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { serveWalletPage, storedRecords, type WalletPageSite } from './wallet-page-site.ts';
import { hurry, pressInView } from './in-view.ts';

declare global {
  interface Window {
    defineElements: (typeof Elements)['defineElements'];
    en: (typeof Messages)['en'];
  }
}

let browser: Browser;
let site: WalletPageSite;
/** A page that holds the kit and its relay, on one origin. */
let held: KitPage;

const elements = `import { defineElements } from './src/ui/elements/index.ts';
  import { en } from './src/ui/messages/index.ts';
  Object.assign(window, { defineElements, en });`;

beforeAll(async () => {
  browser = await launch();
  site = await serveWalletPage();
  held = await serveKit({ script: elements, headers: {} });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await Promise.all([site.close(), held.close()]);
});

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await context.addInitScript(noteViolations);
  // A page whose clock is the test's takes the guard's time from that.
  await hurry(context);
  return context;
}

/** Opens a page of the wallet page. */
async function open(path: string, on = site, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await newContext())).newPage();
  await page.goto(await on.link(path));
  return page;
}

interface Payable extends Kit.Quote {
  readonly destination: { readonly destinationType: string; readonly accountId: string };
}

const quoteOn = async (on: KitPage): Promise<Payable> => (await on.quote(1_000_000)) as Payable;

/** A quote that pays somebody else. */
async function muleQuote({ service, customerId, settings }: KitPage): Promise<Payable> {
  const { beneficiary } = sampleBankAccount;
  const accountInfo = { ...sampleBankAccount, beneficiary: { ...beneficiary, fullName: 'Other Person' } };
  const body = { customerId, currency: 'USD', platformAccountId: 'other-account', accountInfo };
  const { id } = await service<{ id: string }>('POST', '/customers/external-accounts', body);
  return service('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: settings.accountId },
    destination: { destinationType: 'ACCOUNT', accountId: id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 400_000_000,
  });
}

const statusOf = async (on: KitPage, { id }: Payable): Promise<string> =>
  (await on.service<Kit.Quote>('GET', `/quotes/${id}`)).status;

/** Presses what the slip asks for, and signs in with a code by e-mail: the slip stands there again then. */
async function signIn(page: Page): Promise<void> {
  await pressInView(sendButton(page));
  await page.getByRole('button', { name: 'E-mail me a code' }).click();
  await page.getByRole('textbox').fill('000000');
  await page.locator('countersign-sign-in').waitFor({ state: 'detached' });
}

/** Holds answers back until it is opened. */
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const sendButton = (page: Page) => page.getByRole('button', { name: /^Send [\d.]/ });
const signInsList = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Devices' }).waitFor();
const onItsWay = (page: Page): Promise<void> => page.getByRole('heading', { name: /on its way/ }).waitFor();

async function returned(page: Page): Promise<readonly [address: string, said: object]> {
  const back = page.getByRole('link', { name: 'Back to Sample Platform' });
  const url = new URL((await back.getAttribute('href')) ?? '');
  return [url.origin + url.pathname, readWalletReturn(url) ?? {}];
}

/** Opens the app's page, whose script has every export of the kit. */
async function openApp(url: string, context: BrowserContext): Promise<Page> {
  const app = await context.newPage();
  await app.goto(url);
  await app.waitForFunction(() => 'kit' in window);
  return app;
}

/** A page that holds the kit, with a session. */
async function openHeld(context: BrowserContext): Promise<Page> {
  const page = await openApp(held.url, context);
  await page.evaluate(async (settings) => {
    window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
    await (await window.wallet.emailOtp.begin()).verify('000000');
  }, held.settings);
  return page;
}

/** Runs in a page: pays by what another window of it holds. */
async function payIn(other: Window, [settings, quote]: readonly [Kit.CreateWalletOptions, Payable]): Promise<void> {
  const isThere = (): boolean => 'kit' in other;
  while (!isThere()) await new Promise((resolve) => void setTimeout(resolve, 20));
  const wallet = other.kit.createWallet({ ...settings, refreshBefore: false });
  await wallet.quote.execute(quote);
}

/** Runs in a page: tries to pay, by a relay, with all that the page has. Returns what came of each attempt that did something. */
async function attack([relay, settings, quote]: readonly [string, object, Payable]): Promise<readonly string[]> {
  const { kit } = window;
  const got: string[] = [];
  const attempt = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      const found = await work();
      if (found !== undefined) got.push(name);
    } catch {
      // It got nothing.
    }
  };
  await attempt('databases', async () => {
    const all = await indexedDB.databases();
    for (const { name = '' } of all) {
      const opening = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const reading = database.transaction('records').objectStore('records').getAll();
      const records = await new Promise<{ session?: object }[]>((resolve) => {
        reading.addEventListener('success', () => resolve(reading.result as { session?: object }[]));
      });
      if (records.some(({ session }) => session !== undefined)) return 'session';
    }
    return undefined;
  });
  for (const credentials of ['include', 'same-origin'] as const) {
    const ask = (path: string, init?: RequestInit): Promise<unknown> =>
      fetch(relay + path, { credentials, ...init }).then((answer) => (answer.ok ? answer.text() : undefined));
    const accountId = (settings as { accountId: string }).accountId;
    await attempt('credentials', () => ask(`/auth/credentials?accountId=${accountId}`));
    await attempt('sessions', () => ask(`/auth/sessions?accountId=${accountId}`));
    await attempt('execute', () => ask(`/quotes/${quote.id}/execute`, { method: 'POST' }));
  }
  const wallet = kit.createWallet({ ...(settings as Kit.CreateWalletOptions), relay, refreshBefore: false });
  await attempt('code', () => wallet.emailOtp.begin());
  await attempt('passkey', () => wallet.passkey.prepare());
  await attempt('stamp', () => wallet.quote.execute(quote));
  wallet.close();
  return got;
}

describe('a payment', () => {
  test('is signed in for, read and paid on the wallet page, which leads back with the outcome', async () => {
    const quote = await quoteOn(site.kit);
    const asked = site.heard.length;
    const page = await open(`/pay?quote=${quote.id}`);
    await signIn(page);
    expect(await returned(page)).toEqual([`${site.app}/orders/1`, { outcome: 'cancelled', id: quote.id }]);
    await pressInView(sendButton(page));
    await onItsWay(page);
    expect(await returned(page)).toEqual([`${site.app}/orders/1`, { outcome: 'paid', id: quote.id }]);
    expect(page.url()).not.toContain('#');
    await expectNoViolation(page);
    // Nothing was loaded but what test/package/size measures.
    const loaded = site.heard.slice(asked).flatMap((one) => /^GET \/assets\/(\S+)/.exec(one)?.[1] ?? []);
    expect(loaded.sort()).toEqual([...site.first].sort());
  });

  test('that was sent before the page closed is found at the next visit, and is not paid twice', async () => {
    let executions = 0;
    const gate = createGate();
    const slow = await serveWalletPage({
      between: async (request, next) => {
        const answer = await next(request);
        if (!request.url.endsWith('/execute')) return answer;
        executions += 1;
        await gate.opened;
        return answer;
      },
    });
    onTestFinished(() => slow.close());
    const quote = await quoteOn(slow.kit);
    const context = await newContext();
    const page = await open(`/pay?quote=${quote.id}`, slow, context);
    await signIn(page);
    await pressInView(sendButton(page));
    await expect.poll(() => executions).toBe(1);
    expect(await returned(page)).toEqual([`${slow.app}/orders/1`, { outcome: 'pending', id: quote.id }]);
    await page.close();
    const next = await open(`/pay?quote=${quote.id}`, slow, context);
    await onItsWay(next);
    expect(await returned(next)).toEqual([`${slow.app}/orders/1`, { outcome: 'paid', id: quote.id }]);
    expect([executions, await next.getByRole('button', { name: /Send/ }).count()]).toEqual([1, 0]);
    gate.open();
  });
});

describe('what a payment page says and does', () => {
  test('a quote is paid from the account that it names, though the person has another before it', async () => {
    const own = await serveWalletPage({ accountIds: ['InternalAccount:00000000-0000-4000-8000-000000000009'] });
    onTestFinished(() => own.close());
    const quote = await quoteOn(own.kit);
    const page = await open(`/pay?quote=${quote.id}`, own);
    await signIn(page);
    await pressInView(sendButton(page));
    await onItsWay(page);
    expect(await statusOf(own.kit, quote)).not.toBe('PENDING');
  });

  test('a payment that a look has found not done leads back as cancelled', async () => {
    let isAway = true;
    const own = await serveWalletPage({
      between: (request, next) =>
        isAway && request.url.endsWith('/execute') ? Promise.reject(new TypeError('away')) : next(request),
    });
    onTestFinished(() => own.close());
    const quote = await quoteOn(own.kit);
    const page = await open(`/pay?quote=${quote.id}`, own);
    await signIn(page);
    const outcome = async (): Promise<unknown> => (await returned(page))[1];
    await pressInView(sendButton(page));
    await page.getByRole('button', { name: 'Check payment status' }).waitFor();
    expect(await outcome()).toEqual({ outcome: 'pending', id: quote.id });
    await page.getByRole('button', { name: 'Check payment status' }).click();
    await page.getByText('Your payment has not gone through.').waitFor();
    expect(await outcome()).toEqual({ outcome: 'cancelled', id: quote.id });
    isAway = false;
    await pressInView(page.getByRole('button', { name: /^Send/ }));
    await onItsWay(page);
    expect(await outcome()).toEqual({ outcome: 'paid', id: quote.id });
  });

  test('a payment of which nothing is known yet leads back without an outcome', async () => {
    const page = await (await newContext()).newPage();
    await page.route('**/relay/quotes/*', (route) => route.abort());
    const quote = await quoteOn(site.kit);
    const link = new URL(await site.link(`/pay?quote=${quote.id}`));
    // Names of the app's own stay: they are none of this page's.
    link.searchParams.set('return', `${site.app}/orders/1?outcome=paid&id=${quote.id}`);
    await page.goto(link.href);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect((await returned(page))[1]).toEqual({});
    await page.unroute('**/relay/quotes/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await sendButton(page).waitFor();
    expect((await returned(page))[1]).toEqual({ outcome: 'cancelled', id: quote.id });
  });

  test('a payment whose answer was lost stays pending where the visit has ended meanwhile', async () => {
    const own = await serveWalletPage({
      between: (request, next) =>
        request.url.endsWith('/execute') ? Promise.reject(new TypeError('away')) : next(request),
    });
    onTestFinished(() => own.close());
    const [quote, context] = [await quoteOn(own.kit), await newContext()];
    const page = await open(`/pay?quote=${quote.id}`, own, context);
    await signIn(page);
    await pressInView(sendButton(page));
    const look = page.getByRole('button', { name: 'Check payment status' });
    await look.waitFor();
    await context.clearCookies();
    await look.click();
    await page.getByRole('alert').getByRole('heading', { name: 'Open this page from Sample Platform again' }).waitFor();
    expect((await returned(page))[1]).toEqual({ outcome: 'pending', id: quote.id });
    await page.goto(await own.link(`/pay?quote=${quote.id}`));
    await page.getByText('Your payment has not gone through.').waitFor();
  });

  test('a payment that the service refuses leads back as failed, to be started again', async () => {
    const body = { status: 409, code: 'QUOTE_ALREADY_EXECUTED', message: 'No.' };
    const own = await serveWalletPage({
      between: async (request, next) =>
        request.url.endsWith('/execute') ? Response.json(body, { status: 409 }) : next(request),
    });
    onTestFinished(() => own.close());
    const quote = await quoteOn(own.kit);
    const page = await open(`/pay?quote=${quote.id}`, own);
    await signIn(page);
    await pressInView(sendButton(page));
    await page.getByText('Go back to Sample Platform and start again.').waitFor();
    expect((await returned(page))[1]).toEqual({ outcome: 'failed', id: quote.id });
  });

  test('a payment that is on its way leads back as paid while its entry says that it is being made', async () => {
    let reads = 0;
    const own = await serveWalletPage({
      between: async (request, next) => {
        const answer = await next(request);
        if (!/\/transactions\/Transaction/.test(request.url)) return answer;
        reads += 1;
        return Response.json({ ...((await answer.json()) as object), status: 'PENDING' });
      },
    });
    onTestFinished(() => own.close());
    const quote = await quoteOn(own.kit);
    const page = await open(`/pay?quote=${quote.id}`, own);
    await signIn(page);
    await pressInView(sendButton(page));
    await expect.poll(() => reads).toBeGreaterThan(1);
    expect((await returned(page))[1]).toEqual({ outcome: 'paid', id: quote.id });
  });

  test('a quote that has expired is not asked a sign-in for, once the person wants another', async () => {
    const own = await serveWalletPage();
    onTestFinished(() => own.close());
    const page = await (await newContext()).newPage();
    await page.clock.install();
    await page.goto(await own.link(`/pay?quote=${(await quoteOn(own.kit)).id}`));
    await signIn(page);
    await sendButton(page).waitFor();
    await page.clock.fastForward(310_000);
    await page.getByRole('button', { name: 'Get a new rate' }).click();
    await page.getByText('Go back to Sample Platform and start again.').waitFor();
    await expect.poll(() => own.signed.some((one) => /^DELETE .*\/auth\/sessions\//.test(one))).toBe(true);
    await page.getByText('Go back to Sample Platform and start again.').waitFor();
    expect(await page.getByRole('button', { name: 'E-mail me a code' }).count()).toBe(0);
  });
});

describe('an arrival', () => {
  test('goes on after a lost answer, without using its ticket again', async () => {
    const page = await (await newContext()).newPage();
    await page.route('**/me', (route) => route.abort());
    await page.goto(await site.link('/sessions'));
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/me');
    await page.getByRole('button', { name: 'Try again' }).click();
    await signInsList(page);
  });

  test('goes on with its ticket where the back-end couldn’t take it', async () => {
    const page = await (await newContext()).newPage();
    await page.route('**/enter', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(await site.link('/sessions'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await signInsList(page);
  });

  test('waits half a minute for an answer, and then lets the person try again', async () => {
    const page = await (await newContext()).newPage();
    await page.clock.install();
    await page.route('**/me', () => undefined);
    const asked = page.waitForRequest('**/me');
    await page.goto(await site.link('/sessions'));
    await asked;
    await page.clock.runFor(30_000);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  test('asks for another link where the visit has ended before the sign-in', async () => {
    const context = await newContext();
    const page = await open(`/pay?quote=${(await quoteOn(site.kit)).id}`, site, context);
    await pressInView(sendButton(page));
    const code = page.getByRole('button', { name: 'E-mail me a code' });
    await code.waitFor();
    await context.clearCookies();
    await code.click();
    await page.getByRole('button', { name: 'Log in to the site' }).click();
    await page.getByRole('heading', { name: 'Open this page from Sample Platform again' }).waitFor();
  });

  test('is asked anew of who comes where the browser shows a page that was left', async () => {
    const context = await newContext();
    const page = await open(`/pay?quote=${(await quoteOn(site.kit)).id}`, site, context);
    await signIn(page);
    await sendButton(page).waitFor();
    await context.clearCookies();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.getByRole('heading', { name: 'Open this page from Sample Platform again' }).waitFor();
    expect(await sendButton(page).count()).toBe(0);
  });
});

describe('a script in the app', () => {
  test('gets nothing of a person who is signed in on the wallet page, and pays where the page holds the kit', async () => {
    const context = await newContext();
    const own = await open(`/pay?quote=${(await quoteOn(site.kit)).id}`, site, context);
    await signIn(own);
    await sendButton(own).waitFor();
    const app = await openApp(site.app, context);
    const [signed, quote] = [site.signed.length, await muleQuote(site.kit)];
    for (const relay of [`${site.wallet}/relay`, `${site.app}/wallet`])
      expect(await app.evaluate(attack, [relay, site.kit.settings, quote] as const)).toEqual([]);
    expect([site.signed.slice(signed), await statusOf(site.kit, quote)]).toEqual([[], 'PENDING']);

    const page = await openHeld(context);
    const payable = await muleQuote(held);
    const got = await page.evaluate(attack, [held.settings.relay, held.settings, payable] as const);
    expect(got).toEqual(expect.arrayContaining(['databases', 'credentials', 'sessions', 'code', 'stamp']));
    expect(await statusOf(held, payable)).not.toBe('PENDING');
  });

  test('enters for nobody, and reads no answer of the wallet page', async () => {
    const context = await newContext();
    const app = await openApp(site.app, context);
    const link = new URL(await site.link('/sessions'));
    const body = JSON.stringify({ ticket: link.hash.slice('#ticket='.length) });
    const [url, headers] = [`${site.wallet}/enter`, { 'Content-Type': 'application/json' }];
    const outcomes = await app.evaluate(
      async ([address, given, text]) => {
        const tries: RequestInit[] = [
          { headers: given, mode: 'cors' },
          { mode: 'no-cors' },
          { headers: { 'Content-Type': 'text/plain' } },
        ];
        const answers = tries.map((init) =>
          fetch(address, { method: 'POST', body: text, credentials: 'include', ...init }).then(
            ({ type, status }) => `${type} ${String(status)}`,
            () => 'refused',
          ),
        );
        return Promise.all(answers);
      },
      [url, headers, body] as const,
    );
    expect(outcomes.filter((one) => one !== 'refused' && one !== 'opaque 0')).toEqual([]);
    expect(await context.cookies(site.wallet)).toEqual([]);
    // The ticket still serves the person.
    const page = await context.newPage();
    await page.goto(link.href);
    await signInsList(page);
  });

  test('that leads to a quote for somebody else shows their name and pays nothing', async () => {
    const context = await newContext();
    await signInsList(await open('/sessions', site, context));
    const app = await openApp(site.app, context);
    const [signed, quote] = [site.signed.length, await muleQuote(site.kit)];
    const link = `${await site.link(`/pay?quote=${quote.id}`)}&pay=1&payee=Sample+Customer`;
    await app.evaluate((address) => location.assign(address), link);
    await sendButton(app).waitFor();
    const slip = app.locator('countersign-review');
    await slip.getByText('Other Person', { exact: true }).first().waitFor();
    expect(await slip.getByText('Sample Customer').count()).toBe(0);
    expect([site.signed.slice(signed), await statusOf(site.kit, quote)]).toEqual([[], 'PENDING']);
  });
});

describe('a double press', () => {
  const gaps = [120, 180, 250, 310, 380, 440, 510, 570, 640, 700];

  test(
    'that begins in the app and ends on the button of the wallet page pays 0 of 10',
    { timeout: 120_000 },
    async () => {
      const [context, own] = [await newContext(), await serveWalletPage({ page: { session: 'visit' } })];
      onTestFinished(() => own.close());
      const first = await open(`/pay?quote=${(await quoteOn(own.kit)).id}`, own, context);
      await signIn(first);
      await sendButton(first).waitFor();
      await first.close();
      const page = await context.newPage();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 10_000);
      const quote = await quoteOn(own.kit);
      let place = { x: 100, y: 100 };
      const signed = own.signed.length;
      for (const gap of [0, ...gaps]) {
        await page.goto(own.app);
        await page.evaluate(
          ([address, { x, y }]) => {
            const link = Object.assign(document.createElement('a'), { href: address, textContent: 'Pay' });
            link.style.cssText = `position: fixed; left: ${String(x - 40)}px; top: ${String(y - 20)}px; width: 80px; height: 40px`;
            document.body.append(link);
          },
          [await own.link(`/pay?quote=${quote.id}`), place] as const,
        );
        await page.mouse.click(place.x, place.y);
        await sendButton(page).waitFor();
        await page.clock.runFor(gap);
        const box = await sendButton(page).boundingBox();
        place = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
        await page.mouse.click(place.x, place.y);
      }
      await page.getByText('Wait a moment, then press once.').waitFor();
      expect([own.signed.slice(signed), await statusOf(own.kit, quote)]).toEqual([[], 'PENDING']);
      await page.clock.resume();
      await pressInView(sendButton(page));
      await onItsWay(page);
    },
  );

  test('pays 10 of 10 in a page that holds the kit, whose script keeps the slip ready under its own button', async () => {
    const context = await newContext();
    await context.clock.install();
    const page = await openHeld(context);
    const quotes = await Promise.all(gaps.map(() => quoteOn(held)));
    for (const [at, gap] of gaps.entries()) {
      await page.evaluate(
        async ([payable]) => {
          await window.defineElements('review');
          const review = Object.assign(document.createElement('countersign-review'), {
            wallet: window.wallet,
            quote: payable,
            locale: window.en,
          });
          const lure = Object.assign(document.createElement('button'), { textContent: 'Show offer' });
          lure.style.cssText = 'position: fixed; inset: 0; z-index: 1';
          lure.addEventListener('click', () => lure.remove());
          document.body.replaceChildren(review, lure);
        },
        [quotes[at]] as const,
      );
      await page.clock.runFor(2000);
      await sendButton(page).waitFor();
      const box = await sendButton(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      // It is in view under the other button, too.
      await page.clock.runFor(1000);
      await page.mouse.click(x, y);
      await page.clock.runFor(gap);
      await page.mouse.click(x, y);
      await page.getByRole('heading', { name: 'Review payment' }).waitFor();
      await expect.poll(() => statusOf(held, quotes[at] as Payable)).not.toBe('PENDING');
    }
  });
});

describe('a window of the app', () => {
  test('frames nothing of the wallet page', async () => {
    const context = await newContext();
    const app = await openApp(site.app, context);
    const asked = site.heard.length;
    await app.evaluate(
      (address) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: address }));
      },
      await site.link(`/pay?quote=${(await quoteOn(site.kit)).id}`),
    );
    await expect.poll(() => site.heard.slice(asked)).toContain('GET /pay 200');
    await expect.poll(() => app.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
    expect(site.heard.slice(asked).filter((one) => /assets|enter|me /.test(one))).toEqual([]);
  });

  test.each(['iframe', 'popup'])('pays through a window of a page that holds the kit: %s', async (kind) => {
    const page = await openHeld(await newContext());
    const quote = await quoteOn(held);
    await page.addScriptTag({ content: `window.payIn = ${String(payIn)}` });
    await page.evaluate(
      async ([address, by, given]) => {
        const frame = document.createElement('iframe');
        const other = by === 'popup' ? window.open(address) : (document.body.append(frame), frame.contentWindow);
        if (by === 'iframe') frame.src = address;
        const { payIn: pay } = window as unknown as { payIn: (...all: unknown[]) => Promise<void> };
        await pay(other, given);
      },
      [held.url, kind, [held.settings, quote]] as const,
    );
    expect(await statusOf(held, quote)).not.toBe('PENDING');
  });

  test('keeps no handle of a wallet page that it has opened', async () => {
    const context = await newContext();
    await signInsList(await open('/sessions', site, context));
    const app = await openApp(site.app, context);
    const [signed, quote] = [site.signed.length, await quoteOn(site.kit)];
    const opening = context.waitForEvent('page');
    await app.evaluate(
      (address) => {
        Object.assign(window, { handle: window.open(address) });
      },
      await site.link(`/pay?quote=${quote.id}`),
    );
    const popup = await opening;
    await sendButton(popup).waitFor();
    const seen = await app.evaluate(() => {
      const { handle } = window as unknown as { readonly handle: Window };
      handle.postMessage('pay', '*');
      handle.location.href = 'about:blank';
      return [handle.closed, handle.length];
    });
    expect([seen, await popup.evaluate(() => window.opener === null)]).toEqual([[true, 0], true]);
    expect(new URL(popup.url()).pathname).toBe('/pay');
    expect([site.signed.slice(signed), await statusOf(site.kit, quote)]).toEqual([[], 'PENDING']);
  });
});

describe('a session for one payment', () => {
  const stored = async (page: Page): Promise<readonly string[]> =>
    (await storedRecords(page)).map((key) => key.split(':')[0] ?? '');

  test('is in memory alone, and is revoked once the payment is known', async () => {
    const own = await serveWalletPage();
    onTestFinished(() => own.close());
    const quote = await quoteOn(own.kit);
    const page = await open(`/pay?quote=${quote.id}`, own);
    await signIn(page);
    await sendButton(page).waitFor();
    expect(await stored(page)).toEqual([]);
    await pressInView(sendButton(page));
    await onItsWay(page);
    await expect.poll(() => own.signed.some((one) => /^DELETE .*\/auth\/sessions\//.test(one))).toBe(true);
    expect(await page.getByRole('heading', { name: /on its way/ }).count()).toBe(1);
  });

  test('keeps its marker in the browser and is revoked after 30 seconds without an outcome', async () => {
    const gate = createGate();
    const own = await serveWalletPage({
      between: async (request, next) => {
        if (request.url.endsWith('/execute')) await gate.opened;
        return next(request);
      },
    });
    onTestFinished(() => own.close());
    onTestFinished(() => gate.open());
    const context = await newContext();
    const quote = await quoteOn(own.kit);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(await own.link(`/pay?quote=${quote.id}`));
    await signIn(page);
    await pressInView(sendButton(page));
    await expect.poll(() => stored(page)).toEqual(['sent']);
    await page.clock.runFor(29_000);
    const revoked = (): boolean => own.signed.some((one) => /^DELETE .*\/auth\/sessions\//.test(one));
    expect(revoked()).toBe(false);
    await page.clock.runFor(2_000);
    await expect.poll(revoked).toBe(true);
    expect(await page.locator('countersign-review').count()).toBe(1);
    expect(await stored(page)).toEqual(['sent']);
  });
});

test('a ticket that was used, and a link without one, show nothing of the account', async () => {
  const used = await site.link('/sessions');
  const context = await newContext();
  const first = await context.newPage();
  await first.goto(used);
  await signInsList(first);
  // In the browser of the visit a link without a ticket is part of it.
  for (const [link, where] of [
    [used, context],
    [used, await newContext()],
    [used.replace(/#.*/, ''), await newContext()],
  ] as const) {
    const page = await where.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Open this page from Sample Platform again' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  }
  await first.reload();
  await signInsList(first);
});
