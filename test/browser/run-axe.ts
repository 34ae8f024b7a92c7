/** Runs axe in a page. */
import type { Page } from 'playwright';

/** The serious and critical violations, each with its first element; `axe` is the text of axe-core, `parts` what is looked at. */
export async function runAxe(page: Page, axe: string, parts: readonly string[] = ['html']): Promise<readonly string[]> {
  await page.evaluate(`if (!globalThis.axe) { ${axe} }`);
  return page.evaluate(async (include) => {
    interface Axe {
      run(
        context: object,
      ): Promise<{ violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({ include });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
  }, parts);
}
