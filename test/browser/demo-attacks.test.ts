import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { attack, attackEnds } from './attack-ends.ts';
import { heading, useDemoBench, type Visit } from './demo-bench.ts';
import { openShadows } from './page-conditions.ts';

const { bench, withVisit } = useDemoBench();

/** A page with nobody signed in, at the link of an attack; its inspector can be looked into. */
async function openAt(page: Page, name: string): Promise<void> {
  await openShadows(page);
  await page.goto(`${bench().demo.url}/#attack=${name}`);
  await page.reload();
  await page.locator(`[data-attack="${name}"] a[aria-current="true"]`).waitFor();
}

describe('the attacks of the stage', { timeout: 120_000 }, () => {
  test('are carried out by one press, by nobody who is signed in, and the score says how they end', async () => {
    await withVisit(async ({ page }) => {
      await openAt(page, 'refresh-key');
      await page.getByRole('button', { name: 'Run all' }).click();
      await page.getByText('14 of 14 tried: 10 stopped, 4 not.').waitFor();
      const ends: string[] = [];
      const held = new Set<string>();
      for (const [name, end] of Object.entries(attackEnds)) {
        await page.locator(`[data-attack="${name}"] a`).click();
        const said = (await page.locator('.outcome').innerText()).replace(/\s+/g, ' ');
        expect(said).toMatch(
          / What happened .+ Expected .+ Received .+ (?:Caught by|Why it works and how to prevent it) .+ Covered by test (?:sandbox\/)?test\//,
        );
        ends.push(said.slice(0, end.length));
        held.add(await page.locator('.outcome dd code').last().innerText());
      }
      expect(ends).toEqual(Object.values(attackEnds));
      expect([...held].filter((path) => !existsSync(join(root, path)))).toEqual([]);
      await heading(page, 'Your customers sign every withdrawal');
      const left = await page.evaluate(() => Object.getOwnPropertyNames(Object.prototype).includes('approve'));
      expect(left).toBe(false);
    });
  });

  test('have a link each, run through the lanes, and stop in the one that refuses', async () => {
    await withVisit(async ({ page }) => {
      await openAt(page, 'another-card');
      expect(await attack(page, 'another-card')).toMatch(
        /What happened A card was issued to a second customer.*Received Card:/,
      );
      await page.getByRole('group', { name: 'Freeze a card' }).locator('.stop[data-lane="relay"]').waitFor();
      await attack(page, 'refresh-key');
      expect(new URL(page.url()).hash).toBe('#attack=refresh-key');
      const stop = page.getByRole('group', { name: 'Refresh the session', exact: true }).locator('.stop');
      expect(await stop.innerText()).toMatch(/Stopped in this browser[^]*expected\s+0[234][^]*received\s+04/);
      await attack(page, 'stolen-token');
      await page.getByText(/names another key: the SHA-256 of the one beside it/).waitFor();
      await page.goBack();
      await page.locator('[data-attack="refresh-key"] a[aria-current="true"]').waitFor();
    });
  });

  test('are where their link leads to, on a phone too', async () => {
    await withVisit(
      async ({ page }) => {
        await openAt(page, 'swapped-quote');
        const title = page.getByRole('heading', { name: 'Swap the quote’s payload' });
        await expect.poll(async () => Math.abs((await title.boundingBox())?.y ?? Infinity)).toBeLessThan(700);
        await title.and(page.locator(':focus')).waitFor();
        expect(await page.getByRole('navigation', { name: 'Attacks' }).getByRole('heading').allInnerTexts()).toEqual([
          'What is stopped',
          'What nobody can stop',
        ]);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  test('say how they ended without scrolling, with a coloured tick in the list and a result to copy, with the link', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const run = async ({ page }: Visit): Promise<void> => {
      await openAt(page, 'refresh-key');
      await attack(page, 'refresh-key');
      const verdict = await page.locator('.outcome strong').boundingBox();
      expect((verdict?.y ?? Infinity) + (verdict?.height ?? 0)).toBeLessThan(500);
      const colours = await page.evaluate(() =>
        ['[data-attack="refresh-key"] [data-end="✓"]', '[data-attack="forged-bundle"] a span', '.primary'].map(
          (selector) => {
            const { color, backgroundColor } = getComputedStyle(document.querySelector(selector) ?? document.body);
            return selector === '.primary' ? backgroundColor : color;
          },
        ),
      );
      expect(colours[0]).toBe(colours[2]);
      expect(colours[1]).not.toBe(colours[2]);
      await attack(page, 'forged-bundle');
      await page.getByRole('button', { name: 'Copy the result' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
        /^Read the one-time code\nRefused by the kit, in this browser: BUNDLE_KEY_NOT_PINNED\n[^]*\/#attack=forged-bundle$/,
      );
    };
    await withVisit(run, { permissions });
  });

  test('take a session of their own also while the key of a replaced one waits to be ended', async () => {
    await withVisit(async ({ page }) => {
      await openAt(page, 'replayed-stamp');
      let held = 0;
      await page.route('**/auth/sessions/*', async (route) => {
        if (route.request().method() !== 'DELETE' || held > 0) return route.fallback();
        held += 1;
        return undefined;
      });
      expect(await attack(page, 'replayed-stamp')).toContain('Refused by the service');
      await expect.poll(() => held).toBe(1);
      expect(await attack(page, 'take-a-session')).toMatch(/^Not stopped/);
    });
  });
});
