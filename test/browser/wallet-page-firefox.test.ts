import { launch } from '../engines/launch.ts';
import { named, pressInView } from './in-view.ts';
import { describeWalletPage } from './wallet-page-visits.ts';

describeWalletPage('Firefox', async () => {
  const browser = await launch('firefox');
  return {
    async open() {
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      return {
        goto: (url) => page.goto(url),
        address: () => Promise.resolve(page.url()),
        evaluate: (body) => page.evaluate(`(async () => {${body}})()`),
        press: (name) =>
          pressInView(page.getByRole('button', named(name)).or(page.getByRole('link', { name, exact: true }))),
        type: (text) => page.getByRole('textbox').fill(text),
        close: () => page.close(),
      };
    },
    stop: () => browser.close(),
  };
});
