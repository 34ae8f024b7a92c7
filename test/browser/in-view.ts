/** Presses of buttons that sign: they count once the button has stood in view. */
import type { BrowserContext, Locator } from 'playwright-core';

/** Longer than the content of a button that signs has to stand, ms. */
const readMs = 900;

/**
 * Lets buttons that sign stand for no time, in every page of the context that is opened later. The time is proved by
 * test/ui/elements/press.browser.test.ts, and waited for by journey.test.ts and the examples.
 */
export async function hurry(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    (times) => {
      const { setTimeout: wait } = globalThis;
      const set = (run: () => void, ms?: number): unknown => wait(run, times.includes(ms ?? 0) ? 0 : ms);
      Object.assign(globalThis, { setTimeout: set });
    },
    [300, 800, readMs],
  );
}

/** Beginnings of buttons that sign; behind it, each names whom or what it is about. */
const signs =
  /^(?:Send \d|Freeze$|Unfreeze$|Yes, |Create passkey$|Turn o|Add an? |Change the |Confirm payment$|Try again$)/;

/** Ways to sign in; behind each, its button may say where a code goes, and that it was used last. */
const ways = /^(?:Sign in with a passkey|E-mail me a code|Text me a code|Continue with .+)$/;

/** The options of `getByRole` for a button by what it does. */
export function named(name: string | RegExp): { readonly name: string | RegExp; readonly exact?: boolean } {
  if (typeof name !== 'string' || !(signs.test(name) || ways.test(name))) return { name, exact: true };
  return { name: new RegExp(`^${name.replaceAll(/[.·+]/g, '\\$&')}(?: |$)`) };
}

/** Buttons of forms, and those that stand alone. */
const signsToo = /^(?:Confirm |Show recovery)/;

/** Presses a button by what it does; one that signs as a person does, who reads it first. */
export async function pressNamed(all: Locator, name: string | RegExp): Promise<void> {
  const button = all.getByRole('button', named(name));
  await (typeof name !== 'string' || signs.test(name) || signsToo.test(name) ? pressInView(button) : button.click());
}

/** Presses a button that signs. */
export async function pressInView(button: Locator): Promise<void> {
  await standsInView(button);
  await button.click();
}

/** Waits until the button has stood in view, can be pressed, and the press before it is no part of a series. */
export async function standsInView(button: Locator): Promise<void> {
  do await button.scrollIntoViewIfNeeded();
  while (!(await button.evaluate(hasStood, readMs)));
}

/** Runs in the page. The browser tells the place of a button to all that ask in the order in which they asked: to the guard first. */
function hasStood(button: Element, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    let stands = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        stands &&= entries.every(({ intersectionRatio }) => intersectionRatio >= 0.98);
        timer ??= setTimeout(() => {
          observer.disconnect();
          resolve(stands && button.isConnected && button.getAttribute('aria-disabled') !== 'true');
        }, ms);
      },
      { threshold: 0.98 },
    );
    observer.observe(button);
  });
}
