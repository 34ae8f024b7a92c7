import { describe, expect, test } from 'vitest';
import { leastContrast } from './contrast.ts';
import { fund, show, useDemoBench } from './demo-bench.ts';
import { liveRegions, waitUntilSpoken } from './live-regions.ts';

const { bench, withWallet } = useDemoBench();

describe('the page for everybody', { timeout: 180_000 }, () => {
  test.each(['light', 'dark'] as const)(
    'text over the pattern has a contrast of 4.5 at least: %s',
    async (colorScheme) => {
      await withWallet(
        { money: 98_765.43 },
        async ({ page }) => {
          await page.getByText('Deposit').waitFor();
          expect(
            await leastContrast(page, 'countersign-balance [part="section"] > div:not([role])'),
          ).toBeGreaterThanOrEqual(4.5);
        },
        { colorScheme, viewport: { width: 390, height: 844 } },
      );
    },
  );

  test('what happened is spoken by a region that was there before', async () => {
    await withWallet({}, async ({ page }) => {
      const before = await liveRegions(page);
      await fund(page, '25');
      await waitUntilSpoken(page, '25.00 USDB added.');
      const after = await liveRegions(page);
      const speaking = after.filter(({ text }) => text.includes('25.00 USDB added.'));
      expect(speaking).toHaveLength(1);
      expect(before.map(({ node }) => node)).toContain(speaking[0]?.node);
      expect(before.find(({ node }) => node === speaking[0]?.node)?.text).toBe('');
    });
  });

  test('on a wide screen the panel scrolls by itself, and a short step leaves the page without a scroll bar', async () => {
    await withWallet(
      {},
      async ({ page }) => {
        await show(page, 'Devices');
        await page.locator('main .rows li').first().waitFor();
        const beyond = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        await expect.poll(beyond).toBeLessThanOrEqual(0);
      },
      { viewport: { width: 1280, height: 800 } },
    );
  });

  test('a card and a passkey name can be handled by keyboard alone', async () => {
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
