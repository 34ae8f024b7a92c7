/** Measures the contrast of text with what is really painted beneath it, patterns and gradients included. */
import type { Page } from 'playwright';

/** The least contrast (WCAG 2.2, 1.4.3) of any line of text in an element with any pixel under it. */
export async function leastContrast(page: Page, selector: string): Promise<number> {
  const lines = await page.locator(selector).evaluate((surface) => {
    const found: { x: number; y: number; width: number; height: number; colour: string }[] = [];
    const texts = document.createTreeWalker(surface, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.nodeValue?.trim() === '' || text.parentElement === null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { color: colour } = getComputedStyle(text.parentElement);
      for (const { x, y, width, height } of range.getClientRects()) found.push({ x, y, width, height, colour });
    }
    for (const element of surface.querySelectorAll<HTMLElement>('*')) element.style.setProperty('color', 'transparent');
    return found;
  });
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  await page.locator(selector).evaluate((surface) => {
    for (const element of surface.querySelectorAll<HTMLElement>('*')) element.style.removeProperty('color');
  });
  return page.evaluate(
    async ([png, places]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (context === null) return 0;
      context.drawImage(bitmap, 0, 0);
      const luminance = (red: number, green: number, blue: number): number => {
        const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      let least = Infinity;
      for (const { x, y, width, height, colour } of places) {
        const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
        const own = luminance(red, green, blue);
        const { data } = context.getImageData(x, y, Math.max(1, width), Math.max(1, height));
        for (let at = 0; at < data.length; at += 4) {
          const under = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
          const contrast = (Math.max(own, under) + 0.05) / (Math.min(own, under) + 0.05);
          least = Math.min(least, contrast);
        }
      }
      return least;
    },
    [picture, lines] as const,
  );
}
