/** A page under a strict policy that mounts the inspector beside a wallet, for tests that drive a browser. */
import type { BrowserContextOptions, Browser, Page } from 'playwright';
import type * as Kit from 'countersign';
import type * as Devtools from 'countersign-sandbox/devtools';
import { onTestFinished } from 'vitest';
import { serveKit, type KitPage, type ServeKitOptions } from './kit-page.ts';
import { openShadows } from './page-conditions.ts';

declare global {
  interface Window {
    devtools: typeof Devtools;
    tap: Devtools.Tap;
    inspector: Devtools.Inspector;
    reportViolation(text: string): void;
    exported: Promise<string>;
    serviceTimes: number[];
  }
}

/** No inline style, no other origin, and no policy of Trusted Types may be made. */
export const strictPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const script = `
import * as devtools from './sandbox/src/devtools/index.ts';
window.devtools = devtools;
document.title = 'Ready';
document.documentElement.lang = 'en';
`;

/** Serves the page. */
export function serveDevtools(options: ServeKitOptions = {}): Promise<KitPage> {
  return serveKit({ script, headers: { 'Content-Security-Policy': strictPolicy }, ...options });
}

/** A page with a wallet and, unless told otherwise, its inspector. */
export interface Inspected {
  readonly page: Page;
  readonly violations: readonly string[];
}

/** Options of {@link openInspected}. */
export interface OpenInspectedOptions extends BrowserContextOptions {
  /** Leaves the shadow root closed, as it is for everybody else. */
  readonly isClosed?: boolean;
}

/** Opens the page until the test ends, with an open shadow root unless told otherwise. */
export async function openInspected(
  served: KitPage,
  browser: Browser,
  { isClosed = false, ...options }: OpenInspectedOptions = {},
): Promise<Inspected> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const violations: string[] = [];
  page.setDefaultTimeout(30_000);
  // Browsers ask for the icon by themselves.
  const note = (text: string): void => void (/\/favicon\.ico/.test(text) || violations.push(text));
  page.on('pageerror', (error) => note(error.message));
  await page.exposeFunction('reportViolation', note);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      window.reportViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  if (!isClosed) await openShadows(page);
  await page.goto(served.url);
  await page.waitForFunction(() => document.title === 'Ready');
  await mount(page, served);
  return { page, violations };
}

/** Makes the wallet and mounts the inspector, as an application does; a page that was reloaded does it again. */
export async function mount(page: Page, served: KitPage): Promise<void> {
  await page.waitForFunction(() => document.title === 'Ready');
  await page.evaluate(async (settings) => {
    window.tap = window.devtools.createTap();
    window.wallet = window.kit.createWallet(window.tap.watch({ ...settings, refreshBefore: false }));
    const { tap } = window;
    window.serviceTimes = [];
    const onServiceTime = (time: number): void => void window.serviceTimes.push(time);
    window.inspector = window.devtools.mountInspector(window.wallet, { tap, control: '/api/sandbox', onServiceTime });
    await window.inspector.ready;
  }, served.settings);
}

/** Signs in with the sandbox's code. */
export function signIn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await (await window.wallet.emailOtp.begin()).verify('000000');
  });
}

/** Refreshes the session; resolves with `done`, or with the code of the error. */
export function refresh(page: Page): Promise<string> {
  return page.evaluate(() =>
    window.wallet.session.refresh().then(
      () => 'done',
      (error: { code: string }) => error.code,
    ),
  );
}

/** Signs a payment. */
export async function pay(page: Page, served: KitPage): Promise<void> {
  const quote = await served.quote(1_000_000);
  await page.evaluate(async (given) => {
    await window.wallet.quote.execute(given as Kit.Quote);
  }, quote);
}

/** Brings a panel to the front. */
export async function show(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click();
}

/** The file that the panel hands to the browser. */
export async function exported(page: Page): Promise<string> {
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob: Blob): string => {
      window.exported = blob.text();
      return make(blob);
    };
  });
  await page.getByRole('button', { name: 'Export without secrets' }).click();
  return page.evaluate(() => window.exported);
}
