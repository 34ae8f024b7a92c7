/** Names on `Object.prototype`, as one merged JSON can plant them: a wallet goes on as without them. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { launch } from '../engines/launch.ts';
import { eventually } from '../eventually.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { plantedNames } from './planted-names.ts';

/** Names by which the language, or a library, reads every object: nothing shields what they break. */
const unshielded = ['get', 'return', 'set', 'then', 'toJSON', 'value', 'writable'];

/** Texts that are legal under these names, and mean another thing; `shared` under all others. */
const texts: Readonly<Record<string, readonly string[]>> = {
  cache: ['force-cache'],
  credentials: ['omit'],
  environment: ['sandbox'],
  found: ['done'],
  is: ['done'],
  method: ['DELETE'],
  mode: ['shared', 'no-cors'],
  redirect: ['follow'],
  sessionKeys: ['client-held'],
  unsigned: ['accepted', 'may-act'],
  verdict: ['success'],
};

/** The members that are planted; `function` stands for one that returns true. */
type Planted = Readonly<Record<string, string | true>>;

/** The values for names, in turn: each of their texts, true, and a function. */
function turnsOf(names: readonly string[]): readonly Planted[] {
  const most = Math.max(...names.map((name) => texts[name]?.length ?? 1));
  const own = Array.from({ length: most }, (_, turn) => (name: string) => {
    const all = texts[name] ?? ['shared'];
    return all[turn % all.length] ?? 'shared';
  });
  const turns = [...own, () => true as const, () => 'function'];
  return turns.map((valueOf) => Object.fromEntries(names.map((name) => [name, valueOf(name)])));
}

/** End of a life. */
interface Told {
  /** Each step with its result, or the code or name of its error. */
  readonly said: readonly string[];
  /** Requests to the service but reads, sorted: a session is revoked in the background. */
  readonly requests: readonly string[];
}

/** A service with a customer of its own, so that lives run beside each other. */
interface Bench {
  readonly served: KitPage;
  readonly live: (planted: Planted, patienceMs: number) => Promise<Told>;
}

async function createBench(): Promise<Bench> {
  let [lives, refreshes] = [0, 0];
  let requests: string[] = [];
  const served = await serveKit({
    async between(request, next) {
      const said = describeRequest(request);
      if (request.method !== 'GET') requests.push(said);
      const answer = await next(request);
      if (said !== 'POST /auth/sessions/id/refresh') return answer;
      refreshes += 1;
      if (refreshes === 2) {
        const body = (await answer.json()) as { payloadToSign: string };
        const payloadToSign = body.payloadToSign.replace('CREATE_READ_WRITE_SESSION_V2', 'LEND');
        return Response.json({ ...body, payloadToSign }, answer);
      }
      return refreshes === 3 ? Response.json({ id: 'Session:x' }) : answer;
    },
  });
  const { settings, customerId } = served;
  return {
    served,
    async live(planted, patienceMs) {
      const context = await browser.newContext();
      const page = await openPage(served, context);
      [requests, refreshes, lives] = [[], 0, lives + 1];
      const quote = await served.quote(1_000_000);
      const address = `new.address.${lives}@example.com`;
      const said = await page.evaluate(live, { planted, patienceMs, settings, customerId, quote, address });
      await context.close();
      return { said, requests: requests.toSorted() };
    },
  };
}

function describeRequest({ method, url, headers }: Request): string {
  const { pathname, search } = new URL(url);
  const path = pathname.replaceAll(/[A-Za-z]+:[\w-]{36}/g, 'id').replace('/2025-10-13', '');
  const [stamp, key] = ['Service-Wallet-Signature', 'Idempotency-Key'].map((name) => headers.has(name));
  return `${method} ${path}${search}${stamp ? ' stamped' : ''}${key ? ' once' : ''}`;
}

interface LifeOptions {
  readonly planted: Planted;
  /** A step takes no longer: some names make a promise that never settles, ms. */
  readonly patienceMs: number;
  readonly settings: object;
  readonly customerId: string;
  readonly quote: unknown;
  readonly address: string;
}

/** Runs in the page: plants the names, lives from sign-in to sign-out or to a step that doesn't end, and takes them away. */
async function live({ planted, patienceMs, settings, customerId, quote, address }: LifeOptions): Promise<string[]> {
  const said: (readonly [string, unknown])[] = [];
  const asked: string[] = [];
  let giveUp = (): void => undefined;
  const late = new Promise<void>((resolve) => (giveUp = resolve));
  let patience = setTimeout(giveUp, patienceMs);
  const step = async (what: string, run: () => unknown): Promise<void> => {
    try {
      said.push([what, await run()]);
    } catch (error) {
      said.push([what, error]);
    }
    clearTimeout(patience);
    patience = setTimeout(giveUp, patienceMs);
  };
  const approve = ({ intent }: Kit.ApprovalQuestion): boolean => asked.push(intent) > 0;
  const options = { ...settings, refreshBefore: false, approve } as unknown as Kit.CreateWalletOptions;
  const opaque = {
    method: 'PATCH',
    path: `/customers/${customerId}`,
    body: { email: address },
    intent: { opaque: true },
  } as const;
  const life = async (): Promise<void> => {
    const wallet = window.kit.createWallet(options);
    let attempt: Kit.CodeAttempt | undefined;
    await step('begin', async () => void (attempt = await wallet.emailOtp.begin()));
    await step('verify', async () => (await attempt?.verify('000000'))?.credentialType);
    await step('refresh', async () => (await wallet.session.refresh()).credentialType);
    await step('another payload', () => wallet.session.refresh());
    await step('no payload', () => wallet.session.refresh());
    await step('a payload that can be read', () => wallet.signedRetry(opaque));
    await step('change', () => wallet.credentials.changeEmail(customerId, address));
    await step('close', () =>
      wallet.card.close('Card:00000000-0000-4000-8000-000000000000', {} as Kit.CardCloseOptions),
    );
    await step('execute', async () => (await wallet.quote.execute(quote as Kit.Quote)).status);
    await step('sign out', async () => (await wallet.session.revoke()).service);
    wallet.close();
  };
  const shared = Object.getPrototypeOf({}) as Record<string, unknown>;
  const names = Object.keys(planted);
  const values = names.map((name) => (planted[name] === 'function' ? () => true : planted[name]));
  for (const [at, name] of names.entries()) shared[name] = values[at];
  await Promise.race([step('create', life), late]);
  for (const name of names) delete shared[name];
  const results = said.map(([what, result]) => {
    if (!(result instanceof Error)) return `${what}: ${String(result)}`;
    return `${what}: ${(result as { readonly code?: string }).code ?? result.name}`;
  });
  return [...results, `asked: ${asked.toSorted().join()}`];
}

let browser: Browser;
let benches: readonly Bench[];
let usual: Told;

async function openPage({ url }: KitPage, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => 'kit' in window);
  return page;
}

/** Lives with the members; where a life isn't as usual, finds the fewest that change it by halves, waiting less for what doesn't end. */
async function changedBy(planted: Planted, bench: Bench, patienceMs = 20_000): Promise<readonly object[]> {
  const told = await bench.live(planted, patienceMs);
  if (JSON.stringify(told) === JSON.stringify(usual)) return [];
  const all = Object.entries(planted);
  const half = Math.ceil(all.length / 2);
  const fewer: object[] = [];
  for (const part of all.length > 1 ? [all.slice(0, half), all.slice(half)] : [])
    fewer.push(...(await changedBy(Object.fromEntries(part), bench, 3000)));
  return fewer.length > 0 ? fewer : [{ planted, ...told }];
}

/** Divides a list among the benches, which work beside each other. */
async function divide<Item, Result>(
  items: readonly Item[],
  work: (part: readonly Item[], bench: Bench) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const most = Math.ceil(items.length / benches.length);
  const parts = benches.map((bench, at) => work(items.slice(at * most, (at + 1) * most), bench));
  return (await Promise.all(parts)).flat();
}

beforeAll(async () => {
  browser = await launch();
  benches = await Promise.all(Array.from({ length: 3 }, createBench));
  usual = await (benches as [Bench])[0].live({}, 20_000);
});

afterAll(async () => {
  await browser.close();
  for (const { served } of benches) await served.close();
});

describe('a name on Object.prototype', { timeout: 300_000 }, () => {
  test('changes neither the steps of a life nor its requests', async () => {
    expect(usual.said).toEqual([
      'begin: undefined',
      'verify: EMAIL_OTP',
      'refresh: EMAIL_OTP',
      'another payload: PAYLOAD_MISMATCH',
      'no payload: ANSWER_INVALID',
      'a payload that can be read: PAYLOAD_MISMATCH',
      'change: undefined',
      'close: TypeError',
      'execute: PROCESSING',
      'sign out: revoked',
      'create: undefined',
      'asked: customer.change-email,email-otp.verify,quote.execute,session.refresh,session.revoke,session.revoke',
    ]);
    const names = plantedNames().filter((name) => !unshielded.includes(name));
    const changed = await divide(names, async (part, bench) => {
      const found: object[] = [];
      for (const planted of turnsOf(part)) found.push(...(await changedBy(planted, bench)));
      return found;
    });
    expect(changed).toEqual([]);
  });

  test('that the language itself reads stamps nothing twice, and loosens no check', async () => {
    const stampsOf = ({ requests }: Told): string[] => requests.filter((request) => request.includes(' stamped'));
    const planted = unshielded.flatMap((name) => turnsOf([name]));
    const wrong = await divide(planted, async (all, bench) => {
      const found: object[] = [];
      for (const one of all) {
        const told = await bench.live(one, 3000);
        const left = stampsOf(usual);
        const isMore = stampsOf(told).some(
          (stamp) => left.splice(left.indexOf(stamp), left.includes(stamp) ? 1 : 0).length === 0,
        );
        const isLoose = told.said.some((step) => /(?:payload[\w ]*|close): (?:undefined|\[object)/.test(step));
        if (isMore || isLoose) found.push({ planted: one, ...told });
      }
      return found;
    });
    expect(wrong).toEqual([]);
  });
});

interface ExecuteOptions {
  readonly name: string;
  readonly value: string | true;
  readonly quote: unknown;
}

/** Runs in the page: executes a quote while the name is planted. */
async function execute({ name, value, quote }: ExecuteOptions): Promise<string> {
  const shared = Object.getPrototypeOf({}) as Record<string, unknown>;
  shared[name] = value;
  const end = await window.wallet.quote.execute(quote as Kit.Quote).then(
    ({ status }) => status,
    (error: Kit.WalletError) => error.code,
  );
  delete shared[name];
  return end;
}

describe('a name on Object.prototype of two tabs', { timeout: 120_000 }, () => {
  const names = ['mode', 'steal', 'ifAvailable', 'signal', 'idempotencyKey', 'marker', 'until'];

  test.for(["the browser's fetch", "the page's own fetch"])(
    'lets one payment be stamped once, with %s',
    async (which) => {
      const stamps: string[] = [];
      let open = (): void => {};
      let gate = Promise.resolve();
      const served = await serveKit({
        async between(request, next) {
          if (!describeRequest(request).endsWith('/execute stamped once')) return next(request);
          stamps.push(request.headers.get('Idempotency-Key') ?? '');
          await gate;
          return next(request);
        },
      });
      const context = await browser.newContext();
      const tabs = [await openPage(served, context), await openPage(served, context)] as const;
      for (const tab of tabs)
        await tab.evaluate(
          ([settings, isOwn]) => {
            const fetch = (url: string, init: RequestInit) =>
              globalThis.fetch(url, Object.assign(Object.create(null), init));
            window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false, ...(isOwn && { fetch }) });
          },
          [served.settings, which !== "the browser's fetch"] as const,
        );
      await tabs[0].evaluate(async () => (await window.wallet.emailOtp.begin()).verify('000000'));
      await tabs[1].waitForFunction(() => window.wallet.state().status === 'signed-in');
      for (const name of names) {
        stamps.length = 0;
        gate = new Promise((resolve) => (open = resolve));
        const planted = {
          name,
          value: name === 'mode' ? 'shared' : true,
          quote: await served.quote(1_000_000),
        } as const;
        const ends = tabs.map((tab) => tab.evaluate(execute, planted));
        await eventually(async () => {
          const { pending } = await tabs[0].evaluate(() => navigator.locks.query());
          expect((pending?.length ?? 0) + stamps.length).toBe(2);
        });
        open();
        expect([name, ...(await Promise.all(ends)), stamps.length]).toEqual([name, 'PROCESSING', 'PROCESSING', 1]);
      }
      await context.close();
      await served.close();
    },
  );
});
