import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../source-tree.ts';
import { attack, attackEnds } from './attack-ends.ts';
import { signIn, useDemoBench, type Visit } from './demo-bench.ts';

const { bench } = useDemoBench();
let visit: Visit;

beforeAll(async () => {
  visit = await bench().open();
  await signIn(visit.page, 'attacked@example.com');
  await visit.page.getByRole('button', { name: 'Attack bench' }).click();
}, 120_000);

describe('the attack bench', { timeout: 120_000 }, () => {
  test('lists every attack, those that nobody stops as such', async () => {
    const attacks = visit.page.locator('[data-attack]');
    await expect
      .poll(() => attacks.evaluateAll((all) => all.map((one) => one.dataset['attack'])))
      .toEqual(Object.keys(attackEnds));
    expect(await visit.page.getByRole('heading', { name: 'What is not stopped' }).count()).toBe(1);
  });

  test.for(Object.entries(attackEnds))('carries out %s, and it ends as it says: %s', async ([name, end]) => {
    const said = await attack(visit.page, name);
    expect(said.slice(0, end.length)).toBe(end);
    expect(said).toMatch(/ Done .+ (?:Caught|Limited) by .+ Held by the tests in test\//);
  });

  test('leaves the person’s own session as it was, and nothing of the pollution', async () => {
    const { page, violations } = visit;
    expect(await page.getByRole('heading', { level: 1, name: 'Your wallet' }).count()).toBe(1);
    const own = await page.evaluate(() =>
      Object.getOwnPropertyNames(Object.prototype).filter((name) => name === 'approve'),
    );
    expect(own).toEqual([]);
    expect(violations).toEqual([]);
  });

  test('takes a session of its own also while the key of a replaced one waits to be ended', async () => {
    const { page, close } = await bench().open();
    await signIn(page, 'replaced@example.com');
    await page.getByRole('button', { name: 'Attack bench' }).click();
    let held = 0;
    await page.route('**/auth/sessions/*', async (route) => {
      if (route.request().method() !== 'DELETE' || held > 0) return route.fallback();
      held += 1;
      return undefined;
    });
    expect(await attack(page, 'replayed-stamp')).toContain('Refused by the service');
    await expect.poll(() => held).toBe(1);
    expect(await attack(page, 'take-a-session')).toMatch(/^Not stopped/);
    await close();
  });

  test('names tests that there are', async () => {
    const held = await visit.page.locator('.outcome dd:last-child code').allInnerTexts();
    expect(held.length).toBe(Object.keys(attackEnds).length);
    expect(held.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
