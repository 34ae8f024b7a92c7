import { startWebKitDriver } from '../engines/webkit-driver.ts';
import { hands } from './hands.ts';
import { describeWalletPage } from './wallet-page-visits.ts';

describeWalletPage('WebKit', async () => {
  const driver = await startWebKitDriver();
  return {
    async open() {
      const page = await driver.open('about:blank');
      return {
        ...page,
        press: (name) => page.evaluate(`${hands} await press('${name}', 'button, a');`),
        type: (text) => page.evaluate(`${hands} await type('code', '${text}');`),
      };
    },
    stop: async () => driver.stop(),
  };
});
