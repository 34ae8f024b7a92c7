/** Conditions of a page in a test: requests that wait, a clock that is further on, shadow roots that it can look into. */
import type { Page } from 'playwright';

/** Holds requests back until the function that it resolves with is called. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Opens the shadow roots of every page that is loaded from now on: a closed one hides from tests too. */
export async function openShadows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachOpen(init) {
      return attach.call(this, { ...init, mode: 'open' });
    };
  });
}

/** Loads the page again with this device's clock that much further on, ms: what the browser keeps is older for it. */
export async function reloadLater(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
  }, milliseconds);
  await page.reload();
}
