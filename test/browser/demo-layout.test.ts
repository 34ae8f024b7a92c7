import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { heading, press, sends, show, useDemoBench } from './demo-bench.ts';
import { lowControls } from './low-controls.ts';
import { holdBack, openShadows } from './page-conditions.ts';

const { bench, withVisit, withWallet } = useDemoBench();

const phone = { viewport: { width: 390, height: 844 } };

interface Shift {
  readonly value: number;
  readonly what: string;
}

/** Counts the layout shifts of every document of this page from its beginning, with the nodes that moved. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shift[] = [];
    Object.assign(globalThis, { shifts: seen });
    type Source = { readonly node: Element | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect };
    type Entry = PerformanceEntry & { readonly value: number; readonly sources: readonly Source[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = `${node?.nodeName ?? ''}.${node?.className ?? ''}`;
          return `${name} ${String(from.y)}+${String(from.height)} to ${String(to.y)}+${String(to.height)}`;
        });
        seen.push({ value, what: moved.join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** A processor of a quarter of the speed: what moves for a moment is drawn, too. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** The shifts since it was asked last; a frame is drawn first. */
const shiftsOf = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    return (globalThis as unknown as { shifts: Shift[] }).shifts.splice(0);
  });

/** Controls that are too low, in the page, its elements and the inspector; and a title that isn't the one main heading. */
async function flawsOf(page: Page): Promise<readonly string[]> {
  const titles = await page.evaluate(() => {
    const [heading, ...others] = document.querySelectorAll<HTMLElement>('h1');
    const isTitle = document.title === `${heading?.innerText ?? ''} · Countersign demo` && others.length === 0;
    return isTitle ? [] : [document.title];
  });
  return [...(await lowControls(page)), ...titles];
}

describe('on a phone', { timeout: 120_000 }, () => {
  test('nothing moves under the reader: each step’s layout shift is below 0.1; each has one title, and controls of 44 pixels', async () => {
    await withVisit(async ({ page }) => {
      await countShifts(page);
      await openShadows(page);
      await slowDown(page);
      const moved: Record<string, unknown> = {};
      const atStep = async (name: string): Promise<void> => {
        const shifts = await shiftsOf(page);
        if (shifts.reduce((sum, { value }) => sum + value, 0) >= 0.1) moved[name] = shifts;
        const flaws = await flawsOf(page);
        if (flaws.length > 0) moved[`${name}: flaws`] = flaws;
      };
      await page.reload();
      await heading(page, 'Your customers sign every withdrawal');
      await atStep('welcome');
      await press(page, 'Start with a funded wallet');
      await heading(page, 'Your wallet');
      await page.getByText('250.00 USDB').first().waitFor();
      await page.locator('main .rows li').first().waitFor();
      await page.locator('[data-countersign-inspector]').waitFor();
      await atStep('funded');
      await page.reload();
      await page.locator('main .rows li').first().waitFor();
      await page.getByText('250.00 USDB').first().waitFor();
      await page.locator('[data-countersign-inspector]').waitFor();
      await atStep('reload');
      await press(page, 'Withdraw to a bank');
      await page.getByRole('radio').first().waitFor();
      await atStep('amount');
      await page.getByLabel('Amount to send').fill('40');
      await press(page, 'Review payment');
      await page.getByRole('button', { name: sends }).waitFor();
      await atStep('review');
      await page.reload();
      await page.getByRole('button', { name: sends }).waitFor();
      await atStep('review after a reload');
      await press(page, sends);
      await heading(page, 'On its way');
      await atStep('on its way');
      await press(page, 'Skip a minute ahead');
      await heading(page, 'Paid');
      await atStep('paid');
      for (const view of ['Card', 'Payments', 'Security', 'Devices', 'Wallet']) {
        await show(page, view);
        await page.waitForLoadState('networkidle');
        await atStep(view);
      }
      await show(page, 'Wallet');
      await press(page, 'Withdraw to a bank');
      await press(page, 'Add another bank account');
      await heading(page, 'Add a bank account');
      await atStep('bank');
      await page.getByRole('button', { name: 'Attack it' }).click();
      await page.locator('[data-attack] a').first().waitFor();
      await atStep('attacks');
      expect(moved).toEqual({});
    }, phone);
  });
});

describe('the header of a phone', { timeout: 60_000 }, () => {
  test('has the five places in one row, their words apart and whole, in each language, at 390, 320 and 320 x 256 pixels', async () => {
    await withWallet(
      {},
      async ({ page }) => {
        const found: string[] = [];
        for (const language of ['en', 'de', 'es', 'fr', 'pt']) {
          await page.locator('.language select').selectOption(language);
          await page.locator(`html[lang="${language}"]`).waitFor();
          for (const [width, height] of [
            [390, 844],
            [320, 568],
            [320, 256],
          ] as const) {
            await page.setViewportSize({ width, height });
            const words = await page.locator('nav button').evaluateAll((buttons) =>
              buttons.map((button) => {
                const range = document.createRange();
                range.selectNodeContents(button);
                const { left, right, top } = range.getBoundingClientRect();
                return { left, right, top };
              }),
            );
            const top = words[0]?.top ?? 0;
            const edges = [{ right: -4 }, ...words, { left: width + 4, top }];
            for (const [at, { left = 0, top: own = top }] of edges.slice(1).entries()) {
              const gap = left - (edges[at]?.right ?? 0);
              if (gap < 4 || Math.abs(own - top) > 1)
                found.push(`${language} ${String(width)} ${String(at)}: ${String(gap)}`);
            }
          }
        }
        expect(found).toEqual([]);
      },
      phone,
    );
  });

  test('keeps the way out and the language beside each other where it says what somebody else pressed', async () => {
    await withWallet(
      {},
      async ({ page }) => {
        const { url } = bench().demo;
        const other = await bench().open();
        const post = async (path: string, data: object): Promise<boolean> =>
          (await other.page.request.post(`${url}${path}`, { data, headers: { origin: url } })).ok();
        expect(await post('/api/session', { email: 'presses@example.com' })).toBe(true);
        expect(await post('/api/sandbox/clock', { advanceMs: 1000 })).toBe(true);
        await other.close();
        const others = page.locator('.others');
        await others.waitFor();
        const tops = async (): Promise<readonly number[]> => {
          const boxes = [page.getByRole('button', { name: 'Sign out' }), page.locator('.language'), others];
          return Promise.all(boxes.map(async (one) => (await one.boundingBox())?.y ?? 0));
        };
        const [out = 0, language = 0, below = 0] = await tops();
        expect([Math.abs(out - language) < 8, below > language + 40]).toEqual([true, true]);
      },
      phone,
    );
  });
});

test('on a tablet, what an element shows begins where the heading and the buttons of its sheet do', async () => {
  await withWallet({ money: 100 }, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const leftOf = async (what: string): Promise<number | undefined> =>
      (await page.locator(`main ${what}`).first().boundingBox())?.x;
    const [heading, panel, button] = [await leftOf('h1'), await leftOf('[part~="panel"]'), await leftOf('.actions')];
    expect([panel, button]).toEqual([heading, heading]);
  });
});

describe('the way to a payment', { timeout: 60_000 }, () => {
  test('asks for no second bank account while it isn’t known whether there is one, and keeps a typed amount over a reload', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page }) => {
      await show(page, 'Payments');
      const release = await holdBack(page, '**/external-accounts?*');
      await show(page, 'Wallet');
      await press(page, 'Withdraw to a bank');
      await page.getByText('Reading your bank accounts…').waitFor();
      release();
      await heading(page, 'Withdraw');
      await page.getByLabel('Amount to send').fill('12.34');
      await page.reload();
      await expect.poll(() => page.getByLabel('Amount to send').inputValue()).toBe('12.34');
    });
  });

  test('has "Send" nowhere that "Review payment" was, with one bank account or five, at 390 and 1280 pixels', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page }) => {
      const boxesOf = async (name: string | RegExp) => {
        const boxes: { readonly y: number; readonly height: number }[] = [];
        for (const viewport of [phone.viewport, { width: 1280, height: 800 }]) {
          await page.setViewportSize(viewport);
          if (name === 'Review payment') await page.evaluate(() => scrollTo(0, 1e6));
          const box = await page.getByRole('button', { name }).boundingBox();
          if (box === null) throw new Error('a button isn’t shown');
          boxes.push(box);
        }
        return boxes;
      };
      for (let banks = 1; banks <= 5; banks += 1) {
        await page.locator('[name="bank"]').first().waitFor();
        const before = await boxesOf('Review payment');
        await page.getByLabel('Amount to send').fill('10');
        await press(page, 'Review payment');
        await page.getByRole('button', { name: sends }).waitFor();
        for (const [at, { y, height }] of (await boxesOf(sends)).entries()) {
          const was = before[at] ?? { y: 0, height: 0 };
          const isApart = was.y + was.height <= y || y + height <= was.y;
          expect(isApart, `${String(banks)}: ${JSON.stringify([was, { y, height }])}`).toBe(true);
        }
        await show(page, 'Wallet');
        await press(page, 'Withdraw to a bank');
        await press(page, 'Add another bank account');
        await press(page, 'Fill in sample details');
        await press(page, 'Add bank account');
        await heading(page, 'Withdraw');
      }
    });
  });
});
