import { createMemoryStore, createWallet } from 'countersign';
import { expect, test } from 'vitest';
import { sandboxEnclavePublicKeyHex } from '../../../src/kit/wire.ts';

// A raw payload is any digest under a harmless label: that of a transfer, too.
const raw = ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOAD_V2', 'SIGN_RAW_PAYLOADS'];
const reserved = [...raw, 'CREATE_READ_WRITE_SESSION_V2', 'CREATE_AUTHENTICATORS_V2', 'EXPORT_WALLET'].map(
  (name) => `ACTIVITY_TYPE_${name}`,
);

test.each(reserved)('a custom action is refused whose types list the reserved activity %s', async (activityType) => {
  const wallet = createWallet({
    relay: 'https://app.example.com/wallet',
    accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a',
    enclaveKeys: [sandboxEnclavePublicKeyHex],
    environment: 'sandbox',
    store: createMemoryStore(),
    fetch: async () => {
      throw new Error('nothing may be sent');
    },
  });
  const press = (...activityTypes: readonly string[]): Promise<unknown> =>
    wallet
      .signedRetry({ method: 'POST', path: '/sample', intent: { activityTypes, expect: {} } })
      .catch((error: Error) => error.message);
  expect(await press('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', activityType)).toContain('activityTypes may hold');
  expect(await press('ACTIVITY_TYPE_SIGN_TRANSACTION_V2')).not.toContain('activityTypes');
  wallet.close();
});
