import { createSandbox, type Sandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  addBank,
  balance,
  fund,
  heading,
  openDemoBench,
  press,
  quote,
  sendCode,
  sends,
  show,
  signIn,
  type DemoBench,
} from './demo-bench.ts';
import { signerOf, storedPublicKey } from './demo-evidence.ts';

describe('the same page against a service that it did not start', { timeout: 60_000 }, () => {
  const sandbox = createSandbox({ seed: 'a service of its own', profile: 'grid', walletFunding: 'spendable' });
  const { clientId, clientSecret } = sandbox;

  /** Opens the page that has this sandbox's keys, in front of a service. */
  async function openFor(behind: Sandbox): Promise<DemoBench> {
    const service = await listen(behind, { port: 0 });
    const access = { baseUrl: `${new URL(service.url).origin}/2025-10-13`, clientId, clientSecret };
    const enclaveKeys = [sandbox.enclavePublicKeyHex];
    const bench = await openDemoBench({ profile: 'grid', service: access, enclaveKeys });
    onTestFinished(async () => {
      await bench.close();
      await service.close();
    });
    return bench;
  }

  test('withdraws with the address, the credentials, the enclave keys and the profile that were set', async () => {
    const { demo, open } = await openFor(sandbox);
    expect(demo.sandboxUrl).toBeNull();
    const { page, requests, violations, close } = await open();
    await sendCode(page, 'service@example.com');
    expect(await page.getByText('000000').count()).toBe(0);
    await page.getByLabel('Code').fill('000000');
    await heading(page, 'Your wallet');
    await fund(page, '100');
    await addBank(page);
    await quote(page, '60');
    await press(page, sends);
    await heading(page, 'On its way');
    expect(await page.getByRole('button', { name: 'Skip a minute ahead' }).count()).toBe(0);
    await sandbox.fetch(
      new Request('http://localhost/_sandbox/clock', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs: 180_000 }),
      }),
    );
    await heading(page, 'Paid');
    await press(page, 'Done');
    expect(await balance(page)).toBe('40.00 USDB');

    const signed = requests.filter((request) => signerOf(request) !== null);
    for (const request of signed) expect(request.headers()['grid-wallet-signature']).toBeDefined();
    const key = await storedPublicKey(page);
    expect(signed.map(signerOf)).toEqual([key, key]);
    expect(violations).toEqual([]);
    await close();
  });

  test('sends no code to an enclave whose key is not built into the page', async () => {
    const { open } = await openFor(createSandbox({ profile: 'grid', keys: 'random' }));
    const { page, requests, close } = await open();
    await sendCode(page, 'pinned@example.com');
    await page.getByLabel('Code').fill('000000');
    await page.getByText('This page is not set up correctly').waitFor();
    expect(requests.filter((request) => request.url().endsWith('/verify'))).toEqual([]);
    await close();
  });
});

test(
  'in the profile grid a new card declines until its owner has let it spend, and pays then',
  { timeout: 60_000 },
  async () => {
    const bench = await openDemoBench({ profile: 'grid' });
    try {
      const { page } = await bench.open();
      await signIn(page, 'new-card@example.com');
      await fund(page, '20');
      await show(page, 'Card');
      await press(page, 'Get a card');
      await press(page, 'Try the purchase');
      await page.getByText('Sample Shop was refused 5.00 USDB: you have not let this card spend').first().waitFor();
      await show(page, 'Payments');
      await page
        .getByRole('main')
        .getByRole('button', { name: /Sample Shop/ })
        .click();
      await heading(page, 'Declined');
      await page.getByText('Sample Shop').waitFor();
      expect(await page.getByText('Paid with').count()).toBe(0);
      await show(page, 'Card');
      await press(page, 'Turn on purchases');
      await press(page, 'Yes, turn on');
      await page.getByRole('button', { name: 'Turn off' }).waitFor();
      await press(page, 'Try the purchase');
      await page.getByText('Sample Shop charged 5.00 USDB.').first().waitFor();
    } finally {
      await bench.close();
    }
  },
);
