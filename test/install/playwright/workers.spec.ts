import { expect, test as base } from 'playwright/test';
import { walletFixtures, type WalletFixtures } from 'countersign-sandbox/testing/playwright';
import { start } from './start.ts';

const test = base.extend<WalletFixtures>(walletFixtures({ start }));

test('a worker sees its own sandbox alone', async ({ page, sandbox, signIn, requests }) => {
  await page.goto('/');
  const { accountId } = (await (await page.request.get('/account')).json()) as { accountId: string };
  const sessionId = await signIn(page, { accountId });
  const signIns = (await requests()).filter(({ path, status }) => path.endsWith('/verify') && status === 200);
  expect(signIns).toHaveLength(1);
  const refused = await page.evaluate(readAndExport);
  expect(refused).toEqual({ sessionId, extractable: false, exported: 'InvalidAccessError' });
  process.stdout.write(`worker ${test.info().workerIndex} on ${sandbox.url}\n`);
});

/** Reads the session's key where the wallet keeps it, and tries to take it out of the browser. */
async function readAndExport(): Promise<object> {
  type Kept = { readonly session?: { readonly sessionId: string; readonly signingKey: CryptoKey } };
  const records = await new Promise<readonly Kept[]>((resolve) => {
    const opening = indexedDB.open('countersign');
    opening.addEventListener('success', () => {
      const { result } = opening;
      const [name = ''] = [...result.objectStoreNames];
      const reading = result.transaction(name).objectStore(name).getAll();
      reading.addEventListener('success', () => resolve(reading.result as Kept[]));
    });
  });
  const session = records.find((record) => record.session !== undefined)?.session;
  if (session === undefined) return {};
  const exported = await crypto.subtle.exportKey('pkcs8', session.signingKey).then(
    () => 'exported',
    (error: unknown) => (error as Error).name,
  );
  return { sessionId: session.sessionId, extractable: session.signingKey.extractable, exported };
}
