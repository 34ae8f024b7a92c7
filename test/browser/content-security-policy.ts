/** A page under the headers of docs/production.md, in one engine: what it lets through, and what it stops. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { launch, type Engine } from '../engines/launch.ts';
import { root } from '../source-tree.ts';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    violations: string[];
  }
}

/** The headers of the recipe. */
export function recipe(): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, 'docs/production.md'), 'utf8');
  const [, block = ''] = /```http\n([^`]+)```/.exec(text) ?? [];
  return Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );
}

/** Runs in the page: writes down what its policy refused. */
export function noteViolations(): void {
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    window.violations.push(effectiveDirective);
  });
}

/** Waits until a violation of this directive was reported. */
async function violation(page: Page, directive: string): Promise<void> {
  await page.waitForFunction((wanted) => window.violations.some((one) => one.startsWith(wanted)), directive);
}

/** Reports come late: one that is provoked now comes after all others. */
export async function expectNoViolation(page: Page): Promise<void> {
  await page.evaluate(() => {
    new Image().src = 'https://elsewhere.example.com/';
  });
  await violation(page, 'img-src');
  expect(await page.evaluate(() => window.violations)).toEqual(['img-src']);
}

/** Signs in, refreshes, pays and signs out, and says how it went: `PROCESSING`, `revoked`, `persistent`. */
export async function useWallet(page: Page, { settings, quote }: KitPage): Promise<readonly string[]> {
  return page.evaluate(
    async ([given, payable]) => {
      const wallet = window.kit.createWallet(given);
      await (await wallet.emailOtp.begin()).verify('000000');
      await wallet.session.refresh();
      const { status } = await wallet.quote.execute(payable as Kit.Quote);
      const { service } = await wallet.session.revoke();
      return [status, service, wallet.state().storage];
    },
    [settings, await quote(1_000_000)] as const,
  );
}

/** A part of the page's script: tries at `#try` what the policy should stop. */
export const script = `import { tryAll } from './test/browser/policy-attempts.ts';
  if (location.hash === '#try') void tryAll();`;

/** The tests, in one engine; returns its browser and the page under the recipe, once a test runs. */
export function describePolicy(engine: Engine): () => { readonly browser: Browser; readonly kit: KitPage } {
  let browser: Browser;
  const served: KitPage[] = [];

  beforeAll(async () => {
    browser = await launch(engine);
    for (const profile of ['spec', 'grid'] as const)
      served.push(await serveKit({ profile, headers: recipe(), script }));
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await Promise.all(served.map((one) => one.close()));
  });

  const open = async (url: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(noteViolations);
    await page.goto(url);
    await page.waitForFunction(() => 'kit' in window);
    return page;
  };

  describe('the recipe', { timeout: 60_000 }, () => {
    test.for([engine])(
      'lets the wallet sign in, refresh, pay and sign out, and reports no violation, in %s',
      async () => {
        for (const kit of served) {
          const page = await open(kit.url);
          expect(await useWallet(page, kit)).toEqual(['PROCESSING', 'revoked', 'persistent']);
          await expectNoViolation(page);
          await page.context().close();
        }
      },
    );

    test.for([engine])('stops inline scripts, eval, texts as markup and requests to other hosts, in %s', async () => {
      const page = await open(`${served[0]?.url ?? ''}/#try`);
      await page.waitForFunction(() => window.notStopped !== undefined);
      expect(await page.evaluate(() => window.notStopped)).toEqual([]);
      for (const directive of ['connect-src', 'require-trusted-types-for']) await violation(page, directive);
      await page.context().close();
    });
  });

  return () => {
    const [kit] = served;
    if (kit === undefined) throw new Error('nothing is served');
    return { browser, kit };
  };
}
