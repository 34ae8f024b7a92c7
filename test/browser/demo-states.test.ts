import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { inTurn } from '../cross.ts';
import { useDemoBench, type Visit } from './demo-bench.ts';
import { ending, withoutStorage } from './demo-states/endings.ts';
import { others } from './demo-states/others.ts';
import { paying } from './demo-states/paying.ts';
import { signingIn } from './demo-states/signing-in.ts';
import { waitUntilSpoken } from './live-regions.ts';
import { runAxe } from './run-axe.ts';

const { bench, withVisit, withWallet } = useDemoBench();

/** A look at a state, and the rules of axe that can find something new in it; all of them without a list. */
interface Look {
  readonly name: string;
  readonly width: number;
  readonly colours: { readonly colorScheme: 'light' | 'dark'; readonly forcedColors: 'none' | 'active' };
  readonly rules?: readonly string[];
  /** The size of text that the browser is set to, in pixels; 16 without it. */
  readonly text?: number;
}

const light: Look = { name: 'light', width: 1280, colours: { colorScheme: 'light', forcedColors: 'none' } };

/** A phone, and 1280 pixels at 400 %. */
const narrow: Look = { ...light, name: 'narrow', width: 320, rules: ['target-size'] };

/** A phone whose owner has set its text to twice the size. */
const large: Look = { ...light, name: 'large text', width: 360, rules: ['target-size'], text: 32 };

const otherColours: readonly Look[] = [
  { name: 'dark', width: 1280, colours: { colorScheme: 'dark', forcedColors: 'none' }, rules: ['color-contrast'] },
  { name: 'forced', width: 390, colours: { colorScheme: 'light', forcedColors: 'active' }, rules: ['color-contrast'] },
];

/** Finds controls that are too small to be pressed, are cut off, or have lost their edge. */
const misshapen = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const least = 24;
    const pressed = 'header button, main button, main summary, main input, main select';
    for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
      if (!element.checkVisibility()) continue;
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      if (width < least || height < least) found.push(`small ${element.outerHTML.slice(0, 120)}`);
    }
    for (const entry of document.querySelectorAll('main .sheet .entry')) {
      const edge = entry.closest('.sheet')?.getBoundingClientRect().right ?? 0;
      if (entry.getBoundingClientRect().right > edge - 8)
        found.push(`beyond its sheet ${entry.outerHTML.slice(0, 120)}`);
    }
    for (const element of document.querySelectorAll<HTMLElement>('header button, main button')) {
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
      if (element.checkVisibility() && isCut) found.push(`cut off ${element.outerHTML.slice(0, 120)}`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${String(scrollWidth)} pixels wide of ${String(clientWidth)}`);
    if (!matchMedia('(forced-colors: active)').matches) return found;
    for (const surface of document.querySelectorAll('.sheet, .note, .notice, .clock')) {
      if (getComputedStyle(surface).borderTopStyle === 'none') found.push(`without an edge ${surface.className}`);
    }
    return found;
  });

describe('the page for everybody', { timeout: 600_000 }, () => {
  test.for([signingIn, paying, others, ending, withoutStorage])(
    'in each state of $title: nothing is found by axe, light, dark and in forced colours, nothing is too small, cut off or left unsaid',
    async ({ states, beginning }) => {
      const lookAtAll = async (visit: Visit): Promise<void> => {
        const { page } = visit;
        const devTools = await page.context().newCDPSession(page);
        const found: string[] = [];
        for (const [turn, [name, reach]] of Object.entries(states).entries()) {
          const spoken = await reach(visit, bench());
          if (spoken !== undefined) await waitUntilSpoken(page, spoken);
          const looks = [light, ...inTurn(otherColours, turn), narrow, large];
          for (const { name: look, width, colours, rules, text = 16 } of looks) {
            await devTools.send('Page.setFontSizes', { fontSizes: { standard: text } });
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia(colours);
            const byAxe = await runAxe(page, rules === undefined ? {} : { only: rules });
            found.push(...[...byAxe, ...(await misshapen(page))].map((text) => `${name}, ${look}: ${text}`));
          }
          await devTools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
          await page.setViewportSize({ width: light.width, height: 800 });
          await page.emulateMedia(light.colours);
        }
        expect(found).toEqual([]);
      };
      const options = { reducedMotion: 'reduce', ...light.colours } as const;
      if (beginning === undefined) await withVisit(lookAtAll, options);
      else await withWallet(beginning, lookAtAll, options);
    },
  );
});
