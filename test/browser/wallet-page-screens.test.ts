/** The pages of the wallet page: what each shows and does, in languages, by keyboard alone and on a narrow screen. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import type { Quote } from 'countersign';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { expectNoViolation, noteViolations } from './content-security-policy.ts';
import { lowControls } from './low-controls.ts';
import { runAxe } from './run-axe.ts';
import { deviceOf } from './virtual-authenticator.ts';
import { serveWalletPage, storedRecords, type WalletPageSite } from './wallet-page-site.ts';
import { namesOf } from '../contract/flows/cards.ts';
import { cardFields } from '../contract/flows/people.ts';
import { hurry, pressInView } from './in-view.ts';

let browser: Browser;
let site: WalletPageSite;
let quote: Quote & { readonly destination: { readonly accountId: string } };

beforeAll(async () => {
  browser = await launch();
  // Exports are of this profile alone.
  site = await serveWalletPage({
    profile: 'grid',
    kit: { relay: { groups: ['reads'] }, sandbox: { relyingParties: ['wallet.demo.localhost'] } },
  });
  quote = (await site.kit.quote(1_000_000)) as typeof quote;
}, 60_000);

afterAll(async () => {
  await browser.close();
  await site.close();
});

async function newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  await context.addInitScript(noteViolations);
  await hurry(context);
  return context;
}

/** Opens a page, as nobody who is signed in. */
async function opened(path: string, options?: BrowserContextOptions, on = site): Promise<Page> {
  const page = await (await newContext(options)).newPage();
  await page.goto(await on.link(path));
  return page;
}

/** Signs in with a code by e-mail. */
async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'E-mail me a code' }).click();
  await page.getByRole('textbox').fill('000000');
  await page.locator('countersign-sign-in').waitFor({ state: 'detached' });
}

/** Presses a button that signs: the first press leads to the sign-in, and the second one counts. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await pressInView(page.getByRole('button', { name }));
  await signIn(page);
  await pressInView(page.getByRole('button', { name }));
}

/** Makes a card that is ready. */
async function cardOf({ kit }: WalletPageSite): Promise<string> {
  const { service, control, customerId, settings } = kit;
  const card = cardFields(kit, { customerId, accountId: settings.accountId });
  const { id } = await service<{ id: string }>('POST', '/cards', card, {
    'Idempotency-Key': crypto.randomUUID(),
  });
  await control('POST', '/clock', { advanceMs: 60_000 });
  return id;
}

async function outcome(page: Page): Promise<string | null> {
  const href = await page.getByRole('link', { name: 'Back to Sample Platform' }).getAttribute('href');
  return new URL(href ?? '').searchParams.get('wallet-outcome');
}

/** Finds the attributes that hold a word, and the elements of which it is a text. */
async function traces(page: Page, text: string): Promise<readonly string[]> {
  return page.evaluate((wanted) => {
    const all = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot === null ? [] : all(one.shadowRoot))]);
    return all(document).flatMap((one) => {
      const attributes = [...one.attributes].filter(({ value }) => value.includes(wanted)).map(({ name }) => name);
      const isText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent === wanted);
      return [...attributes, ...(isText ? [one.localName] : [])];
    });
  }, text);
}

describe('the recovery phrase', () => {
  /** Shows it, and returns a word of it. */
  async function show(page: Page): Promise<string> {
    await pressInView(page.getByRole('button', { name: 'Show recovery phrase' }));
    return (await page.locator('countersign-page-export li').last().textContent()) ?? '';
  }

  const exportPath = (): string => `/export?account=${site.kit.settings.accountId}`;

  async function openExport(): Promise<{ readonly page: Page; readonly logged: string[] }> {
    const page = await opened(exportPath());
    await signIn(page);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.exposeFunction('note', (line: string) => void logged.push(line));
    await page.evaluate(() => {
      const { note } = window as unknown as { readonly note: (line: string) => void };
      for (const name of ['countersign-done', 'countersign-problem', 'countersign-action'])
        document.addEventListener(name, (event) => note(`${name} ${JSON.stringify((event as CustomEvent).detail)}`));
    });
    return { page, logged };
  }

  test('is shown by a press as text, in no attribute, event or log, and is hidden by a press', async () => {
    const { page, logged } = await openExport();
    expect(await page.locator('li').count()).toBe(0);
    const word = await show(page);
    expect(word).toMatch(/^[a-z]{2,12}$/);
    expect(await traces(page, word)).toEqual(['span']);
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByText('Your recovery phrase is hidden.').waitFor();
    expect(await traces(page, word)).toEqual([]);
    expect([logged, await outcome(page)]).toEqual([['countersign-done {}'], 'done']);
    await expectNoViolation(page);
  });

  test('is of the account that the link names, though the person has another before it', async () => {
    const accountIds = ['InternalAccount:00000000-0000-4000-8000-000000000009'];
    const own = await serveWalletPage({ profile: 'grid', accountIds });
    onTestFinished(() => own.close());
    const page = await opened(`/export?account=${own.kit.settings.accountId}`, {}, own);
    await signIn(page);
    expect(await show(page)).toMatch(/^[a-z]{2,12}$/);
  });

  test.each(['blur', 'pagehide', 'visibilitychange'])('is hidden on %s', async (event) => {
    const { page } = await openExport();
    const word = await show(page);
    await page.evaluate((name) => dispatchEvent(new Event(name)), event);
    await page.getByText('Your recovery phrase is hidden.').waitFor();
    expect(await traces(page, word)).toEqual([]);
  });

  test('is hidden after a minute, and is not shown where it comes after the person has left', async () => {
    const page = await (await newContext()).newPage();
    // Before the page's own script: the times that it has read go on.
    await page.clock.install();
    await page.goto(await site.link(exportPath()));
    await signIn(page);
    const word = await show(page);
    // The page's time passes beside it.
    await page.clock.runFor(50_000);
    expect(await traces(page, word)).not.toEqual([]);
    await page.clock.runFor(10_000);
    await page.getByText('Your recovery phrase is hidden.').waitFor();
    expect(await traces(page, word)).toEqual([]);
    await pressInView(page.getByRole('button', { name: 'Show recovery phrase' }));
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await page.getByRole('button', { name: 'Show recovery phrase', disabled: false }).waitFor();
    await page.locator('countersign-page-export :not([aria-busy=true]) > h2').waitFor();
    expect(await page.locator('li').count()).toBe(0);
  });
});

test('a passkey that is added here signs in here', async () => {
  const page = await opened('/sign-in-methods');
  await (await deviceOf(page)).plugIn();
  await page.reload();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Sample laptop');
  // The sign-in comes between: the field keeps its text, and nothing was asked of the device.
  await pressInView(page.getByRole('button', { name: 'Add a passkey' }));
  await signIn(page);
  await page.getByLabel('Name').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Sample laptop');
  await pressInView(page.getByRole('button', { name: 'Add a passkey' }));
  await pressInView(page.getByRole('button', { name: 'Create passkey' }));
  await expect.poll(() => outcome(page)).toBe('done');
  await page.goto(await site.link(`/export?account=${site.kit.settings.accountId}`));
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Show recovery phrase' }).waitFor();
  await expectNoViolation(page);
});

test('a page that is only fetched ahead uses up no ticket', async () => {
  const page = await (await newContext()).newPage();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  const asked = site.heard.length;
  await page.goto(await site.link('/sessions'));
  await page.waitForFunction(() => location.hash === '');
  const entered = (): readonly string[] => site.heard.slice(asked).filter((one) => /\/(?:enter|me) /.test(one));
  await page.evaluate(() => fetch('/brand.css'));
  expect(entered()).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await page.getByRole('heading', { name: 'Devices' }).waitFor();
  expect(entered()).toEqual(['POST /enter 204', 'GET /relay/me 200']);
});

test('a payee is shown in full, and is confirmed by a press alone', async () => {
  const page = await opened(`/payee?account=${quote.destination.accountId}`);
  for (const text of ['Sample Customer', 'Sample Bank', '000123456789'])
    await page.getByText(text, { exact: true }).first().waitFor();
  const path = `POST /relay/payees/${quote.destination.accountId}/confirm`;
  const asked = (): readonly string[] => site.heard.filter((one) => one.startsWith(path));
  expect([asked(), await outcome(page)]).toEqual([[], 'cancelled']);
  await pressInView(page.getByRole('button', { name: 'Confirm payee' }));
  await signIn(page);
  expect([asked(), await outcome(page)]).toEqual([[], 'cancelled']);
  await pressInView(page.getByRole('button', { name: 'Confirm payee' }));
  await page.getByText('Payee confirmed.').waitFor();
  expect([asked(), await outcome(page)]).toEqual([[`${path} 204`], 'done']);
});

test('a payee is confirmed after a sign-in where that has to be recent', async () => {
  const page = await opened(`/payee?account=${quote.destination.accountId}`);
  await pressInView(page.getByRole('button', { name: 'Confirm payee' }));
  await signIn(page);
  const body = JSON.stringify({ status: 403, code: 'RELAY_SIGN_IN_REQUIRED', message: 'Sign in.' });
  await page.route('**/confirm', (route) => route.fulfill({ status: 403, body }), { times: 1 });
  await pressInView(page.getByRole('button', { name: 'Confirm payee' }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'E-mail me a code' }).click();
  await page.getByRole('textbox').fill('000000');
  await pressInView(page.getByRole('button', { name: 'Confirm payee' }));
  await page.getByText('Payee confirmed.').waitFor();
});

test('a payee of whom no number can be shown is not confirmed', async () => {
  const page = await (await newContext()).newPage();
  const { accountId: id } = quote.destination;
  const accountInfo = { accountType: 'OTHER', beneficiary: { fullName: 'Sample Customer' } };
  await page.route(`**/relay/customers/external-accounts/${id}`, (route) =>
    route.fulfill({ json: { id, customerId: site.kit.customerId, status: 'ACTIVE', currency: 'USD', accountInfo } }),
  );
  await page.goto(await site.link(`/payee?account=${id}`));
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  expect(await page.getByRole('button', { name: 'Confirm payee' }).count()).toBe(0);
});

test.each([
  ['first', []],
  ['second', ['InternalAccount:00000000-0000-4000-8000-000000000009']],
])(
  'a card of the %s account is frozen where the link asks for it, once the person presses',
  async (_which, accountIds) => {
    const isFirst = accountIds.length === 0;
    const own = isFirst ? site : await serveWalletPage({ profile: 'grid', accountIds });
    if (!isFirst) onTestFinished(() => own.close());
    const id = await cardOf(own);
    const page = await opened(`/card?card=${id}&to=frozen`, {}, own);
    await page.getByText('You came here to freeze your card.').waitFor();
    const loaded = (): number => own.heard.filter((one) => one.includes('/assets/')).length;
    const before = loaded();
    await pressInView(page.getByRole('button', { name: 'Freeze' }));
    await expect.poll(() => outcome(page)).toBe('done');
    // A press waits for no more code.
    expect([loaded(), await page.getByText('You came here').count()]).toEqual([before, 0]);
    const card = await own.kit.service<Record<string, unknown>>('GET', `/cards/${id}`);
    expect(card[namesOf(own.kit).cardStatus]).toBe('FROZEN');
    // The link asks for nothing any more.
    await page.goto(await own.link(`/card?card=${id}&to=frozen`));
    await page.getByRole('button', { name: 'Unfreeze' }).waitFor();
    expect([await outcome(page), await page.getByText('You came here').count()]).toEqual(['done', 0]);
  },
);

test('a card whose facts have their newer names is read and frozen in its own form', async () => {
  const accountIds = ['InternalAccount:00000000-0000-4000-8000-000000000009'];
  const own = await serveWalletPage({ profile: 'grid', accountIds });
  onTestFinished(() => own.close());
  const id = await cardOf(own);
  const changes: unknown[] = [];
  const page = await (await newContext()).newPage();
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/relay/cards/')) changes.push(request.postDataJSON());
  });
  await page.goto(await own.link(`/card?card=${id}&to=frozen`));
  // The account that pays the card is the person's second one.
  await page.getByText('You came here to freeze your card.').waitFor();
  await pressInView(page.getByRole('button', { name: 'Freeze' }));
  await expect.poll(() => outcome(page)).toBe('done');
  const reason = 'The customer changed the card in the app.';
  expect(changes).toEqual([{ status: 'FROZEN', substatus: 'END_USER_REQUEST', reason }]);
});

test('a link says what it asks of a card only while the card can be changed', async () => {
  const id = await cardOf(site);
  const lead = (page: Page): Promise<number> => page.getByText('You came here to freeze your card.').count();
  const page = await opened(`/card?card=${id}&to=frozen`);
  await page.getByRole('button', { name: 'Close card' }).waitFor();
  expect(await lead(page)).toBe(1);
  await page.getByRole('button', { name: 'Close card' }).click();
  await pressInView(page.getByRole('button', { name: 'Yes' }));
  await signIn(page);
  await page.getByRole('button', { name: 'Close card' }).click();
  await pressInView(page.getByRole('button', { name: 'Yes' }));
  await page.getByText('Closed').first().waitFor();
  expect([await lead(page), await outcome(page)]).toEqual([0, 'cancelled']);
});

describe('the first page', () => {
  test('leads to the others as views of one document, which share a sign-in and the way back', async () => {
    const page = await opened('/');
    const documents = site.heard.filter((one) => /^GET \/(?:sessions|sign-in-methods)? 200/.test(one)).length;
    await page.getByRole('link', { name: 'Sign-in methods' }).click();
    await page.getByRole('button', { name: 'Change the e-mail address' }).click();
    await page.getByLabel('New e-mail address').fill('other@example.com');
    await pressInView(page.getByRole('button', { name: 'Change the e-mail address' }));
    await signIn(page);
    await page.getByRole('heading', { name: 'Sign-in methods' }).waitFor();
    await page.getByRole('link', { name: 'Your wallet' }).click();
    await page.getByRole('link', { name: 'Devices' }).click();
    await page.getByText('This browser').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Your wallet' }).waitFor();
    expect(await outcome(page)).toBe('cancelled');
    expect(site.heard.filter((one) => /^GET \/(?:sessions|sign-in-methods)? 200/.test(one)).length).toBe(documents);
    await page.getByRole('link', { name: 'Devices' }).click();
    await page.waitForURL('**/sessions?**');
    await page.reload();
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
  });

  test('signs out without a session too, which ends the visit', async () => {
    const page = await opened('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.goto(`${site.wallet}/sessions`);
    await page.getByRole('heading', { name: 'Open this page from Sample Platform again' }).waitFor();
  });
});

describe('the page for signing out', () => {
  let own: WalletPageSite;
  beforeAll(async () => {
    own = await serveWalletPage({ page: { session: 'visit' } });
  });
  afterAll(() => own.close());

  const ends = (): number => own.signed.filter((one) => /^DELETE .*\/auth\/sessions\//.test(one)).length;
  const isBack = (page: Page): Promise<void> => page.waitForURL((url) => url.origin === own.app);
  /** Signs in at a payment, which leaves a session for the rest of the visit. */
  const inVisit = async (): Promise<Page> => {
    const { id } = (await own.kit.quote(1_000_000)) as Quote;
    const page = await opened(`/pay?quote=${id}`, {}, own);
    await pressInView(page.getByRole('button', { name: /^Send/ }));
    await signIn(page);
    return page;
  };

  test('ends session and visit at once for a person who comes with a ticket, and leads back', async () => {
    const page = await inVisit();
    const before = ends();
    await page.goto(await own.link('/sign-out'));
    await isBack(page);
    expect(ends()).toBe(before + 1);
    await page.goto(`${own.wallet}/sessions`);
    await page.getByRole('heading', { name: 'Open this page from Sample Platform again' }).waitFor();
    await page.goto(await own.link('/sessions'));
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
  });

  test('ends nothing by a link of another site, whose ticket is made up, until the person presses', async () => {
    const page = await inVisit();
    const before = ends();
    const link = (await own.link('/sign-out')).replace(/#.*/, `#ticket=${'A'.repeat(43)}`);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Sign out of Sample Platform?' }).waitFor();
    expect(ends()).toBe(before);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await isBack(page);
    expect(ends()).toBe(before + 1);
  });

  test('leads back where there is nobody to sign out', async () => {
    const page = await (await newContext()).newPage();
    await page.goto((await own.link('/sign-out')).replace(/#.*/, ''));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await isBack(page);
  });
});

describe('where a session is kept for a visit', () => {
  const kept = async (page: Page): Promise<readonly string[]> =>
    (await storedRecords(page)).filter((key) => key.startsWith('session:'));

  test('the next document of the visit has it, and one of another visit deletes it', async () => {
    const own = await serveWalletPage({ page: { session: 'visit' } });
    onTestFinished(() => own.close());
    const context = await newContext();
    const page = await context.newPage();
    const { id } = (await own.kit.quote(1_000_000)) as Quote;
    await page.goto(await own.link(`/pay?quote=${id}`));
    await pressInView(page.getByRole('button', { name: /^Send/ }));
    await signIn(page);
    const [name = '', ...others] = await kept(page);
    const { visit } = await page.evaluate(async () => (await fetch('/relay/me')).json() as Promise<{ visit: string }>);
    expect([name.endsWith(`:${visit}`), others]).toEqual([true, []]);
    await page.goto(await own.link('/sessions'));
    await page.getByText('This browser').waitFor();
    await context.clearCookies();
    await page.goto(await own.link(`/pay?quote=${id}`));
    await pressInView(page.getByRole('button', { name: /^Send/ }));
    await page.getByRole('button', { name: 'E-mail me a code' }).waitFor();
    await expect.poll(() => kept(page)).not.toContain(name);
  });
});

describe('a page says', () => {
  // Its person has no passkey, which other tests add.
  let fresh: WalletPageSite;
  beforeAll(async () => (fresh = await serveWalletPage()), 60_000);
  afterAll(() => fresh.close());

  test.each([
    ['en', 'Sign in to send 1.00 USDB to \u2068Sample Customer\u2069', 'Review payment', 'Done'],
    ['de', 'Melden Sie sich an, um 1,00 USDB an \u2068Sample Customer\u2069 zu senden', 'Zahlung prüfen', 'Fertig'],
    ['es', 'Inicie sesión para enviar 1,00 USDB a \u2068Sample Customer\u2069', 'Revise el pago', 'Listo'],
    ['fr', 'Connectez-vous pour envoyer 1,00 USDB à \u2068Sample Customer\u2069', 'Vérifiez le paiement', 'Terminé'],
    ['pt', 'Inicie sessão para enviar 1,00 USDB a \u2068Sample Customer\u2069', 'Confira o pagamento', 'Concluído'],
  ])('what a sign-in is for, what each step is, and what is left to do: %s', async (locale, purpose, review, done) => {
    const { id } = (await fresh.kit.quote(1_000_000)) as Quote;
    const page = await (await newContext()).newPage();
    const title = (): Promise<string> => page.title();
    await page.goto(await fresh.link(`/pay?quote=${id}`, { locale }));
    const send = page.locator('countersign-review .primary');
    await pressInView(send);
    await page.getByRole('heading', { name: purpose }).waitFor();
    expect(await title()).toBe(`${purpose} – Sample Platform`);
    await page.locator('countersign-sign-in button').first().click();
    await page.getByRole('textbox').fill('000000');
    await send.waitFor();
    expect(await title()).toBe(`${review} – Sample Platform`);
    const back = page.getByRole('link', { name: 'Sample Platform' });
    expect(await back.innerText()).not.toContain(done);
    await pressInView(send);
    await page.getByRole('link', { name: done }).waitFor();
    expect(await title()).not.toBe(`${review} – Sample Platform`);
    await expectNoViolation(page);
  });

  test('whose wallet it is by a part of their address, and the name of the app that it leads back to', async () => {
    const own = await serveWalletPage({ app: 'Sample Shop' });
    onTestFinished(() => own.close());
    const page = await opened('/sessions', {}, own);
    await page.getByText('s…@example.com', { exact: true }).waitFor();
    expect(await page.getByText('sample@example.com').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Sample Shop' }).waitFor();
  });
});

test('a page has controls of 44 pixels on a phone', async () => {
  const page = await opened('/sessions', { viewport: { width: 390, height: 844 } });
  await page.getByRole('link', { name: 'Back to Sample Platform' }).waitFor();
  expect(await lowControls(page)).toEqual([]);
});

test('the way back ends the session of a page', async () => {
  const page = await opened(`/payee?account=${quote.destination.accountId}`);
  await pressTwice(page, 'Confirm payee');
  await page.getByText('Payee confirmed.').waitFor();
  const ends = (): number => site.signed.filter((one) => /^DELETE .*\/auth\/sessions\//.test(one)).length;
  const before = ends();
  await page.getByRole('link', { name: 'Done' }).click();
  await page.waitForURL((url) => url.origin === site.app);
  expect(ends()).toBe(before + 1);
});

test.each([
  ['de', 'Zurück zu Sample Platform'],
  ['es', 'Volver a Sample Platform'],
  ['fr', 'Retour à Sample Platform'],
  ['pt', 'Voltar para Sample Platform'],
])('the page speaks the language of the link: %s', async (locale, back) => {
  const page = await (await newContext()).newPage();
  await page.goto(await site.link('/sessions', { locale }));
  await page.getByRole('link', { name: back }).waitFor();
  await page.locator('countersign-sessions h2').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  expect(await page.locator('countersign-sessions section').getAttribute('lang')).toBe(locale);
});

test('a language that doesn’t load gives way to English, which the page says it is in', async () => {
  const page = await (await newContext()).newPage();
  await page.route('**/assets/de-*', (route) => route.abort());
  await page.goto(await site.link('/sessions', { locale: 'de' }));
  await page.getByRole('heading', { name: 'Devices' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('a payment needs no mouse', async () => {
  const { id } = (await site.kit.quote(1_000_000)) as Quote;
  const page = await (await newContext()).newPage();
  await page.goto(await site.link(`/pay?quote=${id}`));
  /** Goes on with the Tab key until this has the focus. */
  const reach = async (name: RegExp): Promise<void> => {
    await page.getByRole('button', { name }).waitFor();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = page.getByRole('button', { name }).and(page.locator(':focus'));
      if ((await focused.count()) > 0) return;
    }
    throw new Error(`${String(name)} is out of reach`);
  };
  await reach(/^Send/);
  await page.getByRole('button', { name: /^Send/, disabled: false }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('heading', { name: /^Sign in to send 1.00 USDB/ })
    .and(page.locator(':focus'))
    .waitFor();
  await reach(/^E-mail me a code/);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('000000');
  await page.getByRole('heading', { name: 'Review payment' }).and(page.locator(':focus')).waitFor();
  await reach(/^Send/);
  await page.getByRole('button', { name: /^Send/, disabled: false }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('heading', { name: /on its way/ })
    .and(page.locator(':focus'))
    .waitFor();
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing on a narrow screen, and nothing is cut off: %s',
  async (colorScheme) => {
    const options = { viewport: { width: 320, height: 640 }, colorScheme };
    const check = async (page: Page): Promise<void> => {
      expect(await runAxe(page, { all: true })).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    };
    const page = await (await newContext(options)).newPage();
    const { accountId } = site.kit.settings;
    await page.goto(await site.link(`/export?account=${accountId}`));
    await page.getByRole('button', { name: 'E-mail me a code' }).waitFor();
    await check(page);
    await signIn(page);
    await page.getByRole('button', { name: 'Show recovery phrase' }).waitFor();
    await check(page);
    for (const [path, sign] of [
      [`/pay?quote=${quote.id}`, 'Nothing is sent until you confirm.'],
      [`/payee?account=${quote.destination.accountId}`, '000123456789'],
      ['/sessions', 'Devices'],
      ['/sign-in-methods', 'Sign-in methods'],
      ['/', 'Devices'],
    ] as const) {
      await page.goto(await site.link(path));
      await page.getByText(sign, { exact: true }).first().waitFor();
      await check(page);
    }
    await page.goto(`${site.wallet}/sessions#ticket=${'A'.repeat(43)}`);
    await page.getByRole('heading', { name: 'Open this page' }).waitFor();
    await check(page);
  },
);

test.each([1, 2])(
  'a provider of %s identities is asked by a redirect, and its answer signs in on the page that the person came for',
  async (identities) => {
    const [issuer, audience] = ['https://id.example.com', 'sample-client'];
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
    const own = await serveWalletPage({
      page: { identityProviders: [{ name: 'Sample ID', authorizeUrl: `${issuer}/authorize`, clientId: audience }] },
      kit: { relay: {}, sandbox: { identityProviders: [{ issuer, audience, jwks: { keys } }] } },
    });
    onTestFinished(() => own.close());
    const tokenFor = (nonce: string, subject = 1): Promise<string> =>
      new SignJWT({ nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(`sample-subject-${String(subject)}`)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey);
    const context = await newContext();
    await context.exposeFunction('tokenFor', tokenFor);
    const app = await context.newPage();
    await app.goto(own.app);
    await app.waitForFunction(() => 'kit' in window);
    await app.evaluate(
      async ([settings, count]) => {
        const wallet = window.kit.createWallet(settings);
        await (await wallet.emailOtp.begin()).verify('000000');
        const { tokenFor: ask } = window as unknown as { tokenFor: typeof tokenFor };
        for (let subject = 1; subject <= count; subject += 1) {
          const attempt = await wallet.oauth.begin();
          await wallet.credentials.addOAuth(attempt, await ask(attempt.nonce, subject));
        }
      },
      [{ ...own.kit.settings, relay: '/wallet' }, identities] as const,
    );
    const asked: URLSearchParams[] = [];
    await context.route(`${issuer}/**`, async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams);
      const answer = new URLSearchParams({
        state: searchParams.get('state') ?? '',
        id_token: await tokenFor(searchParams.get('nonce') ?? ''),
      });
      const location = `${searchParams.get('redirect_uri') ?? ''}#${String(answer)}`;
      await route.fulfill({ status: 302, headers: { location } });
    });
    const page = await context.newPage();
    const { destination } = (await own.kit.quote(1_000_000)) as typeof quote;
    const payee = destination.accountId;
    const [link, button] = [
      await own.link(`/payee?account=${payee}`),
      page.getByRole('button', { name: 'Continue with Sample ID' }).first(),
    ];
    const ask = (): Promise<void> => pressInView(page.getByRole('button', { name: 'Confirm payee' }));
    await page.goto(link);
    await ask();
    await button.waitFor();
    // An answer that this tab has not asked for is dropped.
    const forged = new URLSearchParams({ state: 'forged', id_token: await tokenFor('00') });
    await page.goto('about:blank');
    await page.goto(`${link.replace(/#.*/, '')}#${String(forged)}`);
    await ask();
    await button.waitFor();
    expect([page.url().includes('#'), await page.getByRole('alert').filter({ hasText: /./ }).count()]).toEqual([
      false,
      0,
    ]);
    await button.click();
    if (identities > 1) {
      const choice = page.locator('section', { hasText: 'Which account do you sign in with?' });
      await choice.getByRole('button').first().click();
    }
    await ask();
    await page.getByText('Payee confirmed.').waitFor();
    const url = new URL(page.url());
    expect([url.pathname, url.hash, asked.length]).toEqual(['/payee', '', 1]);
    expect(asked[0]?.get('redirect_uri')).toBe(`${own.wallet}/`);
    // The state is good for one answer.
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  },
);
