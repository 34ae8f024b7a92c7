import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  addBank,
  balance,
  fund,
  heading,
  press,
  quote,
  show,
  signAndFollow,
  signIn,
  useDemoBench,
  walk,
  slipLine,
  sends,
} from './demo-bench.ts';
import { exportStoredKeys, readEverything, secretsOf, signerOf, storedPublicKey } from './demo-evidence.ts';
import { standsInView } from './in-view.ts';

const { bench, withVisit, withWallet } = useDemoBench();

/** Width of the page's parts, and where they begin. */
const places = (
  page: Page,
): Promise<readonly { readonly left: number; readonly right: number; readonly height: number }[]> =>
  page.evaluate(() =>
    ['.top > .brand', 'main', '.stage', '.top'].map((selector) => {
      const { left, right, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { left, right, height };
    }),
  );

describe('the first screen', { timeout: 60_000 }, () => {
  test('leads by one press to a wallet with money and a bank account, and by four more to a payment that arrived, also after a failure', async () => {
    await withVisit(async ({ page }) => {
      const start = page.getByRole('button', { name: 'Start with a funded wallet' });
      await page.route('**/api/fund', (route) => route.abort());
      await start.click();
      await page.getByRole('alert').getByText('No connection').waitFor();
      await page.unroute('**/api/fund');
      await start.click();
      await heading(page, 'Your wallet');
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      expect(await balance(page)).toBe('250.00 USDB');
      for (const name of ['Withdraw to a bank', 'Review payment', sends, 'Skip a minute ahead']) {
        await press(page, name);
      }
      await heading(page, 'Paid');
    });
  });

  test('has on a phone the two doors before the form, and one main button; says that the network is gone, until it is back', async () => {
    await withVisit(
      async ({ page }) => {
        const top = async (role: 'button' | 'link' | 'textbox', name: string): Promise<number> =>
          (await page.getByRole(role, { name }).boundingBox())?.y ?? NaN;
        const form = await top('textbox', 'E-mail address');
        expect(await top('button', 'Start with a funded wallet')).toBeLessThan(form);
        expect(await top('link', 'Attack it')).toBeLessThan(form);
        expect(await page.locator('.primary').allInnerTexts()).toEqual(['Start with a funded wallet']);
        const notice = page.getByText('This device is offline.');
        await page.context().setOffline(true);
        await notice.waitFor();
        await page.context().setOffline(false);
        await notice.waitFor({ state: 'hidden' });
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  test('draws a tampered payment that ends at its one red value within five seconds, or stands there where motion isn’t welcome', async () => {
    await withVisit(async ({ page }) => {
      const drawing = page.getByRole('img', { name: 'and stops there: nothing is signed' });
      const ends = (): Promise<readonly unknown[]> =>
        drawing.evaluate((figure) =>
          figure.getAnimations({ subtree: true }).map(({ effect }) => effect?.getComputedTiming().endTime),
        );
      const moving = await ends();
      expect(moving.length).toBeGreaterThan(5);
      expect(Math.max(...moving.map(Number))).toBeLessThanOrEqual(5000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await ends()).toEqual([]);
      expect(await drawing.locator('dd.lie').innerText()).toMatch(/^export wallet\s+expected sign transaction$/);
      expect(await page.locator('.first-look h2').allInnerTexts()).toEqual([
        'No withdrawal leaves without the customer’s signature',
        'What nobody can stop',
      ]);
    });
  });
});

describe('the room of a screen', { timeout: 60_000 }, () => {
  test('is used, with brand, places and session apart: a low header at 390 pixels, one left edge at 768, no scrolling at 1280 x 800, a wide stage at 1920', async () => {
    await withWallet({ money: 20 }, async ({ page }) => {
      await balance(page);
      await page.setViewportSize({ width: 390, height: 844 });
      expect((await places(page))[3]?.height).toBeLessThanOrEqual(64);
      await page.setViewportSize({ width: 768, height: 1024 });
      const [brand, wallet, stage] = await places(page);
      expect([wallet?.left, stage?.left]).toEqual([brand?.left, brand?.left]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);
      expect((await places(page))[2]?.height).toBeGreaterThanOrEqual(670);
      const edge = await page.locator('.stage').evaluate((stage) => getComputedStyle(stage).borderBottomStyle);
      expect(edge).toBe('solid');
      await page.setViewportSize({ width: 1920, height: 1080 });
      const [, , wide] = await places(page);
      expect((wide?.right ?? 0) - (wide?.left ?? 0)).toBeGreaterThan(1000);
      await page.setViewportSize({ width: 1280, height: 800 });
      const box = async (selector: string) => {
        const found = await page.locator(selector).first().boundingBox();
        if (found === null) throw new Error(`${selector} isn’t shown`);
        return { ...found, right: found.x + found.width };
      };
      const beside = async (before: string, after: string): Promise<number> =>
        (await box(after)).x - (await box(before)).right;
      expect(await beside('.brand span', '.top nav button')).toBeGreaterThanOrEqual(16);
      expect(await beside('.top nav button:last-child', '.who')).toBeGreaterThanOrEqual(16);
      expect(await beside('.clock', 'countersign-session')).toBeGreaterThanOrEqual(4);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await beside('.brand', 'countersign-session')).toBeGreaterThanOrEqual(4);
      const cut = await page.locator('.brand').evaluate((brand) => brand.scrollWidth - brand.clientWidth);
      expect(cut).toBeLessThanOrEqual(0);
      expect((await box('countersign-session')).right).toBeLessThanOrEqual(320);
      const placeOfBar = (): Promise<string> =>
        page.locator('.top nav').evaluate((bar) => getComputedStyle(bar).position);
      expect(await placeOfBar()).toBe('fixed');
      await page.setViewportSize({ width: 640, height: 400 });
      expect(await placeOfBar()).toBe('static');
    });
  });
});

describe('a withdrawal, from the e-mail code to the bank', { timeout: 120_000 }, () => {
  test('completes with the right balance, the sandbox saw valid stamps by the expected keys, and the stored key refuses export in every format', async () => {
    await withVisit(async ({ page, requests, console: said }) => {
      await signIn(page, 'flow@example.com');
      expect(await balance(page)).toBe('0.00 USDB');
      await fund(page, '250.5');
      expect(await balance(page)).toBe('250.50 USDB');
      await addBank(page);
      await quote(page, '100.25');
      expect(await slipLine(page, 'You send')).toBe('100.25 USDB');
      expect(await slipLine(page, 'They receive')).toBe('99.74 USD');
      await signAndFollow(page);
      await heading(page, 'Paid');
      await press(page, 'Done');
      expect(await balance(page)).toBe('150.25 USDB');

      const sessionKey = await storedPublicKey(page);
      const signed = requests.filter((request) => signerOf(request) !== null);
      expect(signed.map((request) => new URL(request.url()).pathname.split('/').at(-1))).toEqual(['verify', 'execute']);
      const [verify, execute] = signed.map(signerOf);
      expect(execute).toBe(sessionKey);
      const log = (await bench().requests()).filter(({ path }) => /(verify|execute)$/.test(path));
      expect(log.slice(-3)).toMatchObject([
        { leg: 1, status: 202 },
        { leg: 2, status: 200, signedBy: verify },
        { leg: 2, status: 200, signedBy: sessionKey },
      ]);
      expect(said).toEqual([]);
      const refused = { extractable: false, usages: ['sign'], jwk: 'refused', pkcs8: 'refused', raw: 'refused' };
      expect(await exportStoredKeys(page)).toEqual([refused]);
    });
  });

  test('after a reload the session is still there, and a second withdrawal needs no new code', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page, requests }) => {
      await quote(page, '10');
      await signAndFollow(page);
      const key = await storedPublicKey(page);
      requests.length = 0;

      await page.reload();
      await heading(page, 'Paid');
      await page.getByRole('navigation').getByRole('button', { name: 'Wallet' }).click();
      expect(await balance(page)).toBe('90.00 USDB');
      await press(page, 'Withdraw to a bank');
      await quote(page, '20');
      await signAndFollow(page);
      await press(page, 'Done');
      expect(await balance(page)).toBe('70.00 USDB');
      expect(requests.filter((request) => /challenge|verify/.test(request.url()))).toEqual([]);
      expect(requests.map(signerOf).filter((signer) => signer !== null)).toEqual([key]);
    });
  });

  test('nothing secret reaches storage, cookies, the page, the console or an address', async () => {
    await withVisit(async (visit) => {
      const places: string[] = [];
      await walk(visit.page, 'secrets@example.com', async (step) => {
        places.push(...(await readEverything(visit.page, step)));
      });
      const secrets = await secretsOf(visit);
      expect([...secrets.keys()].sort()).toEqual([
        'Request-Id',
        'encryptedOtpBundle',
        'encryptedSessionSigningKey',
        'otpEncryptionTargetBundle',
        'payloadToSign',
        'requestId',
        'stamp',
      ]);
      places.push(...visit.console, ...visit.requests.map((request) => request.url()));
      for (const [name, values] of secrets) {
        for (const value of values) {
          expect(value.length, name).toBeGreaterThanOrEqual(16);
          // The enclave's signed public key waits for a reload in the tab's storage; nothing is opened by it.
          const isKept = (place: string): boolean =>
            name === 'otpEncryptionTargetBundle' && place.includes('countersign:code-entry:');
          expect(
            places.filter((place) => place.includes(value) && !isKept(place)),
            name,
          ).toEqual([]);
        }
      }
      const credentials = ['sandbox-secret', Buffer.from('sandbox-client:sandbox-secret').toString('base64')];
      for (const value of credentials) expect(places.filter((place) => place.includes(value))).toEqual([]);
      const withoutHint = places.filter((place) => !place.startsWith('code '));
      expect(withoutHint.filter((place) => /\b000000\b/.test(place))).toEqual([]);
      expect(await visit.page.evaluate(() => document.cookie)).toBe('');
    });
  });
});

describe('the page for everybody', { timeout: 180_000 }, () => {
  test('the whole flow works by keyboard alone, and the focus is never lost', async () => {
    await withVisit(async ({ page }) => {
      const focusOn = (selector: string) => expect.poll(() => isFocused(page, selector)).toBe(true);
      await tabTo(page, '#email');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('keyboard@example.com');
      await page.keyboard.press('Enter');
      await heading(page, 'Check your e-mail');
      await focusOn('#code');
      await page.keyboard.type('000000');
      await heading(page, 'Your wallet');
      await focusOn('h1');
      await tabTo(page, 'main button', 'Add money');
      await page.keyboard.press('Enter');
      await heading(page, 'Add money');
      await focusOn('h1');
      await tabTo(page, '#amount');
      await page.keyboard.press('Enter');
      await heading(page, 'Your wallet');
      await tabTo(page, 'main button', 'Withdraw to a bank');
      await page.keyboard.press('Enter');
      await heading(page, 'Add a bank account');
      await tabTo(page, 'main button', 'Fill in sample details');
      await page.keyboard.press('Enter');
      await focusOn('button.primary');
      await page.keyboard.press('Enter');
      await heading(page, 'Withdraw');
      await page.getByRole('radio').first().waitFor();
      await tabTo(page, '#amount');
      await page.keyboard.type('50');
      await page.keyboard.press('Enter');
      await heading(page, 'Review payment');
      await focusOn('h1');
      await tabTo(page, 'button', 'Send 50.00 USDB');
      await standsInView(page.getByRole('button', { name: sends }));
      await page.keyboard.press('Enter');
      await heading(page, 'On its way');
      await focusOn('h1');
      await tabTo(page, 'main button', 'Skip a minute ahead');
      await page.keyboard.press('Enter');
      await heading(page, 'Paid');
      await focusOn('h1');
      // Nothing on the way holds the focus: it comes round to where the page begins.
      await tabTo(page, '.skip');
    });
  });

  test('a card can be handled by keyboard alone', async () => {
    await withWallet({ money: 25 }, async ({ page }) => {
      await show(page, 'Card');
      const enter = async (name: string): Promise<void> => {
        const button = page.getByRole('main').getByRole('button', { name, exact: true });
        await button.waitFor();
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press('Tab');
          if (await button.evaluate((element) => element.matches(':focus'))) break;
        }
        await page.keyboard.press('Enter');
      };
      await enter('Get a card');
      // Its making takes a while of the sandbox's time, which passes by itself, too.
      await bench().advance(60_000);
      await page.getByRole('button', { name: 'Freeze' }).waitFor();
      await enter('Close card');
      await enter('Keep card');
      await page.getByRole('button', { name: 'Close card' }).and(page.locator(':focus')).waitFor();
    });
  });
});

/** In the page: what has the focus and doesn't show it; empty where it shows. A closed shadow root tells of its host alone. */
function unseenFocus(): string {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (focused === null || focused === document.body || focused.hasAttribute('data-countersign-inspector')) return '';
  const isRinged = [focused, focused.closest('.entry, label')].some((element) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  return focused.matches(':focus-visible') && isRinged ? '' : focused.outerHTML.slice(0, 120);
}

/** Detects the focus on such an element, in the page or in a shadow root of it. */
const isFocused = (page: Page, selector: string, text = ''): Promise<boolean> =>
  page.evaluate(
    ([wanted = '', label = '']) => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      return focused?.matches(wanted) === true && focused.textContent.trim().includes(label);
    },
    [selector, text],
  );

/** Presses Tab until the focus is on the element, as a person without a mouse does. */
async function tabTo(page: Page, selector: string, text = ''): Promise<void> {
  await page.locator(selector, { hasText: text }).first().waitFor({ state: 'attached' });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(unseenFocus)).toBe('');
    if (await isFocused(page, selector, text)) return;
  }
  throw new Error(`60 presses of Tab did not reach ${selector} ${text}`);
}
