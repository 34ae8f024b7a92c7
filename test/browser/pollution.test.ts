/** A polluted `Object.prototype`, and options that are changed after the fact, against a real page and a service that lies. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { launch } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';

const theirs = `03${'12'.repeat(32)}`;
const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const token = `${part({ alg: 'ES256' })}.${part({ public_key: theirs })}.c2ln`;

/** Lies that a loosened check would sign. */
const lies: Readonly<Record<string, (payload: string) => string>> = {
  'a name more in the parameters': (payload) => payload.replace('"parameters":{', '"parameters":{"note":"more",'),
  'a name more at the top': (payload) => payload.replace('{', '{"note":"more",'),
  'a login token of another key': () => token,
  'another activity': (payload) => payload.replace('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', 'ACTIVITY_TYPE_LEND'),
  'a text that says nothing': () => 'AAECAwQ',
};

let served: KitPage;
let browser: Browser;
let lie: ((payload: string) => string) | undefined;
const stamped: string[] = [];

beforeAll(async () => {
  browser = await launch();
  served = await serveKit({
    async between(request, next) {
      if (lie !== undefined && request.headers.has('Service-Wallet-Signature')) stamped.push(request.url);
      const answer = await next(request);
      if (lie === undefined || answer.status !== 202) return answer;
      const body = (await answer.json()) as { payloadToSign: string };
      return Response.json({ ...body, payloadToSign: lie(body.payloadToSign) }, answer);
    },
  });
});

afterAll(async () => {
  await browser.close();
  await served.close();
});

async function open(): Promise<Page> {
  lie = undefined;
  stamped.length = 0;
  const page = await (await browser.newContext()).newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => 'kit' in window);
  return page;
}

/** Runs in the page: lends every object what the kit looks for in options, expectations, ids, flows and shapes. */
function pollute(key: string): void {
  const lent: Readonly<Record<string, unknown>> = {
    checkPayload: { 'session.refresh': 'report' },
    'session.refresh': 'report',
    approve: () => true,
    onPayload: () => undefined,
    enclaveKeys: [key],
    environment: 'production',
    sessionKeys: 'client-held',
    maxSessionMs: 1e12,
    credentialId: 'AuthMethod:00000000-0000-4000-8000-00000000000f',
    customerType: 'BUSINESS',
    organizationId: 'another',
    userId: 'another',
    walletId: 'another',
    ids: { organizationId: 'another' },
    newIds: { organizationId: 'another' },
    reason: 'none',
    tokenKeyHex: key,
    isOpaque: true,
    isUnexpected: false,
    ACTIVITY_TYPE_LEND: { parameters: () => true },
    note: () => true,
    parameters: () => true,
    more: () => true,
    optional: () => true,
    unsigned: 'may-act',
    mayCommitUnsigned: true,
    isOnce: true,
    sendsIdempotencyKey: true,
    isLast: false,
    next: {},
    goneIsConflict: true,
  };
  const shared: object = Object.getPrototypeOf({}) as object;
  for (const [name, value] of Object.entries(lent))
    Object.defineProperty(shared, name, {
      configurable: true,
      get: () => value,
      set(this: object, own: unknown) {
        Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
      },
    });
}

const createWallet = (page: Page): Promise<void> =>
  page.evaluate((settings) => {
    window.asked = [];
    const approve = ({ intent }: Kit.ApprovalQuestion): boolean => window.asked.push(intent) > 0;
    const options: Kit.CreateWalletOptions = { ...settings, refreshBefore: false, approve };
    window.wallet = window.kit.createWallet(options);
  }, served.settings);

const outcomeOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    window.wallet.session.refresh().then(
      () => 'refreshed',
      (error: Kit.WalletError) => error.code,
    ),
  );

async function refusesLies(page: Page): Promise<void> {
  for (const [what, change] of Object.entries(lies)) {
    lie = change;
    expect([what, await outcomeOf(page)]).toEqual([what, 'PAYLOAD_MISMATCH']);
    expect(stamped).toEqual([]);
  }
}

/** Signs in, refreshes, pays, changes the address and signs out, each asked before. */
async function useWallet(page: Page): Promise<void> {
  const quote = await served.quote(1_000_000);
  const statuses = await page.evaluate(
    async ([given, customerId]) => {
      const { wallet } = window;
      const { length } = window.asked;
      await (await wallet.emailOtp.begin()).verify('000000');
      await wallet.session.refresh();
      await wallet.credentials.changeEmail(customerId, 'new.address@example.com');
      const { status } = await wallet.quote.execute(given as Kit.Quote);
      return [status, wallet.state().status, ...window.asked.slice(length).filter((name) => name !== 'session.revoke')];
    },
    [quote, served.customerId] as const,
  );
  const asked = ['email-otp.verify', 'session.refresh', 'customer.change-email', 'quote.execute'];
  expect(statuses).toEqual(['PROCESSING', 'signed-in', ...asked]);
}

describe('a polluted Object.prototype', { timeout: 60_000 }, () => {
  test.for(['before', 'after'])('loosens no check and stops no honest call, %s the wallet was made', async (when) => {
    const page = await open();
    if (when === 'before') await page.evaluate(pollute, theirs);
    await createWallet(page);
    if (when === 'after') await page.evaluate(pollute, theirs);
    await useWallet(page);
    await refusesLies(page);
    await page.context().close();
  });
});

describe('options', { timeout: 60_000 }, () => {
  test('that are changed once the wallet was made change nothing', async () => {
    const page = await open();
    await page.evaluate(
      ([settings, key]) => {
        window.asked = [];
        const own = { ...window.kit.wireProfiles.spec };
        const options = {
          ...settings,
          profile: own,
          enclaveKeys: [...settings.enclaveKeys],
          refreshBefore: false as const,
          checkPayload: { 'card.close': 'report' } as Record<string, 'report'>,
          approve: ({ intent }: Kit.ApprovalQuestion) => window.asked.push(intent) > 0,
        };
        window.wallet = window.kit.createWallet(options);
        options.enclaveKeys.splice(0, 1, key);
        Object.assign(own, { signatureHeader: 'X-Other', loginSessionKeys: 'client-held', cardChange: 'direct' });
        Object.assign(options.checkPayload, { 'session.refresh': 'report' });
        Object.assign(options, { approve: () => true, relay: '/other', maxSessionMs: 1e12, profile: 'grid' });
        Object.assign(settings, { relay: '/other' });
      },
      [served.settings, theirs] as const,
    );
    await useWallet(page);
    await refusesLies(page);
    await page.context().close();
  });
});
