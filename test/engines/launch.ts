/** A browser for files of tests. */
import { chromium, firefox, type Browser } from 'playwright';
import { chromiumLaunch, firefoxLaunch } from './launch.mjs';

/** A browser that Playwright drives. */
export type Engine = 'chromium' | 'firefox';

/** The Chromium of this process: to start one takes as long as a test. */
let shared: Promise<Browser> | undefined;

/** Starts the browser; files of one process share a Chromium without further switches. @throws Error where it is not installed */
export function launch(engine: Engine = 'chromium', ...args: readonly string[]): Promise<Browser> {
  if (engine === 'chromium' && args.length === 0) return (shared ??= share());
  return start(engine, args);
}

async function share(): Promise<Browser> {
  const browser = await start('chromium', []);
  // A file that is done closes its contexts; the browser ends with the process.
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

function start(engine: Engine, args: readonly string[]): Promise<Browser> {
  const options = engine === 'chromium' ? chromiumLaunch() : firefoxLaunch();
  if (options === null) throw new Error(`no ${engine}: run \`npm test\`, which finds or installs one`);
  if ('args' in options) options.args.push(...args);
  return engine === 'chromium' ? chromium.launch(options) : firefox.launch(options);
}
