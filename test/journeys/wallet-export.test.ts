/** The export of a wallet, which the profile grid has, by a relay whose group `export` is on. */
import type { CreateWalletOptions, Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { codeOf } from './faulty-network.ts';
import { createTabStore } from './tabs.ts';
import { createTestBench, signedIn, type TestBench, type TestBenchOptions } from './test-bench.ts';

// The curve's own base point.
const theirs =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

interface Opened {
  readonly bench: TestBench;
  readonly wallet: Wallet;
  readonly enclaveKeys: readonly string[];
  /** The requests of the export that reached the service. */
  legs(): Promise<readonly (number | null)[]>;
}

async function open(options: Partial<CreateWalletOptions> = {}, more: TestBenchOptions = {}): Promise<Opened> {
  const bench = await createTestBench({
    profile: 'grid',
    relay: { groups: ['wallet', 'payments', 'export'] },
    ...more,
  });
  return {
    bench,
    wallet: await signedIn(bench, options),
    enclaveKeys: [bench.sandbox.enclavePublicKeyHex],
    legs: async () =>
      (await bench.requests()).filter(({ path }) => path.endsWith('/export')).map(({ status }) => status),
  };
}

/** Changes the JSON answer to a stamped export. */
const answering = (change: (body: Record<string, string>) => object): TestBenchOptions => ({
  async between(request, send) {
    const response = await send(request);
    if (!request.url.endsWith('/export') || !request.headers.has('Request-Id')) return response;
    return Response.json(change((await response.json()) as Record<string, string>), { status: response.status });
  },
});

describe('an export', () => {
  test('opens the phrase in the page; approve hears what is signed, and nothing of it is stored or told', async () => {
    const asked: unknown[] = [];
    const heard: unknown[] = [];
    const store = createTabStore();
    const { wallet, enclaveKeys, legs } = await open({
      store,
      approve(question) {
        asked.push(question.intent, question.compared);
        return true;
      },
      onEvent: (event) => void heard.push(event),
    });
    asked.splice(0);
    const phrase = await wallet.account.export({ enclaveKeys });
    expect(phrase.split(' ')).toHaveLength(12);
    expect(asked).toEqual(['account.export', { publicKeyHex: 'equal' }]);
    expect(await legs()).toEqual([202, 200]);
    expect(await wallet.account.export({ enclaveKeys })).toBe(phrase);
    expect(JSON.stringify(heard)).not.toContain(phrase);
  });

  test('is refused by a relay whose group for it is off, as it is by default', async () => {
    const { wallet, enclaveKeys, legs } = await open({}, { relay: {} });
    expect(await codeOf(wallet.account.export({ enclaveKeys }))).toBe('REFUSED');
    expect(await legs()).toEqual([]);
  });

  test('of another wallet is refused by the relay', async () => {
    const { bench } = await open();
    const other = 'InternalAccount:00000000-0000-4000-8000-00000000000a';
    const body = { clientPublicKey: `04${'ab'.repeat(64)}` };
    const { status } = await bench.page('POST', `/internal-accounts/${other}/export`, body);
    expect(status).toBe(404);
  });

  test('that two press at once is asked for once', async () => {
    const { wallet, enclaveKeys, legs } = await open();
    const [one, other] = await Promise.all([
      wallet.account.export({ enclaveKeys }),
      wallet.account.export({ enclaveKeys }),
    ]);
    expect([one === other, await legs()]).toEqual([true, [202, 200]]);
  });

  test('whose answer is lost is an unknown outcome, and the next press asks anew', async () => {
    const { bench, wallet, enclaveKeys, legs } = await open();
    await bench.fault({ method: 'POST', path: '/internal-accounts/*/export', leg: 2, drop: 'after' });
    expect(await codeOf(wallet.account.export({ enclaveKeys }))).toBe('OUTCOME_UNKNOWN');
    await bench.control('DELETE', '/faults');
    expect((await wallet.account.export({ enclaveKeys })).split(' ')).toHaveLength(12);
    expect(await legs()).toEqual([202, null, 202, 200]);
  });

  test('of an envelope by a key that is not pinned for it is refused', async () => {
    const { wallet } = await open();
    expect(await codeOf(wallet.account.export({ enclaveKeys: [theirs] }))).toBe('BUNDLE_KEY_NOT_PINNED');
  });

  test.each([
    ['other-account', (body: object) => ({ ...body, id: 'InternalAccount:00000000-0000-4000-8000-00000000000a' })],
    ['empty', () => ({})],
  ])('whose answer is %s is an unknown outcome, not a phrase', async (_what, change) => {
    const { wallet, enclaveKeys } = await open({}, answering(change));
    expect(await codeOf(wallet.account.export({ enclaveKeys }))).toBe('OUTCOME_UNKNOWN');
  });

  test.each([undefined, {}, { enclaveKeys: [] }, { enclaveKeys: ['04'] }])(
    'needs the keys of the enclave that exports: %j is refused before anything is sent',
    async (options) => {
      const { wallet, legs } = await open();
      await expect(wallet.account.export(options as never)).rejects.toThrow(/enclaveKeys/);
      expect(await legs()).toEqual([]);
    },
  );
});
