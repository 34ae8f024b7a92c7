import type { Page, Request } from 'playwright';
import { describe, expect, test } from 'vitest';
import { heading, press, quote, sendCode, useDemoBench, sends } from './demo-bench.ts';

const { bench, withVisit, withWallet } = useDemoBench();

const firstLoadBytes = 48_000;

/** Bytes of script that came over the wire, and the files that were asked for. */
const scripts = (page: Page): Promise<{ bytes: number; files: readonly string[] }> =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const loaded = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    return {
      bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      files: loaded.map(({ name }) => new URL(name).pathname),
    };
  });

const paths = (requests: readonly Request[], part: string): readonly string[] =>
  requests
    .map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
    .filter((path) => path.includes(part));

describe('what the page loads', { timeout: 60_000 }, () => {
  test('the first load is at most 48 kB of script on the wire, compressed', async () => {
    await withVisit(async (visit) => {
      const { bytes, files } = await scripts(visit.page);
      expect(files.length).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(firstLoadBytes);
      expect(files.filter((file) => /passkey|login|signed-in/.test(file))).toEqual([]);
      const html = visit.responses.find((response) => response.url() === `${bench().demo.url}/`);
      const script = visit.responses.find((response) => /index-[^/]*\.js$/.test(response.url()));
      expect(script?.headers()).toMatchObject({ 'content-encoding': 'gzip' });
      expect((await html?.allHeaders())?.['etag']).toBeDefined();
    });
  });

  test('what a sign-in needs is fetched while the person is at the field, and the credentials are read once', async () => {
    await withVisit(async ({ page, requests }) => {
      await page.getByLabel('E-mail address').focus();
      await expect
        .poll(async () => (await scripts(page)).files.filter((file) => /signed-in/.test(file)).length)
        .toBe(3);
      await page.waitForLoadState('networkidle');
      requests.length = 0;
      await sendCode(page, 'load@example.com');
      // The icon is the browser's own affair: at a new address it looks it up again, in its cache.
      expect(
        paths(requests, '/assets/').filter(
          (path) =>
            !/mark|login|enclave-bundle|rolldown-runtime|public-point|inspector|p256|crypto|key-pair|sweep|tell-events/.test(
              path,
            ),
        ),
      ).toEqual([]);
      // The field for the code is there before the code is asked for.
      await expect
        .poll(() => paths(requests, '/auth/'))
        .toEqual([
          'GET /wallet/auth/credentials',
          expect.stringMatching(/^POST \/wallet\/auth\/credentials\/[^/]+\/challenge$/),
        ]);
    });
  });

  test('what a signature needs is there before the press, also after a reload', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page }) => {
      await page.getByRole('radio').first().waitFor();
      await quote(page, '10');
      await page.waitForLoadState('networkidle');
      await page.route('**/assets/**', (route) => route.abort());
      await press(page, sends);
      await heading(page, 'On its way');
    });
  });
});
