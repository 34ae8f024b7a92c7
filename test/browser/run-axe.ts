/** Runs axe in a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

/** Options of {@link runAxe}. */
export interface RunAxeOptions {
  /** Selectors of what is looked at; the whole page by default. */
  readonly parts?: readonly string[];
  /** Without it, only serious and critical findings count. */
  readonly all?: boolean;
  /** The rules that are run; all by default. */
  readonly only?: readonly string[];
  /** Rules that don't count. */
  readonly except?: readonly string[];
}

/** Findings of axe: each rule with its first element. */
export async function runAxe(page: Page, options: RunAxeOptions = {}): Promise<readonly string[]> {
  // Half a megabyte: once for each page that is loaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  }
  return page.evaluate(async ({ parts = ['html'], all = false, only, except = [] }) => {
    interface Axe {
      run(
        context: object,
        how: object,
      ): Promise<{ violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(
      { include: parts },
      // The page loads nothing from elsewhere that axe would have to fetch first.
      { resultTypes: ['violations'], preload: false, ...(only === undefined ? {} : { runOnly: only }) },
    );
    return violations
      .filter(({ id, impact }) => !except.includes(id) && (all || impact === 'serious' || impact === 'critical'))
      .map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200) ?? ''}`);
  }, options);
}
