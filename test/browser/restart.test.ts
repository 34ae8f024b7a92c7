import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { chromiumLaunch } from '../engines/launch.mjs';
import { serveKit, type KitPage } from './kit-page.ts';

let served: KitPage;

beforeAll(async () => {
  served = await serveKit();
});

afterAll(() => served.close());

const openWallet = (page: Page): Promise<void> =>
  page.evaluate((settings) => {
    window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
  }, served.settings);

test('a session outlives the browser: after a restart it signs without a new code', { timeout: 60_000 }, async () => {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-profile-'));
  try {
    const before = await chromium.launchPersistentContext(profile, chromiumLaunch() ?? {});
    const first = await before.newPage();
    await first.goto(served.url);
    await openWallet(first);
    const signedIn = await first.evaluate(async () => (await window.wallet.emailOtp.begin()).verify('000000'));
    await before.close();

    const after = await chromium.launchPersistentContext(profile, chromiumLaunch() ?? {});
    const second = await after.newPage();
    await second.goto(served.url);
    await openWallet(second);
    const executed = await second.evaluate(
      (quote) => window.wallet.quote.execute(quote as Kit.Quote),
      await served.quote(1_000_000),
    );
    expect(executed.status).toBe('PROCESSING');
    expect(await second.evaluate(() => window.wallet.state().session?.sessionId)).toBe(signedIn.sessionId);
    await after.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});
