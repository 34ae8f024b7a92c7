import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { describePolicy, expectNoViolation, noteViolations, recipe, useWallet } from './content-security-policy.ts';
import { visit } from './passkey-page.ts';

const opened = describePolicy('chromium');

test('lets a passkey be added and used, in Chromium', { timeout: 60_000 }, async () => {
  const { browser, kit } = opened();
  const context = await browser.newContext();
  await context.addInitScript(noteViolations);
  const person = await visit(context, kit);
  await person.device.plugIn();
  await person.signInByCode();
  expect(await person.add('Laptop')).toMatchObject({ code: 'done' });
  await person.signOut();
  expect(await person.signIn()).toMatchObject({ code: 'done' });
  await expectNoViolation(person.page);
});

test(
  'lets the wallet do the same where scripts are let in by a nonce, and stops the rest, in Chromium',
  { timeout: 60_000 },
  async () => {
    const { browser, kit } = opened();
    const headers = Object.fromEntries(
      Object.entries(recipe()).map(([name, value]) => [
        name,
        value.replace("script-src 'self'", "script-src 'nonce-c2FtcGxl' 'strict-dynamic'"),
      ]),
    );
    const open = async (nonce: string, hash = ''): Promise<Page> => {
      const page = await (await browser.newContext()).newPage();
      await page.addInitScript(noteViolations);
      const body = `<!doctype html><title>Kit</title><script type="module" nonce="${nonce}" src="/page.js"></script>`;
      await page.route(`${kit.url}/`, (route) => route.fulfill({ contentType: 'text/html', headers, body }));
      await page.goto(`${kit.url}/${hash}`);
      return page;
    };
    expect(JSON.stringify(headers)).toContain('strict-dynamic');
    const page = await open('c2FtcGxl');
    await page.waitForFunction(() => 'kit' in window);
    expect(await useWallet(page, kit)).toEqual(['PROCESSING', 'revoked', 'persistent']);
    await expectNoViolation(page);
    const tried = await open('c2FtcGxl', '#try');
    await tried.waitForFunction(() => window.notStopped !== undefined);
    expect(await tried.evaluate(() => window.notStopped)).toEqual([]);
    const other = await open('b3RoZXI');
    await other.waitForFunction(() => window.violations.includes('script-src-elem'));
    expect(await other.evaluate(() => 'kit' in window)).toBe(false);
  },
);
