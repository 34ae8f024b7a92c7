/** Presses of buttons that sign: they count once the button has stood in view. */
import { press as pressInView } from 'countersign-sandbox/testing/playwright';
import type { Locator } from 'playwright-core';

export { pressInView };

/** Beginnings of buttons that sign; behind it, each names whom or what it is about. */
const signs =
  /^(?:Send \d|Freeze$|Unfreeze$|Yes, |Create passkey$|Turn o|Add an? |Change the |Confirm payment$|Try again$)/;

/** The options of `getByRole` for a button by what it does. */
export function named(name: string | RegExp): { readonly name: string | RegExp; readonly exact?: boolean } {
  if (typeof name !== 'string' || !signs.test(name)) return { name, exact: true };
  return { name: new RegExp(`^${name.replaceAll(/[.·+]/g, '\\$&')}(?: |$)`) };
}

/** Buttons of forms, and those that stand alone. */
const signsToo = /^(?:Confirm |Show recovery)/;

/** Presses a button by what it does; one that signs as a person does, who reads it first. */
export async function pressNamed(all: Locator, name: string | RegExp): Promise<void> {
  const button = all.getByRole('button', named(name));
  await (typeof name !== 'string' || signs.test(name) || signsToo.test(name) ? pressInView(button) : button.click());
}

/** Waits until the button stands in view, and the press before it is no part of a series. */
export async function standsInView(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.evaluate(async (target) => {
    await new Promise<void>((resolve) => {
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return;
          observer.disconnect();
          setTimeout(resolve, 900);
        },
        { threshold: 0.98 },
      );
      observer.observe(target);
    });
  });
}
