/** Controls that a finger may miss. */
import type { Page } from 'playwright';

/** Lists the controls in view, those in open shadow roots too, that are lower than 44 pixels, or narrower than 24 (WCAG 2.5.8). */
export const lowControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const selector = 'button, a[href], summary, select, input, textarea, [role="tab"]';
    const controlsIn = (root: Document | ShadowRoot): readonly HTMLElement[] =>
      [...root.querySelectorAll<HTMLElement>('*')].flatMap((one) => [
        ...(one.matches(selector) ? [one] : []),
        ...(one.shadowRoot === null ? [] : controlsIn(one.shadowRoot)),
      ]);
    return (
      controlsIn(document)
        // A link to skip with is seen once it has the focus.
        .filter((control) => control.checkVisibility() && getComputedStyle(control).clipPath === 'none')
        .filter((control) => {
          const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
          return height < 43.9 || width < 24;
        })
        .map((control) => {
          const host = (control.getRootNode() as ShadowRoot).host as HTMLElement | undefined;
          const { width, height } = control.getBoundingClientRect();
          const size = `${String(width)} x ${String(height)}`;
          return `${host?.localName ?? 'page'}: ${control.outerHTML.slice(0, 90)} ${control.innerText} ${size}`;
        })
    );
  });
