/** A person's use of passkeys on the page that holds the kit. */
import type { BrowserContext, Page } from 'playwright';
import type * as Kit from 'countersign';
import type { KitPage } from './kit-page.ts';
import { deviceOf, type Device } from './virtual-authenticator.ts';

/** End of an action on the page. */
export interface Ending {
  readonly name?: string;
  readonly code: string;
  readonly nextStep?: string;
}

declare global {
  interface Window {
    signIn: Kit.PasskeySignIn;
    add: Kit.PasskeyAdd;
    /** The presses that have not ended yet, oldest first. */
    presses: Promise<Ending>[];
    leave: AbortController;
    /** The time limits of ceremonies that are under way. */
    limits: (() => void)[];
    endOf(outcome: Promise<unknown>): Promise<Ending>;
  }
}

/** One browser of the customer. */
export interface Visitor {
  readonly page: Page;
  readonly device: Device;
  status(): Promise<string>;
  signInByCode(): Promise<void>;
  signOut(): Promise<void>;
  list(): Promise<readonly Kit.AuthMethod[]>;
  /** Adds a passkey; both steps at once. */
  add(nickname: string): Promise<Ending>;
  /** Fetches the challenge of a sign-in. */
  prepare(credentialId?: string): Promise<Ending>;
  /** Presses the button; the prompt may stay. */
  press(): Promise<void>;
  /** How the oldest press ended. */
  ending(): Promise<Ending>;
  /** Prepares, presses and waits. */
  signIn(credentialId?: string): Promise<Ending>;
  /** Ends the time that ceremonies have. */
  runOutOfTime(): Promise<void>;
  /** Aborts what was pressed, as a page does that is left. */
  leave(): Promise<void>;
}

const ceremonyMs = 120_000;

/** Opens the kit's page in a browser that has no authenticator yet. */
export async function visit(
  context: BrowserContext,
  { url, settings }: Pick<KitPage, 'url' | 'settings'>,
  options: Partial<Kit.CreateWalletOptions> = {},
): Promise<Visitor> {
  const page = await context.newPage();
  await page.goto(url);
  const device = await deviceOf(page);
  await page.evaluate(
    ([given, ceremony]) => {
      window.limits = [];
      window.presses = [];
      window.leave = new AbortController();
      window.endOf = (outcome) =>
        outcome.then(
          () => ({ code: 'done' }),
          ({ name, code, nextStep }: Ending) => ({ name, code, nextStep }) as Ending,
        );
      const clock: Kit.Clock = {
        now: () => Date.now(),
        monotonic: () => performance.now(),
        schedule(delayMs, run) {
          if (delayMs === ceremony) {
            window.limits.push(run);
            return () => void window.limits.splice(window.limits.indexOf(run), 1);
          }
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
      };
      window.wallet = window.kit.createWallet({ refreshBefore: false, clock, ...given });
    },
    [{ ...settings, ...options }, ceremonyMs] as const,
  );
  const visitor: Visitor = {
    page,
    device,
    async status() {
      // The state is loading until the store was read.
      await page.waitForFunction(() => window.wallet.state().status !== 'loading');
      return page.evaluate(() => window.wallet.state().status);
    },
    async signInByCode() {
      await page.evaluate(async () => (await window.wallet.emailOtp.begin()).verify('000000'));
    },
    async signOut() {
      await page.evaluate(() => window.wallet.session.revoke());
    },
    list: () => page.evaluate(() => window.wallet.credentials.list()),
    add: (nickname) =>
      page.evaluate(async (name) => {
        const handle = await window.wallet.passkey.prepareAdd({ nickname: name });
        return window.endOf(handle.add());
      }, nickname),
    prepare: (credentialId) =>
      page.evaluate(
        (id) =>
          window.endOf(
            window.wallet.passkey
              .prepare(id === undefined ? {} : { credentialId: id })
              .then((handle) => (window.signIn = handle)),
          ),
        credentialId,
      ),
    press: () =>
      page.evaluate(() => {
        window.presses.push(window.endOf(window.signIn.signIn({ signal: window.leave.signal })));
      }),
    ending: () => page.evaluate(() => window.presses.shift() ?? { code: 'nothing was pressed' }),
    async signIn(credentialId) {
      const prepared = await visitor.prepare(credentialId);
      if (prepared.code !== 'done') return prepared;
      await visitor.press();
      return visitor.ending();
    },
    async runOutOfTime() {
      await page.waitForFunction(() => window.limits.length > 0);
      await page.evaluate(() => {
        for (const run of window.limits.slice()) run();
      });
    },
    async leave() {
      await page.evaluate(() => {
        window.leave.abort();
        window.leave = new AbortController();
      });
    },
  };
  return visitor;
}
