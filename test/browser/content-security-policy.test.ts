import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { chromiumLaunch } from '../engines/launch.mjs';
import { describePolicy, expectNoViolation, noteViolations, recipe } from './content-security-policy.ts';
import { serveKit } from './kit-page.ts';
import { visit } from './passkey-page.ts';

describePolicy('chromium');

test('lets a passkey be added and used, in Chromium', { timeout: 60_000 }, async () => {
  const options = chromiumLaunch();
  if (options === null) throw new Error('no Chromium: run `npm test`, which finds or installs one');
  const browser = await chromium.launch(options);
  const served = await serveKit({ headers: recipe() });
  try {
    const context = await browser.newContext();
    await context.addInitScript(noteViolations);
    const person = await visit(context, served);
    await person.device.plugIn();
    await person.signInByCode();
    expect(await person.add('Laptop')).toMatchObject({ code: 'done' });
    await person.signOut();
    expect(await person.signIn()).toMatchObject({ code: 'done' });
    await expectNoViolation(person.page);
  } finally {
    await browser.close();
    await served.close();
  }
});
