/** A code screen in a real tab, in one engine. */
import { expect, onTestFinished, test } from 'vitest';
import type { CodeEntry, createCodeEntry } from 'countersign/code-entry';
import { launch, type Engine } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    createCodeEntry: typeof createCodeEntry;
    entry: CodeEntry;
  }
}

/** The part of the page's script that has the code screen. */
export const script = `import { createCodeEntry } from './src/ui/code-entry/index.ts';
  window.createCodeEntry = createCodeEntry;`;

/** Counts the messages that the service has sent. */
export async function messagesOf(served: KitPage): Promise<number> {
  const { data } = await served.control<{ data: { path: string }[] }>('GET', '/requests');
  return data.filter(({ path }) => path.endsWith('/challenge')).length;
}

/** The tests, in one engine. */
export function describeCodeEntry(engine: Engine): void {
  test(`a code screen goes on after a real reload, with the message that was sent before it, in ${engine}`, async () => {
    const [browser, served] = await Promise.all([launch(engine), serveKit({ script })]);
    onTestFinished(() => served.close());
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const tab = await context.newPage();
    await tab.goto(served.url);
    const begin = async (): Promise<void> => {
      await tab.waitForFunction(() => 'createCodeEntry' in window);
      await tab.evaluate((settings) => {
        window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
        window.entry = window.createCodeEntry(window.wallet);
      }, served.settings);
      await reaches('waiting');
    };
    const reaches = async (phase: string): Promise<void> => {
      await tab.waitForFunction((wanted) => window.entry.state().phase === wanted, phase);
    };
    await begin();
    await tab.evaluate(() => window.entry.submit('111111'));
    await reaches('wrong');
    await tab.reload();
    await begin();
    const state = await tab.evaluate(() => window.entry.state());
    expect(state).toMatchObject({ isContinued: true, storage: 'persistent' });
    await tab.evaluate(() => window.entry.submit('Your code: 000 000'));
    await reaches('done');
    expect(await messagesOf(served)).toBe(1);
  });
}
