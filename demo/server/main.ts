/** The command behind `npm run demo`: starts everything, prints one URL, stops on Ctrl-C. */

import { fileURLToPath } from 'node:url';
import { pageSettings } from '../page/settings.ts';
import { OptionError, readOptions } from './options.ts';
import { startDemo } from './start.ts';

async function main(): Promise<void> {
  const options = readOptions(process.env, process.argv.slice(2));
  const builtFor = pageSettings();
  if (options.enclaveKeys.length > 0 && options.enclaveKeys.join() !== builtFor.enclaveKeys.join()) {
    throw new OptionError('The page was built with other enclave keys. Run: npx vite build');
  }
  const demo = await startDemo(options, fileURLToPath(new URL('../page/', import.meta.url)));
  const service = options.service === null ? 'a sandbox of its own' : new URL(options.service.baseUrl).host;
  console.log(
    `Countersign demo, with ${service}${demo.walletUrl === null ? '' : ` and the wallet page at ${demo.walletUrl}`}. Stop it with Ctrl-C.\n\n  ${demo.url}\n`,
  );
  const stop = (): void => {
    void demo.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  if (process.env['npm_lifecycle_event'] === 'demo') endWithParent(stop);
}

/** npm hands a signal to its shell alone, which ends without a word to what it started. */
function endWithParent(stop: () => void): void {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    stop();
  }, 200);
  watching.unref();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'The demo could not start.');
  process.exitCode = 1;
});
