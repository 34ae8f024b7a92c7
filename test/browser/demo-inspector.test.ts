import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addBank,
  fund,
  openDemoBench,
  quote,
  signAndFollow,
  signIn,
  type DemoBench,
  type Visit,
} from './demo-bench.ts';

let bench: DemoBench;

beforeAll(async () => {
  bench = await openDemoBench();
}, 120_000);

afterAll(async () => {
  await bench.close();
});

/** A visit whose shadow roots are open: a closed one hides from tests too. */
async function openVisit(options: Parameters<DemoBench['open']>[0] = {}): Promise<Visit> {
  const visit = await bench.open(options);
  await visit.page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachOpen(init) {
      return attach.call(this, { ...init, mode: 'open' });
    };
  });
  await visit.page.reload();
  return visit;
}

async function scriptsOf({ responses }: Visit): Promise<readonly string[]> {
  const scripts = responses.filter((response) => response.url().endsWith('.js'));
  return Promise.all(scripts.map((response) => response.text()));
}

/** What axe finds wrong in the demo's page. */
async function findings(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    interface Axe {
      run(): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200) ?? ''}`);
  });
}

describe('the inspector in the demo', { timeout: 120_000 }, () => {
  test('is loaded apart: the first load is within 45 kB and holds nothing of what draws it', async () => {
    const visit = await bench.open();
    const scripts = await scriptsOf(visit);
    expect(scripts.filter((text) => text.includes('Who says what to whom'))).toEqual([]);
    const size = scripts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(size).toBeLessThanOrEqual(45_000);
    await visit.close();
  });

  test('draws a sign-in and a payment, and moves the time of the sandbox', async () => {
    const { page, violations, close } = await openVisit();
    await signIn(page, 'inspected@example.com');
    await fund(page, '50');
    await addBank(page);
    await quote(page, '10');
    await signAndFollow(page);
    await page.getByRole('region', { name: 'Sign a payment' }).waitFor();
    expect(await page.getByRole('region', { name: 'Sign in with the code' }).count()).toBe(1);
    await page.getByRole('tab', { name: 'Signed' }).click();
    await page.getByRole('button', { name: 'Sign a payment done' }).click();
    await page.getByRole('button', { name: 'Verify it in this page' }).click();
    await page.getByText(/^It verifies: the key/).waitFor();
    await page.getByRole('tab', { name: 'Sandbox' }).click();
    await page.getByRole('button', { name: '+5 min' }).click();
    await page.getByText('The service’s time is 5 min further on.').waitFor();
    expect(violations).toEqual([]);
    await close();
  });

  test.for(['light', 'dark'] as const)(
    'has no finding by axe, nor has the bench of attacks: %s',
    async (colorScheme) => {
      const { page, close } = await openVisit({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
      await page.addScriptTag({ content: await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8') });
      await signIn(page, `axe-${colorScheme}@example.com`);
      await page.getByRole('tab', { name: 'Keys' }).click();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Attack bench' }).click();
      for (const name of ['another-payload', 'use-the-key']) {
        const article = page.locator(`[data-attack="${name}"]`);
        await article.getByRole('button', { name: 'Try it' }).click();
        await article.locator('.outcome').waitFor();
      }
      expect(await findings(page)).toEqual([]);
      await close();
    },
  );
});
