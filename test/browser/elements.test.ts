/** All elements in all states, on the page that `npm run demo` has under /elements, under the policy of docs/production.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { root } from '../source-tree.ts';
import { expectNoViolation, noteViolations } from './content-security-policy.ts';
import { serveElements, type ElementsPage } from './elements-page.ts';
import { hurry } from './in-view.ts';
import { lowControls } from './low-controls.ts';
import { runAxe } from './run-axe.ts';

let elements: ElementsPage;
let browser: Browser;

beforeAll(async () => {
  elements = await serveElements();
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser.close();
  elements.close();
});

async function open(options: BrowserContextOptions, run: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.addInitScript(noteViolations);
  await hurry(context);
  await page.goto(elements.url);
  await showsAll(page, 'en');
  await run(page);
  await context.close();
}

/** Waits until every state is there: what is pressed in them comes after they are drawn. */
async function showsAll(page: Page, language: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const figures = [...document.querySelectorAll<HTMLElement>('figure[data-shows]')];
    const shows = ({ dataset, lastElementChild }: HTMLElement): boolean => {
      const root = lastElementChild?.shadowRoot;
      return root?.querySelector('section')?.lang === wanted && !!root.querySelector(dataset['shows'] ?? '');
    };
    return figures.length > 0 && figures.every(shows);
  }, language);
  await page.locator('countersign-balance .receive > svg').nth(2).waitFor();
}

/** Adds rules inside every element. */
const addRules = (page: Page, rules: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    for (const { shadowRoot } of document.querySelectorAll('figure > :last-child')) {
      shadowRoot?.adoptedStyleSheets.push(sheet);
    }
  }, rules);

/** Has everything drawn in another language, with what it reads. */
async function speak(page: Page, language: string): Promise<void> {
  await page.getByLabel('Language').selectOption(language);
  await page.locator('countersign-activity .entry').first().waitFor();
  await showsAll(page, language);
}

/** Words that stand on two lines, without those of a value, and balances that do. */
function brokenWords(): readonly string[] {
  const broken: string[] = [];
  for (const { localName, shadowRoot } of document.querySelectorAll('figure > :last-child')) {
    if (shadowRoot === null) continue;
    const texts = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement?.closest('dd, .spoken, style') !== null) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(
        text.parentElement.closest('[part="balance"]') === null ? /\p{L}+/gu : /.+/gu,
      )) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`${localName}: ${word}`);
      }
    }
  }
  return broken;
}

describe('every element in every state', { timeout: 120_000 }, () => {
  test.for([
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
  ] as const)('has no finding by axe and breaks no policy: %s, forced colours %s', ([colorScheme, forcedColors]) =>
    open({ colorScheme, forcedColors, viewport: { width: 390, height: 900 } }, async (page) => {
      expect(await runAxe(page, { all: true })).toEqual([]);
      await expectNoViolation(page);
    }),
  );

  test('holds no alert that is empty, and tells a wrong code in one line below its red boxes', () =>
    open({ viewport: { width: 390, height: 900 } }, async (page) => {
      const told = await page.locator('figure [role=alert]').allTextContents();
      expect(told.length).toBeGreaterThan(0);
      expect(told).not.toContain('');
      const wrong = page.locator('figure').filter({ has: page.locator('.wrong') });
      expect(await wrong.getByRole('alert').allTextContents()).toEqual(['That code isn’t right.']);
      const colours = await wrong
        .locator('[part="box"]')
        .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).borderColor));
      expect(new Set(colours)).toEqual(new Set(['rgb(163, 32, 24)']));
    }));

  test.for(['en', 'de'])('draws a problem in the states of a problem alone: language %s', (language) =>
    open({ viewport: { width: 390, height: 900 } }, async (page) => {
      await speak(page, language);
      const figures = page.locator('figure').filter({ has: page.locator('.problem') });
      await expect
        .poll(() => figures.locator('figcaption').allTextContents())
        .toEqual(['<countersign-review> refused', '<countersign-problem> no connection']);
    }),
  );

  test.for(['en', 'de', 'es', 'fr', 'pt'])(
    'fits into 280 px, right to left too, and every control is 44 px high: language %s',
    (language) =>
      open({ viewport: { width: 312, height: 900 } }, async (page) => {
        await speak(page, language);
        for (const direction of ['ltr', 'rtl']) {
          await page.getByLabel('Direction').selectOption(direction);
          const wide = await page.evaluate(() =>
            [...document.querySelectorAll('figure > :last-child')]
              .filter((element) => element.scrollWidth > element.clientWidth)
              .map((element) => element.localName),
          );
          expect(wide).toEqual([]);
        }
        expect(await lowControls(page)).toEqual([]);
      }),
  );

  test.for(['en', 'de', 'es', 'fr', 'pt'])(
    'breaks nothing inside a word or a balance, but ids: language %s',
    (language) =>
      open({ viewport: { width: 320, height: 900 } }, async (page) => {
        await speak(page, language);
        // Where the browser hyphenates, a word may break at a syllable.
        await addRules(page, '* { hyphens: manual !important }');
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 900 });
          expect([width, await page.evaluate(brokenWords)]).toEqual([width, []]);
        }
      }),
  );

  test('has the mark of each step of a receipt beside its words, right to left too', () =>
    open({ viewport: { width: 390, height: 900 } }, async (page) => {
      const besides = await page.locator('countersign-payment').evaluateAll((receipts) =>
        receipts.flatMap((receipt) =>
          [...(receipt.shadowRoot?.querySelectorAll('.steps > li') ?? [])].map((step) => {
            const style = getComputedStyle(step);
            return style.direction === 'rtl' ? style.paddingRight : style.paddingLeft;
          }),
        ),
      );
      expect(new Set(besides)).toEqual(new Set(['28px']));
    }));

  test('hides nothing with the text spacing of WCAG 1.4.12, and a digit’s box has 36 px at 320 px', () =>
    open({ viewport: { width: 320, height: 900 } }, async (page) => {
      const widths = await page
        .locator('countersign-code-entry [part="box"]')
        .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().width));
      expect(Math.min(...widths)).toBeGreaterThanOrEqual(36);
      await addRules(
        page,
        '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
      );
      await page.getByRole('textbox', { name: 'Code' }).last().fill('12345');
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('figure > :last-child')].flatMap((element) =>
          [element, ...(element.shadowRoot?.querySelectorAll('*:not(.spoken):not(input):not(.code):not(svg *)') ?? [])]
            .filter((part) => part.clientWidth > 0)
            .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
            .map((part) => `${element.localName} ${part.localName} ${part.className}`),
        ),
      );
      expect(cut).toEqual([]);
    }));

  test('keeps 18rem in a row of others, where there is room', () =>
    open({ viewport: { width: 1280, height: 900 } }, async (page) => {
      const widths = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('countersign-sign-in, countersign-sessions')].map((element) => {
          element.parentElement?.replaceWith(element);
          const row = document.createElement('div');
          row.style.display = 'flex';
          element.replaceWith(row);
          const wide = document.createElement('p');
          wide.style.flex = '0 0 60rem';
          row.append(element, wide);
          return element.getBoundingClientRect().width;
        }),
      );
      expect(widths.every((width) => width >= 288)).toBe(true);
    }));

  test.for([
    ['no-preference', 'turn'],
    ['reduce', 'none'],
  ] as const)('the pressed button turns while it works; with less motion (%s) it stands still', ([motion, name]) =>
    open({ reducedMotion: motion }, async (page) => {
      const drawn = await page
        .locator('button[data-busy]')
        .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button, '::before').animationName));
      expect(new Set(drawn)).toEqual(new Set([name]));
    }),
  );

  const widths = [320, 390, 1280, 1920];
  test.for(widths.flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]))(
    'the playground has no finding by axe and fits: %s px, %s',
    async ([width, colorScheme]) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto(elements.url.replace(/#.*/, '#element=countersign-card'));
      await page.waitForSelector('html[data-ready]');
      expect(await runAxe(page, { all: true })).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();
    },
  );

  test('the playground shows what is chosen, gives the code for it, and its address brings it back', () =>
    open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.getByLabel('Element').selectOption('card');
      await page.getByLabel('State').selectOption('frozen');
      await page.getByLabel('Accent').fill('#8a1f5c');
      await page.getByLabel('Language').selectOption('de');
      await page.getByLabel('Theme').selectOption('dark');
      const looks = async (): Promise<readonly unknown[]> => {
        const button = page.getByRole('button', { name: 'Wieder freigeben' });
        const { length } = await page.locator('main figure').all();
        const colour = await button.evaluate((one) => getComputedStyle(one).backgroundColor);
        return [length, colour, await page.getByRole('region', { name: 'CSS' }).textContent()];
      };
      const chosen = await looks();
      expect(chosen[0]).toBe(1);
      expect(chosen[2]).toContain('color-scheme: dark;');
      await page.reload();
      await page.waitForSelector('html[data-ready]');
      expect(await looks()).toEqual(chosen);
      await page.getByRole('button', { name: 'Copy JavaScript' }).click();
      await page.getByText('Copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("defineElements('card')");
      await page.evaluate(() => (location.hash = ''));
      await page.getByRole('button', { name: 'Send 40.00 USDB' }).waitFor();
    }));

  const brands = [...readFileSync(join(root, 'docs/theming.md'), 'utf8').matchAll(/^\.\w+ (\{[^}]+\})/gm)];
  const looks = [
    ...['light', 'dark'].map((system) => ({ name: `a page without styles, system ${system}`, system, css: undefined })),
    ...brands.flatMap(([, rules], index) =>
      ['light', 'dark'].map((system) => ({
        name: `brand ${String(index + 1)} of docs/theming.md, ${system}`,
        system,
        css: `:root { color-scheme: light dark; background: Canvas; color: CanvasText; } main ${rules}`,
      })),
    ),
  ] as readonly { name: string; system: 'light' | 'dark'; css: string | undefined }[];

  test.for(looks)('can be read: $name', ({ system, css }) =>
    open({ colorScheme: system, viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.evaluate(() => document.querySelectorAll('link[rel=stylesheet]').forEach((link) => link.remove()));
      if (css !== undefined)
        await page.evaluate((rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets = [sheet];
        }, css);
      expect(await runAxe(page, { only: ['color-contrast'], parts: ['figure > :last-child'] })).toEqual([]);
    }),
  );

  test('prints a receipt dark on white and without what can be pressed, in a dark theme too', () =>
    open({ colorScheme: 'dark' }, async (page) => {
      await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
      await page.emulateMedia({ media: 'print' });
      const printed = await page.locator('countersign-payment').evaluateAll((receipts) =>
        receipts.flatMap(({ shadowRoot }) => {
          const [section, title] = ['section', 'h2'].map((part) => shadowRoot?.querySelector(part));
          const pressed = [...(shadowRoot?.querySelectorAll('button, input') ?? [])].filter((one) =>
            one.checkVisibility(),
          );
          return section && title
            ? [getComputedStyle(section).backgroundColor, getComputedStyle(title).color, pressed.length]
            : [];
        }),
      );
      expect(new Set(printed)).toEqual(new Set(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 0]));
    }));

  test('takes the page’s colour scheme, and another by its attribute', () =>
    open({ colorScheme: 'dark' }, async (page) => {
      const drawn = (theme: string | null, scheme: string): Promise<string> =>
        page
          .locator('countersign-card')
          .first()
          .evaluate(
            (element, [theme, scheme]) => {
              document.documentElement.style.colorScheme = scheme;
              if (theme === null) element.removeAttribute('theme');
              else element.setAttribute('theme', theme);
              const surface = element.shadowRoot?.querySelector('section');
              return surface ? getComputedStyle(surface).backgroundColor : '';
            },
            [theme, scheme] as const,
          );
      const [light, dark] = ['rgb(255, 255, 255)', 'rgb(19, 25, 23)'];
      expect(await drawn(null, 'normal')).toBe(light);
      expect(await drawn(null, 'dark')).toBe(dark);
      expect(await drawn(null, 'light dark')).toBe(dark);
      expect(await drawn('light', 'dark')).toBe(light);
      expect(await drawn('dark', 'light')).toBe(dark);
      expect(await drawn('system', 'light')).toBe(dark);
    }));
});
