/** The inspector's view of a real sign-in and a real payment, in one engine. */
import { createHash } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, type Engine } from '../engines/launch.ts';
import { exported, mount, openInspected, pay, refresh, serveDevtools, show, signIn } from './devtools-page.ts';
import type { KitPage, ServeKitOptions } from './kit-page.ts';

/** Holds up stamped requests between relay and sandbox until they are let go. */
function createGate(): { readonly between: NonNullable<ServeKitOptions['between']>; hold(): () => void } {
  let held: Promise<void> = Promise.resolve();
  return {
    async between(request, next) {
      if (request.headers.has('Service-Wallet-Signature')) await held;
      return next(request);
    },
    hold() {
      let letGo = (): void => undefined;
      held = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
  };
}

/** Every payload and stamp that crosses the page's wire. */
function watchSecrets(page: Page): Set<string> {
  const secrets = new Set<string>();
  page.on('request', (request) => {
    const stamp = request.headers()['service-wallet-signature'];
    if (stamp !== undefined) secrets.add(stamp);
  });
  page.on('response', async (response) => {
    if (response.status() !== 202) return;
    const { payloadToSign, requestId } = (await response.json()) as Record<string, string>;
    for (const secret of [payloadToSign, requestId]) if (secret !== undefined) secrets.add(secret);
  });
  return secrets;
}

/** The tests, in one engine. */
export function describeInspector(engine: Engine): void {
  const gate = createGate();
  let served: KitPage;
  let browser: Browser;

  beforeAll(async () => {
    served = await serveDevtools({ between: gate.between });
    browser = await launch(engine);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  /** A test of the inspector’s own ways, which no engine changes: Chromium alone runs it. */
  const it = (title: string, run: () => Promise<void>): void => {
    if (engine === 'chromium') test(title, run);
  };

  describe('the inspector, beside a wallet that signs in and pays,', { timeout: 90_000 }, () => {
    it('joins the legs of an action, and opens a message to what may be shown of it', async () => {
      const { page, violations } = await openInspected(served, browser);
      await signIn(page);
      await pay(page, served);
      const login = page.getByRole('group', { name: 'Sign in with the code' });
      expect(await login.locator('.exchange').count()).toBe(2);
      expect(await login.locator('.exchange').allInnerTexts()).toEqual([
        expect.stringMatching(/POST[^]*verify[^]*202[^]*requests payload/),
        expect.stringMatching(/POST[^]*verify[^]*200[^]*signed[^]*by 0[23]/),
      ]);
      await expect
        .poll(() => login.locator('.note').allInnerTexts())
        .toContainEqual(
          expect.stringMatching(/matches the action, and each value that was asked for\.\s+publicKeyHex ✓ equal/),
        );
      const payment = page.getByRole('group', { name: 'Sign a payment' });
      expect(await payment.locator('.exchange').count()).toBe(1);

      const first = login.locator('.exchange').first();
      await first.click();
      expect(await first.getAttribute('aria-expanded')).toBe('true');
      const opened = await login.locator('.details').innerText();
      expect(opened).toMatch(/encryptedOtpBundle\s+withheld The one-time code, sealed to the enclave/);
      expect(opened).toMatch(/payloadToSign\s+withheld/);
      expect(opened).toMatch(/content-type\s+application\/json/);
      expect(opened).toMatch(/cookie\s+withheld/);
      expect(violations).toEqual([]);
    });

    test('shows payload and stamp only once the outcome is known, and verifies them at a press', async () => {
      const { page } = await openInspected(served, browser);
      await signIn(page);
      const secrets = watchSecrets(page);
      const letGo = gate.hold();
      const refreshed = page.evaluate(async () => void (await window.wallet.session.refresh()));
      const drawn = page.getByRole('group', { name: 'Refresh the session', exact: true });
      // Drawn as it happens: the first leg has its answer, and the second one is on its way.
      const stamped = drawn.locator('.exchange').filter({ hasText: 'outcome unknown' });
      await stamped.locator('.track[data-state="waiting"]').waitFor({ state: 'attached' });
      expect(await drawn.locator('.exchange').count()).toBe(2);
      await stamped.click();
      const before = await drawn.innerText();
      expect(before).toContain('Shown once the outcome is known');
      expect(secrets.size).toBe(3);
      for (const secret of secrets) expect(before).not.toContain(secret);
      letGo();
      await refreshed;

      const payload = await drawn.getByRole('group', { name: 'Payload' }).innerText();
      expect(secrets).toContain(payload);
      expect(JSON.parse(payload)).toMatchObject({ type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2' });
      const read = await drawn.locator('.details').innerText();
      expect(read).toContain('Payload matches the action, and each value that was asked for.');
      expect(read).toContain('SIGNATURE_SCHEME_TK_API_P256');
      await drawn.getByRole('button', { name: 'Verify it in this page' }).click();
      await drawn.getByText(/^It verifies: the key 0[23]/).waitFor();
      await drawn.getByRole('button', { name: 'one byte changed' }).click();
      await drawn.getByText(/^Refused \(STAMP_INVALID\)/).waitFor();
    });

    it('keeps payload and stamp back for as long as nobody can tell what came of them', async () => {
      const { page } = await openInspected(served, browser);
      await signIn(page);
      await served.control('POST', '/faults', { path: '/auth/sessions/*/refresh', leg: 2, drop: 'after' });
      expect(await refresh(page)).toBe('OUTCOME_UNKNOWN');
      const group = page.getByRole('group', { name: 'Refresh the session', exact: true });
      expect(await group.locator('.title').innerText()).toContain('OUTCOME_UNKNOWN');
      await group.locator('.exchange').filter({ hasText: 'outcome unknown' }).click();
      expect(await group.getByText('Shown once the outcome is known').count()).toBe(2);
      expect(await group.getByRole('group', { name: 'Payload' }).count()).toBe(0);
    });

    it('draws what each key goes through, in the lane where it happens, and the account’s ways to sign in', async () => {
      const { page } = await openInspected(served, browser);
      await show(page, 'Keys');
      const panel = page.getByRole('tabpanel');
      const row = (name: string): Locator =>
        panel.locator('.key').filter({ has: page.getByRole('heading', { name, exact: true }) });
      const steps = (name: string): Promise<readonly string[]> =>
        row(name)
          .locator('.stations li')
          .evaluateAll((all) => all.map((one) => `${one.dataset['lane']} ${one.textContent.slice(2)}`));
      expect(await steps('Session key')).toEqual([
        'browser created (not now)',
        'browser used (not now)',
        'browser deleted (not now)',
      ]);
      await signIn(page);
      const opened = ['enclave created', 'relay sealed', 'browser opened'];
      await expect
        .poll(() => steps('Session key'))
        .toEqual([...opened, 'browser used (not now)', 'browser deleted (not now)']);
      expect(await steps('One-time code')).toEqual(['service created', 'relay sealed', 'enclave opened']);
      expect(await row('Session key').innerText()).toMatch(/0[23][0-9a-f]{6}…[0-9a-f]{6}[^]*1[45] min.* left/);
      expect(await steps('E-mail address')).toEqual(['service kept']);
      expect(await row('E-mail address').innerText()).toContain('@example.com');
      await pay(page, served);
      await expect.poll(() => steps('Session key')).toEqual([...opened, 'browser used', 'browser deleted (not now)']);
      await page.evaluate(async () => void (await window.wallet.session.revoke()));
      await expect.poll(() => steps('Session key')).toEqual([...opened, 'browser used', 'browser deleted']);
    });

    it('tells the session, why it ended, the clocks, and what other tabs announce', async () => {
      const { page } = await openInspected(served, browser);
      await signIn(page);
      await show(page, 'State');
      const panel = page.getByRole('tabpanel');
      await panel.getByText('signed-in', { exact: true }).waitFor();
      expect(await panel.innerText()).toMatch(/Difference\s+None that can be told/);
      expect(await panel.innerText()).toMatch(/The session is kept in\s+IndexedDB/);
      const second = await page.context().newPage();
      await second.goto(served.url);
      await mount(second, served);
      await second.evaluate(async () => void (await window.wallet.session.revoke()));
      await panel.getByText('signed-out', { exact: true }).first().waitFor();
      expect(await panel.innerText()).toMatch(/The last one ended\s+signed-out/);
      expect(await panel.innerText()).toMatch(/somebody has signed out/);
    });

    test('keeps what happened over a reload, finds it, and exports it without a secret', async () => {
      const { page } = await openInspected(served, browser);
      const secrets = watchSecrets(page);
      await signIn(page);
      await pay(page, served);
      const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
      expect(secrets.size).toBeGreaterThan(3);
      for (const secret of secrets) expect(kept).not.toContain(secret.slice(0, 40));
      await page.reload();
      await mount(page, served);
      const panel = page.getByRole('tabpanel');
      const payment = panel.getByRole('group', { name: 'Sign a payment' });
      expect(await payment.innerText()).toMatch(/before the reload[^]*execute[^]*200[^]*\d\d:\d\d:\d\d/);
      await panel.getByRole('searchbox', { name: 'Find' }).fill('verify');
      await payment.waitFor({ state: 'detached' });
      await panel.getByRole('group', { name: 'Sign in with the code' }).waitFor();
      await panel.getByRole('searchbox', { name: 'Find' }).fill('');
      const trace = await exported(page);
      expect(JSON.parse(trace)).toMatchObject({ format: 'countersign-trace', version: 1 });
      for (const secret of secrets) expect(trace).not.toContain(secret.slice(0, 40));
      await panel.getByRole('button', { name: 'Clear' }).click();
      expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('execute');
    });

    it('moves the sandbox’s time, breaks the next call, shows the code and ends the session', async () => {
      const { page } = await openInspected(served, browser);
      await signIn(page);
      await show(page, 'Sandbox');
      const panel = page.getByRole('tabpanel');
      const said = panel.getByRole('status');
      const press = (name: string): Promise<void> => panel.getByRole('button', { name, exact: true }).click();
      const timeOf = async (): Promise<number> =>
        Date.parse((await served.control<{ now: string }>('GET', '/clock')).now);
      const start = await timeOf();
      await press('+1 min');
      await said.filter({ hasText: 'The service’s time is 1 min further on.' }).waitFor();
      expect((await timeOf()) - start).toBeGreaterThanOrEqual(60_000);
      for (const [name, rule] of Object.entries({
        'Delayed by 3 s': { delayMs: 3000 },
        'Lost before it takes effect': { drop: 'before' },
        'Lost after it took effect': { drop: 'after' },
        '429, try in 2 s': { status: 429, retryAfter: 2 },
        '500': { status: 500 },
      })) {
        await press(name);
        await said.filter({ hasText: `The next call meets: ${name.toLowerCase()}.` }).waitFor();
        expect(await served.control('GET', '/faults')).toMatchObject({ data: [{ ...rule, count: 1 }] });
        await press('None of these');
        await said.filter({ hasText: 'No fault waits any more.' }).waitFor();
        expect(await served.control('GET', '/faults')).toEqual({ data: [] });
      }
      await panel.getByRole('checkbox', { name: 'Only one that carries a stamp' }).check();
      await press('500');
      await said.filter({ hasText: 'The next signed call meets: 500.' }).waitFor();
      expect(await served.control('GET', '/faults')).toMatchObject({ data: [{ status: 500, leg: 2, count: 1 }] });
      await press('None of these');
      await said.filter({ hasText: 'No fault waits any more.' }).waitFor();
      await page.evaluate(async () => void (await window.wallet.emailOtp.begin()));
      await press('Show the code');
      await said.filter({ hasText: 'The code is 000000.' }).waitFor();
      await press('End the session at the service');
      await said.filter({ hasText: 'The service has ended the session.' }).waitFor();
      expect(await refresh(page)).not.toBe('done');
      for (const minutes of [5, 15]) {
        const before = await timeOf();
        await press(`+${String(minutes)} min`);
        await said.filter({ hasText: `The service’s time is ${String(minutes)} min further on.` }).waitFor();
        expect((await timeOf()) - before).toBeGreaterThanOrEqual(minutes * 60_000);
      }
    });

    it('arms a lie for the next answer, and shows where it stops: the value that came beside the expected one', async () => {
      const { page } = await openInspected(served, browser);
      await signIn(page);
      const panel = page.getByRole('tabpanel');
      await show(page, 'Sandbox');
      await panel.getByRole('button', { name: 'another key' }).click();
      expect(await refresh(page)).toBe('PAYLOAD_MISMATCH');
      expect(await panel.getByRole('button', { name: 'another key' }).getAttribute('aria-pressed')).toBe('false');
      await show(page, 'Messages');
      const group = page.getByRole('group', { name: 'Refresh the session', exact: true });
      const stop = (await group.locator('.stop[data-lane="browser"]').innerText()).replaceAll(/\s+/g, ' ');
      expect(stop).toMatch(
        /Stopped in this browser PAYLOAD_MISMATCH publicKeyHex expected 0[234][0-9a-f]+ received 046b17d1/,
      );
      expect(await group.innerText()).toMatch(/publicKeyHex ✗ differs/);
      await group.getByRole('button', { name: 'not signed' }).click();
      expect(await group.locator('.beside code.bad').innerText()).toMatch(/^046b17d1/);
      await show(page, 'Sandbox');
      await panel.getByRole('button', { name: 'another activity' }).click();
      expect(await refresh(page)).toBe('PAYLOAD_MISMATCH');
      expect(await refresh(page)).toBe('done');
    });

    it('counts by the service’s time, once it was moved, and tells the page of it', async () => {
      const { page } = await openInspected(served, browser);
      await signIn(page);
      await show(page, 'Sandbox');
      const panel = page.getByRole('tabpanel');
      await panel.getByRole('button', { name: '+5 min' }).click();
      await panel.getByText('The service’s time is 5 min further on.').waitFor();
      const told = await page.evaluate(() => window.serviceTimes.map((time) => time - Date.now()));
      expect((told.at(-1) ?? 0) - (told[0] ?? 0)).toBeGreaterThan(299_000);
      const left: string[] = [];
      for (const name of ['Keys', 'State']) {
        await show(page, name);
        left.push(/(?:in )?(9 min(?: \d+ s)?|10 min)(?: left)?/.exec(await panel.innerText())?.[1] ?? name);
      }
      expect(left).toEqual([expect.stringMatching(/^(9|10) min/), expect.stringMatching(/^(9|10) min/)]);
    });

    it('shows how an identity token and a key belong together', async () => {
      const { page } = await openInspected(served, browser);
      await signIn(page);
      const told = (nonce: string): Promise<void> =>
        page.evaluate(async (given) => {
          const claims = btoa(JSON.stringify({ nonce: given })).replaceAll('=', '');
          const body = JSON.stringify({ type: 'OAUTH', oidcToken: `e30.${claims}.x`, clientPublicKey: '02aa' });
          await window.tap.fetch('/wallet/auth/credentials/AuthMethod:1/verify', { method: 'POST', body });
        }, nonce);
      const [own, other] = [createHash('sha256').update('02aa').digest('hex'), 'f'.repeat(64)];
      await told(own);
      await page.getByText(`Its nonce ${own.slice(0, 8)}… is the SHA-256 of the key beside it`).waitFor();
      await told(other);
      await page.getByText('Its nonce ffffffff… names another key').waitFor();
      expect(await page.getByRole('tabpanel').innerText()).not.toContain('e30.');
    });

    test('runs where no inline style, no markup and no policy of Trusted Types is allowed, in a closed shadow root', async () => {
      const { page, violations } = await openInspected(served, browser, { isClosed: true });
      await signIn(page);
      await pay(page, served);
      for (const panel of ['keys', 'state', 'sandbox', 'messages'] as const) {
        await page.evaluate((name) => window.inspector.show(name), panel);
      }
      const seen = await page.evaluate(() => {
        const { element } = window.inspector;
        return { root: element.shadowRoot, html: document.body.innerHTML, height: element.offsetHeight };
      });
      expect(seen.root).toBeNull();
      expect(seen.html).not.toContain('execute');
      expect(seen.height).toBeGreaterThan(300);
      expect(violations).toEqual([]);
      await page.evaluate(() => window.inspector.unmount());
      expect(await page.locator('[data-countersign-inspector]').count()).toBe(0);
    });

    it('shows a request of the page whose address has a lone percent sign, and withholds the code in it', async () => {
      const { page, violations } = await openInspected(served, browser);
      await page.evaluate(async () => {
        const body = JSON.stringify({ code: '123456', currency: { code: 'USD' } });
        await window.tap.fetch('/api/100%', { method: 'POST', body });
      });
      await page.locator('.exchange').first().click();
      expect(await page.locator('.details .whole').innerText()).toBe('POST /api/100%');
      const details = await page.locator('.details').innerText();
      expect(details).toMatch(/currency\.code\s+USD/);
      expect(details).not.toContain('123456');
      await show(page, 'Sandbox');
      await page.getByRole('button', { name: 'None of these' }).waitFor();
      expect(violations).toEqual([]);
    });

    it('refuses production, and its tap leaves the options of a wallet there as they are', async () => {
      const { page } = await openInspected(served, browser);
      const refused = await page.evaluate((settings) => {
        const tap = window.devtools.createTap();
        const options = { ...settings, environment: 'production' as const };
        const isSame = tap.watch(options) === options;
        try {
          window.devtools.mountInspector(window.wallet, { tap });
          return { isSame, message: 'mounted' };
        } catch (error) {
          return { isSame, message: (error as Error).message };
        }
      }, served.settings);
      expect(refused).toEqual({ isSame: true, message: expect.stringContaining('does not mount in production') });
    });
  });
}
