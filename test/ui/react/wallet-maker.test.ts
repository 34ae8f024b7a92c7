import { expect, onTestFinished, test } from 'vitest';
import { sandboxEnclavePublicKeyHex } from 'countersign';
import { createWalletMaker } from '../../../src/ui/react/wallet-maker.ts';

test('a provider makes its wallet where a library has put a function on Object.prototype', () => {
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'planted'));
  Object.assign(Object.prototype, { planted: () => undefined });
  const maker = createWalletMaker();
  maker.use({
    relay: 'http://localhost/wallet',
    accountId: 'InternalAccount:00000000-0000-4000-8000-000000000001',
    enclaveKeys: [sandboxEnclavePublicKeyHex],
  });
  expect(maker.wallet.state().status).toBe('loading');
  maker.close();
});
