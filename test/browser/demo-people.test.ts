import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { fund, heading, press, show, signIn, useDemoBench, walk } from './demo-bench.ts';
import { leastContrast } from './contrast.ts';
import { runAxe } from './run-axe.ts';

const { withVisit } = useDemoBench();

const smallestTarget = 24;

/** Whatever can be pressed in the wallet and is smaller than 24 by 24 pixels. */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate((least) => {
    const pressed = document.querySelectorAll<HTMLElement>(
      'header button, main button, main summary, main input, main select',
    );
    return [...pressed]
      .filter((element) => element.checkVisibility())
      .map((element) => element.closest('label') ?? element)
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < least || height < least;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  }, smallestTarget);

describe('the page for everybody', { timeout: 180_000 }, () => {
  test('in forced colours every step passes axe, keeps its edges, and has nothing too small to press', async () => {
    const viewport = { width: 390, height: 844 };
    await withVisit(
      async ({ page }) => {
        const found: string[] = [];
        await walk(page, 'forced@example.com', async (step) => {
          found.push(...(await runAxe(page, { parts: ['header', 'main'] })).map((rule) => `${step}: ${rule}`));
          found.push(...(await smallTargets(page)).map((element) => `${step}: small ${element}`));
          const bare = await page
            .locator('.sheet, .note, .plastic')
            .evaluateAll((surfaces) =>
              surfaces
                .filter((surface) => getComputedStyle(surface).borderTopStyle === 'none')
                .map(({ className }) => className),
            );
          found.push(...bare.map((name) => `${step}: without an edge ${name}`));
        });
        expect(found).toEqual([]);
      },
      { forcedColors: 'active', viewport, reducedMotion: 'reduce' },
    );
  });

  test('at twice the size nothing is cut off or needs sideways scrolling', async () => {
    // 1280 pixels at 200 % are 640; a phone of 320 pixels is tested with axe.
    await withVisit(
      async ({ page }) => {
        await walk(page, 'zoom@example.com', async (step) => {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, step).toBeLessThanOrEqual(640);
        });
      },
      { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
    );
  });

  test.each(['light', 'dark'] as const)(
    'text over the pattern has a contrast of 4.5 at least: %s',
    async (colorScheme) => {
      await withVisit(
        async ({ page }) => {
          await signIn(page, `contrast-${colorScheme}@example.com`);
          await fund(page, '98765.43');
          await page.getByText('Money in').waitFor();
          expect(await leastContrast(page, '.note')).toBeGreaterThanOrEqual(4.5);
          await show(page, 'Card');
          await press(page, 'Get a card');
          await page.getByTestId('card').waitFor();
          expect(await leastContrast(page, '.plastic')).toBeGreaterThanOrEqual(4.5);
        },
        { colorScheme, viewport: { width: 390, height: 844 } },
      );
    },
  );

  test('what happened is spoken by a region that was there before', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'spoken@example.com');
      const before = await liveRegions(page);
      await fund(page, '25');
      await page.locator('.notice', { hasText: '25.00 USDB added.' }).waitFor();
      const after = await liveRegions(page);
      const speaking = after.filter(({ text }) => text.includes('25.00 USDB added.'));
      expect(speaking).toHaveLength(1);
      expect(before.map(({ node }) => node)).toContain(speaking[0]?.node);
      expect(before.find(({ node }) => node === speaking[0]?.node)?.text).toBe('');
    });
  });

  test('on a wide screen the panel scrolls by itself, and a short step leaves the page without a scroll bar', async () => {
    await withVisit(
      async ({ page }) => {
        await signIn(page, 'scroll@example.com');
        await show(page, 'Sessions');
        await page.locator('main .rows li').first().waitFor();
        const [content, room] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
        expect(content).toBeLessThanOrEqual(room ?? 0);
      },
      { viewport: { width: 1280, height: 800 } },
    );
  });

  test('a card and a passkey name can be handled by keyboard alone', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'keys@example.com');
      await fund(page, '25');
      await show(page, 'Card');
      const enter = async (name: string): Promise<void> => {
        const button = page.getByRole('main').getByRole('button', { name, exact: true });
        await button.waitFor();
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press('Tab');
          if (await button.evaluate((element) => element === document.activeElement)) break;
        }
        await page.keyboard.press('Enter');
      };
      await enter('Get a card');
      await enter('Skip a minute ahead');
      await page.getByRole('button', { name: 'Freeze' }).waitFor();
      await enter('Close…');
      await page.waitForFunction(() => document.activeElement?.textContent.trim() === 'Close this card for good');
      await enter('Keep it');
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await heading(page, 'Card');
    });
  });
});

/** The regions that are spoken, with their text, as the accessibility tree has them. */
async function liveRegions(page: Page): Promise<readonly { readonly node: number; readonly text: string }[]> {
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node?.childIds ?? []).map(textOf).join('');
  };
  await devTools.detach();
  return nodes
    .filter(({ properties }) => properties?.some(({ name, value }) => name === 'live' && value.value === 'polite'))
    .map(({ nodeId, backendDOMNodeId = 0 }) => ({ node: backendDOMNodeId, text: textOf(nodeId) }));
}
