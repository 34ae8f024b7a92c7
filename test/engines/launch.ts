/** A browser for one file of tests. */
import { chromium, firefox, type Browser } from 'playwright';
import { chromiumLaunch, firefoxLaunch } from './launch.mjs';

/** A browser that Playwright drives. */
export type Engine = 'chromium' | 'firefox';

/** Starts the browser, Chromium with further switches. @throws Error where it is not installed */
export function launch(engine: Engine = 'chromium', ...args: readonly string[]): Promise<Browser> {
  const options = engine === 'chromium' ? chromiumLaunch() : firefoxLaunch();
  if (options === null) throw new Error(`no ${engine}: run \`npm test\`, which finds or installs one`);
  if ('args' in options) options.args.push(...args);
  return engine === 'chromium' ? chromium.launch(options) : firefox.launch(options);
}
