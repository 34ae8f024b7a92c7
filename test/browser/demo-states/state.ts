/** A state of a screen of the demo, and the moves that lead to several of them. */
import type { Locator, Page, Route } from 'playwright';
import type { Beginning } from '../demo-beginning.ts';
import type { DemoBench, Visit } from '../demo-bench.ts';

/** Comes to a state from the one before; resolves with the text that a live region must have told assistive technology, if any. */
export type DemoState = (visit: Visit, bench: DemoBench) => Promise<string | void>;

/** States that follow from one another, begun by a visit of their own. */
export interface Journey {
  readonly title: string;
  /** For journeys that begin signed in. */
  readonly beginning?: Beginning;
  /** By their names. */
  readonly states: Readonly<Record<string, DemoState>>;
}

/** The wallet's own part of the page. */
export const main = (page: Page): Locator => page.getByRole('main');

/** Waits until the step says this. */
export const said = (page: Page, text: string): Promise<void> => main(page).getByText(text).first().waitFor();

/** Waits for a problem with this title. */
export const alerted = (page: Page, title: string): Promise<void> =>
  page.getByRole('alert').getByText(title, { exact: true }).first().waitFor();

/** Gives no answer to a request. */
export const fail = (route: Route): Promise<void> => route.abort();
/** A request that isn't answered while its state is looked at. */
export const hold = (): void => undefined;

/** Answers requests again from now on, and gives up those that were held back. */
export async function letGo(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
}
