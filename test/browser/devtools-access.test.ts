import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cross } from '../cross.ts';
import { launch } from '../engines/launch.ts';
import { openInspected, pay, serveDevtools, show, signIn } from './devtools-page.ts';
import type { KitPage } from './kit-page.ts';
import { runAxe } from './run-axe.ts';

const tabs = ['Messages', 'Keys', 'State', 'Sandbox'];
let served: KitPage;
let browser: Browser;

beforeAll(async () => {
  served = await serveDevtools();
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await served.close();
});

/** Rules for the page around the inspector, which is the test's own. */
const ofThePage = ['landmark-one-main', 'page-has-heading-one', 'region'];

/** Targets under 24 px, tabs of several lines, and how far the page is too wide. */
const sizesOf = (page: Page): Promise<object> =>
  page.evaluate(() => {
    const root = window.inspector.element.shadowRoot;
    const targets = [...(root?.querySelectorAll('button, summary, label, input:not(label input)') ?? [])];
    const small = targets
      .map((target) => ({ box: target.getBoundingClientRect(), name: target.textContent }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ name }) => name);
    const lines = (target: Element): number => {
      const text = new Range();
      text.selectNodeContents(target);
      return text.getClientRects().length;
    };
    const broken = [...(root?.querySelectorAll('[role=tab]') ?? [])].filter((target) => lines(target) > 1);
    return {
      small,
      broken: broken.length,
      beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });

const looks = cross([320, 1280], ['light', 'dark'] as const, ['none', 'active'] as const);

describe('every panel of the inspector', { timeout: 120_000 }, () => {
  test('has no finding by axe, no width but the page’s and no target under 24 px: narrow and wide, light and dark, in forced colours too', async () => {
    const { page } = await openInspected(served, browser, { reducedMotion: 'reduce' });
    // No word of the tabs breaks, even if a page styles the element.
    await page.evaluate(() => void (window.inspector.element.style.overflowWrap = 'anywhere'));
    await signIn(page);
    await pay(page, served);
    await pay(page, served);
    for (const [width, colorScheme, forcedColors] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, forcedColors });
      for (const tab of tabs) {
        const look = [tab, width, colorScheme, forcedColors];
        await show(page, tab);
        if (tab === 'Messages')
          for (const one of await page.locator('.exchange').filter({ hasText: 'signed' }).all()) await one.click();
        expect([look, await runAxe(page, { all: true, except: ofThePage })]).toEqual([look, []]);
        const regions = await page.evaluate(() =>
          [...(window.inspector.element.shadowRoot?.querySelectorAll('section, pre') ?? [])].map((region) =>
            region.getAttribute('aria-label'),
          ),
        );
        expect(regions.filter((name, at) => name === null || regions.indexOf(name) !== at)).toEqual([]);
        if (tab === 'Messages') expect(regions.length).toBeGreaterThan(4);
        expect([look, await sizesOf(page)]).toEqual([look, { small: [], broken: 0, beyond: 0 }]);
      }
    }
  });

  test('is reached and worked by keyboard alone', async () => {
    const { page } = await openInspected(served, browser);
    await signIn(page);
    await page.keyboard.press('Tab');
    const focused = (): Promise<string | null> =>
      page.evaluate(() => window.inspector.element.shadowRoot?.activeElement?.textContent ?? null);
    expect(await focused()).toBe('Messages');
    for (const tab of tabs.slice(1)) {
      await page.keyboard.press('ArrowRight');
      expect(await focused()).toBe(tab);
      expect(await page.getByRole('tab', { selected: true }).innerText()).toBe(tab);
    }
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Messages');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Sandbox');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    for (const name of ['Find', /^Show read-only requests/, 'Export without secrets', 'Clear']) {
      const control = page.getByLabel(name).or(page.getByRole('button', { name }));
      expect(await control.evaluate((one) => one.matches(':focus'))).toBe(true);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('.exchange').first().getAttribute('aria-expanded')).toBe('true');
  });
});
