/** One name at a time on `Object.prototype`, as one merged JSON can plant it: a passkey signs in as without it. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { visit, type Visitor } from './passkey-page.ts';
import { membersOf } from './planted-names.ts';

let browser: Browser;
let served: KitPage;
let visitor: Visitor;

beforeAll(async () => {
  [browser, served] = await Promise.all([launch(), serveKit()]);
  visitor = await visit(await browser.newContext(), served);
  await visitor.device.plugIn();
  await visitor.signInByCode();
  expect(await visitor.add('Laptop')).toEqual({ code: 'done' });
  await visitor.signOut();
});

afterAll(async () => {
  await browser.close();
  await served.close();
});

/** Runs in the page: signs in while the name is planted, and out without it. */
async function signIn(name: string): Promise<string> {
  const shared = Object.getPrototypeOf({}) as Record<string, unknown>;
  shared[name] = 'shared';
  const end = await window.endOf(window.wallet.passkey.prepare().then((handle) => handle.signIn()));
  delete shared[name];
  if (window.wallet.state().status === 'signed-in') await window.wallet.session.revoke();
  return end.code;
}

/** The name that the library's own object for the browser inherits: no passkey signs in, and the person may try again. */
const inherited = 'mediation';

test('a name of the browser on Object.prototype changes no sign-in with a passkey', { timeout: 120_000 }, async () => {
  const dictionaries = [
    'CredentialRequestOptions',
    'PublicKeyCredentialDescriptor',
    'PublicKeyCredentialRequestOptions',
  ];
  const names = [...membersOf(dictionaries), 'attestationFormats', 'hints'];
  expect(names).toContain(inherited);
  const ends: Record<string, string> = {};
  for (const name of names) ends[name] = await visitor.page.evaluate(signIn, name);
  const honest = Object.fromEntries(names.map((name) => [name, 'done']));
  expect(ends).toEqual({ ...honest, [inherited]: 'CEREMONY_FAILED' });
});
