/** Tests of an application in a browser: Playwright's fixtures, and the script behind them for any other driver. */
import { readFileSync } from 'node:fs';
import { checkOptionNames } from '../../../../src/kit/options.ts';
import { createSandbox, type FaultRule, type LoggedRequest, type Person } from '../../service/index.ts';
import { listen } from '../../service/node.ts';
import { sandboxEnclavePublicKeyHex } from '../../../../src/kit/wire.ts';
import { requireObjectArgument } from '../require.ts';
import {
  createSandboxControl,
  type RequestExpectation,
  type SandboxControl,
  type SandboxInfo,
} from '../sandbox-control.ts';
import type { InPageSignIn, SignInOptions } from '../sign-in-options.ts';

export type { SignInOptions };

/** The part of a Playwright (or Puppeteer) page that is used. */
export interface DrivenPage {
  /** Runs an expression in the page, and waits for its promise. */
  evaluate(script: string): Promise<unknown>;
  /** Loads the page again. */
  reload(): Promise<unknown>;
}

/**
 * The text of an expression that signs a person in on the page's own origin, and whose promise resolves with the session's id. The
 * key that it leaves is made by that browser and refuses export; it can't be copied from another page or a saved state.
 *
 * @example
 * // Puppeteer, Playwright: await page.evaluate(script); Cypress: cy.window().then((window) => window.eval(script));
 * // WebDriver: driver.executeAsyncScript(`const done = arguments[0]; (${script}).then(done, (error) => done(String(error)))`);
 * const script = signInScript(person);
 *
 * @throws TypeError for a person without an account
 */
export function signInScript(person: Pick<Person, 'accountId'>, options: SignInOptions = {}): string {
  requireObjectArgument('signInScript: person', person);
  requireObjectArgument('signInScript: options', options);
  const { accountId } = person;
  if (typeof accountId !== 'string') throw new TypeError('signInScript: person must have an accountId');
  const { relay = '/wallet', enclaveKeys = [sandboxEnclavePublicKeyHex], profile = 'spec', code = '000000' } = options;
  checkOptionNames(options, { relay, enclaveKeys, profile, code }, 'signInScript');
  const given: InPageSignIn = { relay, accountId, enclaveKeys, profile, code };
  const script = readFileSync(new URL('../in-page/script.js', import.meta.url), 'utf8');
  return `(() => {${script}\nreturn countersign.signInOnPage(${JSON.stringify(given)});})()`;
}

/**
 * Signs a person in on a page of the application that is open, and loads it again, so that it finds itself signed in.
 *
 * @example
 * await page.goto('/');
 * await signIn(page, person);
 *
 * @returns the session's id
 * @throws TypeError for anything but a page, or for a person without an account
 */
export async function signIn(
  page: DrivenPage,
  person: Pick<Person, 'accountId'>,
  options?: SignInOptions,
): Promise<string> {
  if (typeof page?.evaluate !== 'function' || typeof page.reload !== 'function') {
    throw new TypeError('signIn: page must have evaluate and reload, as a page of Playwright or Puppeteer has');
  }
  const sessionId = await page.evaluate(signInScript(person, options));
  await page.reload();
  return String(sessionId);
}

/** The part of a Playwright locator that is used. */
export interface DrivenButton {
  /** Scrolls to the button, unless it is in view. */
  scrollIntoViewIfNeeded(): Promise<unknown>;
  /** Runs a function of the button in the page, and waits for its promise. */
  evaluate(run: (button: Element, ms: number) => Promise<boolean>, ms: number): Promise<boolean>;
  /** Clicks it. */
  click(): Promise<unknown>;
}

// Longer than the 800 ms after which a press is no part of the series before it.
const readMs = 900;

/** Runs in the page: resolves with whether the button stood wholly in view for so long, and can be pressed then. */
const standsInView = (button: Element, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    let stands = true;
    const observer = new IntersectionObserver(
      (entries) => {
        stands &&= entries.every(({ intersectionRatio }) => intersectionRatio >= 0.99);
      },
      { threshold: 0.99 },
    );
    observer.observe(button);
    setTimeout(() => {
      observer.disconnect();
      resolve(stands && button.isConnected && button.getAttribute('aria-disabled') !== 'true');
    }, ms);
  });

/**
 * Presses a button that signs as a person does: scrolls to it, and presses once it has stood wholly in view for 900 ms and isn't
 * `aria-disabled`, so that the press counts.
 *
 * @example
 * await press(page.locator('countersign-review [part~=primary]'));
 *
 * @throws TypeError for anything but a locator
 */
export async function press(button: DrivenButton): Promise<void> {
  if (typeof button?.evaluate !== 'function' || typeof button.scrollIntoViewIfNeeded !== 'function') {
    throw new TypeError('press: button must be a locator of Playwright');
  }
  // One that was drawn anew or moved in the meantime has to stand anew.
  do await button.scrollIntoViewIfNeeded();
  while (!(await button.evaluate(standsInView, readMs)));
  await button.click();
}

/** An application that was started for one worker. */
export interface StartedApplication {
  /** Its address, which becomes Playwright's `baseURL`. */
  readonly url: string;
  /** Ends it. */
  close(): Promise<unknown>;
}

/** Options of {@link walletFixtures}. */
export interface WalletFixturesOptions extends Omit<SignInOptions, 'enclaveKeys'> {
  /** A sandbox that runs; by default that of `COUNTERSIGN_SANDBOX_URL`, or else each worker starts one of its own. */
  readonly sandboxUrl?: string;
  /** Starts the application for a worker, before its sandbox. Without it, Playwright's own `baseURL` and `webServer` count. */
  readonly start?: (info: SandboxInfo) => Promise<StartedApplication>;
}

/** Fixtures of a test. */
export interface WalletFixtures {
  /** The control plane; its `requests` and `expectRequests` know this test's requests alone. */
  readonly sandbox: SandboxControl;
  /** A new person with money and a bank account, for each test. */
  readonly person: Person;
  /** Signs in on the open page; by default as the fixture `person`. */
  readonly signIn: (page: DrivenPage, person?: Pick<Person, 'accountId'>) => Promise<string>;
  /** Moves the sandbox's clock forward, ms. */
  readonly advance: (ms: number) => Promise<number>;
  /** Makes the next fitting request fail; unused rules are dropped after the test. */
  readonly fail: (rule: Partial<FaultRule>) => Promise<void>;
  /** The requests that reached the sandbox in this test. */
  readonly requests: () => Promise<readonly LoggedRequest[]>;
}

interface WorkerFixtures {
  readonly workerSandbox: SandboxControl;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Fixtures for `test.extend` of Playwright.
 *
 * @example
 * import { test as base } from '@playwright/test';
 * import { walletFixtures, type WalletFixtures } from 'countersign-sandbox/testing/playwright';
 *
 * const test = base.extend<WalletFixtures>(walletFixtures());
 * test('pays', async ({ page, person, signIn }) => {
 *   await page.goto('/');
 *   await signIn(page, person);
 * });
 */
export function walletFixtures(options: WalletFixturesOptions = {}): PlaywrightFixtures {
  requireObjectArgument('walletFixtures: options', options);
  const { sandboxUrl = process.env['COUNTERSIGN_SANDBOX_URL'], start, ...signInOptions } = options;
  checkOptionNames(options, { sandboxUrl, start, relay: true, profile: true, code: true }, 'walletFixtures');
  const fixtures = {
    // Playwright reads the names in the braces: each fixture says what it needs.
    // oxlint-disable-next-line eslint/no-empty-pattern
    workerSandbox: [async ({}: object, use: Use<SandboxControl>) => withSandbox(sandboxUrl, use), { scope: 'worker' }],
    sandbox: async ({ workerSandbox }: WorkerFixtures, use: Use<SandboxControl>) =>
      use(await ofThisTest(workerSandbox)),
    person: async ({ sandbox }: WalletFixtures, use: Use<Person>) => use(await sandbox.seedPerson()),
    signIn: async ({ sandbox, person }: WalletFixtures, use: Use<WalletFixtures['signIn']>) => {
      const { enclavePublicKeyHex, profile } = await sandbox.info();
      const common = { profile, ...signInOptions, enclaveKeys: [enclavePublicKeyHex] };
      await use((page, who = person) => signIn(page, who, common));
    },
    advance: async ({ sandbox }: WalletFixtures, use: Use<WalletFixtures['advance']>) =>
      use((ms) => sandbox.advance(ms)),
    fail: async ({ sandbox }: WalletFixtures, use: Use<WalletFixtures['fail']>) => {
      await use((rule) => sandbox.fail(rule));
      await sandbox.heal();
    },
    requests: async ({ sandbox }: WalletFixtures, use: Use<WalletFixtures['requests']>) =>
      use(() => sandbox.requests()),
  };
  if (start === undefined) return fixtures as unknown as PlaywrightFixtures;
  const application = async ({ workerSandbox }: WorkerFixtures, use: Use<string>): Promise<void> => {
    const { url, close } = await start(await workerSandbox.info());
    await use(url);
    await close();
  };
  const more = {
    applicationUrl: [application, { scope: 'worker' }],
    baseURL: async ({ applicationUrl }: { readonly applicationUrl: string }, use: Use<string>) => use(applicationUrl),
  };
  return { ...fixtures, ...more } as unknown as PlaywrightFixtures;
}

/** The argument of `test.extend`; Playwright's own types say the rest. */
export type PlaywrightFixtures = Record<string, never>;

/** The requests before this test are those of others. */
async function ofThisTest(control: SandboxControl): Promise<SandboxControl> {
  let after = (await control.requests()).at(-1)?.number ?? 0;
  return Object.freeze({
    ...control,
    requests: async () => (await control.requests()).filter(({ number }) => number > after),
    expectRequests: (expected: RequestExpectation) => control.expectRequests({ after, ...expected }),
    reset: async () => {
      after = 0;
      return control.reset();
    },
  });
}

async function withSandbox(url: string | undefined, use: Use<SandboxControl>): Promise<void> {
  if (url !== undefined) return use(createSandboxControl(url));
  const listening = await listen(createSandbox());
  await use(createSandboxControl(listening.url));
  await listening.close();
}
