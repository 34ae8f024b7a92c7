/** Builds and starts the demo, opens its page in Chromium, and walks through it as a person would. */
import type { Browser, BrowserContextOptions, Page, Request, Response } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DemoOptions } from '../../demo/server/options.ts';
import { startDemo, type Demo } from '../../demo/server/start.ts';
import { launch as launchBrowser } from '../engines/launch.ts';
import { begin, prepareToBegin, type Beginning } from './demo-beginning.ts';
import { buildDemo } from './demo-build.ts';
import { hurry, pressNamed } from './in-view.ts';

/** A request as the sandbox's log tells it. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly leg: 1 | 2;
  readonly status: number | null;
  readonly signedBy?: string;
}

/** A running demo with a browser. */
export interface DemoBench {
  readonly demo: Demo;
  readonly browser: Browser;
  open(options?: BrowserContextOptions): Promise<Visit>;
  /** The sandbox's own log of what it received. */
  requests(): Promise<readonly LoggedRequest[]>;
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** One browser profile with one page, and everything that it said. */
export interface Visit {
  readonly page: Page;
  readonly requests: Request[];
  readonly responses: Response[];
  readonly console: string[];
  /** Errors that a page must never have: exceptions and violations of its policy. */
  readonly violations: string[];
  close(): Promise<void>;
}

/** Builds the page where it isn't built yet, and starts everything on free ports. */
export async function openDemoBench(
  options: Partial<DemoOptions> = {},
  launch: () => Promise<Browser> = launchBrowser,
): Promise<DemoBench> {
  const profile = options.profile ?? 'spec';
  const folder = await buildDemo(variables(options, profile));
  const demo = await startDemo({ port: 0, profile, service: null, enclaveKeys: [], ...options }, folder);
  const browser = await launch();
  const control = async (path: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(`${demo.sandboxUrl ?? ''}/_sandbox/${path}`, init)).json();
  return {
    demo,
    browser,
    open: (contextOptions) => visit(browser, demo.url, contextOptions),
    requests: async () => ((await control('requests')) as { data: readonly LoggedRequest[] }).data,
    async advance(advanceMs) {
      const headers = { 'content-type': 'application/json' };
      await control('clock', { method: 'POST', headers, body: JSON.stringify({ advanceMs }) });
    },
    async close() {
      await browser.close();
      await demo.close();
    },
  };
}

type Run = (visit: Visit) => Promise<void>;

/** A bench for the tests of one file, and visits that end with their test, where no page may have had an error. */
export function useDemoBench(launch?: () => Promise<Browser>): {
  readonly bench: () => DemoBench;
  readonly withVisit: (run: Run, options?: BrowserContextOptions) => Promise<void>;
  /** A visit of a person who is signed in already: at the wallet, or with a bank account at the withdrawal. */
  readonly withWallet: (beginning: Beginning, run: Run, options?: BrowserContextOptions) => Promise<void>;
} {
  let opened: DemoBench;
  const end = async (visit: Visit, run: Run): Promise<void> => {
    try {
      await run(visit);
      expect(visit.violations).toEqual([]);
    } finally {
      await visit.close();
    }
  };
  beforeAll(async () => {
    await prepareToBegin();
    opened = await openDemoBench({}, launch);
  }, 120_000);
  afterAll(() => opened.close());
  return {
    bench: () => opened,
    withVisit: async (run, options) => end(await opened.open(options), run),
    async withWallet(beginning, run, options) {
      await end(await openContext(opened.browser, options), async (visit) => {
        const { page, requests, responses } = visit;
        const { url } = opened.demo;
        await begin(page, url, beginning);
        // Later requests are the page's own.
        requests.length = 0;
        responses.length = 0;
        await page.goto(beginning.hasBank === true ? `${url}/#amount` : url);
        await heading(page, beginning.hasBank === true ? 'Withdraw' : 'Your wallet');
        // A session's time counts from here on; time that is skipped before would not be seen.
        await page.getByTestId('session-time').getByRole('button').waitFor();
        await run(visit);
      });
    },
  };
}

/** The environment variables that a person would set for the page of these options; where the service is doesn't matter to it. */
function variables({ service, enclaveKeys }: Partial<DemoOptions>, profile: string): Record<string, string> {
  if (service === undefined || service === null) return { PLATFORM_PROFILE: profile };
  return {
    PLATFORM_PROFILE: profile,
    PLATFORM_BASE_URL: 'https://service.example.com/2025-10-13',
    PLATFORM_CLIENT_ID: service.clientId,
    PLATFORM_CLIENT_SECRET: service.clientSecret,
    PLATFORM_ENCLAVE_KEYS: (enclaveKeys ?? []).join(','),
  };
}

/** Opens a page with a profile of its own, up to its first step. */
export async function visit(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Visit> {
  const seen = await openContext(browser, options);
  await seen.page.goto(url);
  await heading(seen.page, 'Your customers sign every withdrawal');
  return seen;
}

/** Opens an empty page with a profile of its own. */
async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await hurry(context);
  const page = await context.newPage();
  const seen: Visit = {
    page,
    requests: [],
    responses: [],
    console: [],
    violations: [],
    close: () => context.close(),
  };
  // Two suites of browsers share two cores: a limit here tells a hang, not a pace.
  page.setDefaultTimeout(50_000);
  page.on('request', (request) => seen.requests.push(request));
  page.on('response', (response) => {
    seen.responses.push(response);
    // Its body is gone with the page; read once, it is kept.
    if (response.headers()['content-type']?.includes('json') === true) response.body().catch(() => undefined);
  });
  page.on('console', (message) => seen.console.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => seen.violations.push(error.message));
  await page.exposeFunction('reportViolation', (text: string) => seen.violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return seen;
}

/** Waits for the step with this heading. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('heading', { name, exact: true }).first().waitFor();
}

/** The button that signs a payment names what leaves the wallet. */
export const sends = /^Send [\d.,]+ USDB to /;
export const sendsAgain = /^Send [\d.,]+ USDB again to /;

/** Presses the button with this name in the step. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await pressNamed(page.getByRole('main'), name);
}

/** The headings of the views that the header names otherwise. */
const headings: Readonly<Record<string, string>> = {
  Wallet: 'Your wallet',
  Security: 'Sign-in methods',
};

/** Opens one of the header's views. */
export async function show(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: view }).click();
  await heading(page, headings[view] ?? view);
}

/** The balance as the page shows it, once it has been read. */
export async function balance(page: Page): Promise<string> {
  const shown = page.locator('countersign-balance [part="balance"]');
  return (await shown.innerText()).replace(/\s+/g, ' ').trim();
}

/** Asks for a code. */
export async function sendCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await press(page, 'E-mail me a code');
  await heading(page, 'Check your e-mail');
}

/** Types a code in place of what is there. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill('');
  await page.getByLabel('Code').fill(code);
}

/** Signs in with the code of the sandbox, up to the wallet. */
export async function signIn(page: Page, email: string): Promise<void> {
  await sendCode(page, email);
  // Six digits are sent by themselves.
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await heading(page, 'Your wallet');
}

/** Signs in, with money and a bank account to send it to. */
export async function readyToPay(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await fund(page, '100');
  await addBank(page);
}

/** Adds money. */
export async function fund(page: Page, amount: string): Promise<void> {
  await press(page, 'Add money');
  await heading(page, 'Add money');
  await page.getByLabel('Amount').fill(amount);
  await press(page, 'Add money');
  await heading(page, 'Your wallet');
}

/** Adds the sample bank account, from the wallet. */
export async function addBank(page: Page): Promise<void> {
  await press(page, 'Withdraw to a bank');
  await heading(page, 'Add a bank account');
  await press(page, 'Fill in sample details');
  await press(page, 'Add bank account');
  await heading(page, 'Withdraw');
}

/** Asks for a quote, from the withdrawal form. */
export async function quote(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount to send').fill(amount);
  await page.getByRole('radio').first().waitFor();
  await press(page, 'Review payment');
  await heading(page, 'Review payment');
  // Once the payee was read, no answer tells the time any more.
  await page.getByRole('button', { name: sends }).waitFor();
}

/** Reads a line of the slip on screen. */
export async function slipLine(page: Page, term: string): Promise<string> {
  return page.locator('[part="line"]', { hasText: term }).locator('dd').innerText();
}

/** Signs the quote on screen and moves the sandbox's time until the payment has ended. */
export async function signAndFollow(
  page: Page,
  atStep: (name: string) => Promise<void> = async () => {},
): Promise<void> {
  await press(page, sends);
  const status = page.getByTestId('payment-status');
  await status.waitFor();
  await atStep('payment');
  await press(page, 'Skip a minute ahead');
  await page.locator('[data-status="COMPLETED"]').waitFor();
}

/** The whole journey; `atStep` looks at each step while it is on screen. */
export async function walk(page: Page, email: string, atStep: (name: string) => Promise<void>): Promise<void> {
  await atStep('welcome');
  await sendCode(page, email);
  await atStep('code');
  await page.getByLabel('Code').fill('000000');
  await heading(page, 'Your wallet');
  await balance(page);
  await atStep('empty wallet');
  await press(page, 'Add money');
  await heading(page, 'Add money');
  await atStep('fund');
  await press(page, 'Add money');
  await heading(page, 'Your wallet');
  await press(page, 'Withdraw to a bank');
  await heading(page, 'Add a bank account');
  await press(page, 'Add bank account');
  await page.getByText('Account holder is missing.').first().waitFor();
  await atStep('bank with mistakes');
  await press(page, 'Fill in sample details');
  await atStep('bank');
  await press(page, 'Add bank account');
  await heading(page, 'Withdraw');
  await page.getByRole('radio').first().waitFor();
  await atStep('amount');
  await quote(page, '100.25');
  await atStep('review');
  await signAndFollow(page, atStep);
  await atStep('completed');
  await show(page, 'Card');
  await press(page, 'Get a card');
  await page.getByTestId('card').waitFor();
  await press(page, 'Skip a minute ahead');
  await page.getByRole('button', { name: 'Freeze' }).waitFor();
  await atStep('card');
  await press(page, 'Close card');
  await atStep('closing a card');
  for (const view of ['Security', 'Payments', 'Devices']) {
    await show(page, view);
    await page.locator('main .rows li').first().waitFor();
    await atStep(view.toLowerCase());
  }
}
