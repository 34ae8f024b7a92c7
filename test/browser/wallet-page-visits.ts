/** The wallet page over TLS, on a host beside the app's, in an engine that the caller starts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Quote } from 'countersign';
import { createCertificate } from './certificate.ts';
import { hands } from './hands.ts';
import { serveWalletPage, type WalletPageSite } from './wallet-page-site.ts';

/** One tab. */
export interface Tab {
  goto(url: string): Promise<unknown>;
  /** Returns the address of the page in view. */
  address(): Promise<string>;
  /** Runs the body of an async function in the page. */
  evaluate(body: string): Promise<unknown>;
  /** Presses a button or a link, once it is there. */
  press(name: string): Promise<unknown>;
  /** Fills in the one field. */
  type(text: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Opens tabs, each in a profile of its own that takes any certificate. */
export interface TabOpener {
  open(): Promise<Tab>;
  stop(): Promise<unknown>;
}

const script = `import { readWalletReturn } from './src/wallet-link/index.ts';
  Object.assign(window, { readWalletReturn });`;

/** Runs in the app: asks the wallet page's host for all that it has. Returns what it could read. */
const attack = (wallet: string, settings: object, quote: Quote, ticket: string): string => `
  const got = [];
  const attempt = (name, work) => work().then((answer) => answer !== undefined && got.push(name), () => undefined);
  const { accountId } = ${JSON.stringify(settings)};
  const quote = ${JSON.stringify(quote)};
  const json = { 'Content-Type': 'application/json' };
  for (const mode of ['cors', 'no-cors']) {
    const ask = (path, init) => attempt(mode + ' ' + path, async () => {
      const answer = await fetch('${wallet}' + path, { mode, credentials: 'include', ...init });
      return answer.type === 'opaque' ? undefined : answer.status;
    });
    await ask('/relay/me');
    await ask('/relay/auth/sessions?accountId=' + accountId);
    await ask('/relay/quotes/' + quote.id);
    await ask('/relay/quotes/' + quote.id + '/execute', { method: 'POST', headers: json });
    await ask('/enter', { method: 'POST', headers: json, body: '{"ticket":"${ticket}"}' });
  }
  const wallet = kit.createWallet({ ...${JSON.stringify(settings)}, relay: '${wallet}/relay', refreshBefore: false });
  await attempt('code', () => wallet.emailOtp.begin());
  await attempt('payment', () => wallet.quote.execute(quote));
  wallet.close();
  return got;`;

/** The heading that a person sees once the app has planted a cookie by the name of the wallet page's. */
const afterPlanting = {
  Firefox: 'Review payment',
  // It heeds no prefix of a name: the page takes neither of two cookies.
  WebKit: 'Open this page from Sample Platform again',
};

/** The tests, in one engine. */
export function describeWalletPage(engine: keyof typeof afterPlanting, start: () => Promise<TabOpener>): void {
  let site: WalletPageSite;
  let tabs: TabOpener;
  let tab: Tab;
  let quote: Quote;
  let executions = 0;
  let answered = Promise.resolve();

  beforeAll(async () => {
    site = await serveWalletPage({
      page: { session: 'visit' },
      kit: { relay: { groups: ['reads'] }, script, certificate: createCertificate() },
      between: async (request, next) => {
        const answer = await next(request);
        if (!request.url.endsWith('/execute')) return answer;
        executions += 1;
        await answered;
        return answer;
      },
    });
    tabs = await start();
    tab = await tabs.open();
  }, 120_000);
  afterAll(async () => {
    await tab?.close();
    await tabs?.stop();
    await site?.close();
  });
  beforeEach(async () => {
    quote = (await site.kit.quote(1_000_000)) as Quote;
  });

  const linkToPay = (): Promise<string> => site.link(`/pay?quote=${quote.id}`, { locale: 'en' });
  const seen = (body: string): Promise<unknown> => tab.evaluate(`${hands}${body}`);
  const reaches = (origin: string): Promise<void> =>
    expect.poll(async () => new URL(await tab.address()).origin).toBe(origin);
  const openApp = async (): Promise<void> => {
    await tab.goto(site.app);
    await seen(`await soon(() => 'readWalletReturn' in window);`);
  };
  /** Comes from the app, as its script sends people. */
  const arrive = async (): Promise<void> => {
    await openApp();
    await tab.evaluate(`location.assign(${JSON.stringify(await linkToPay())});`);
    await reaches(site.wallet);
  };
  /** Goes back to the app, since the payment is made. Returns what it reads in its address. */
  const goBack = async (): Promise<unknown> => {
    await tab.press('Done Back to Sample Platform');
    await reaches(site.app);
    return seen(`await soon(() => 'readWalletReturn' in window); return readWalletReturn(location);`);
  };
  const statusOf = async ({ id }: Quote): Promise<string> =>
    (await site.kit.service<Quote>('GET', `/quotes/${id}`)).status;

  describe(`the wallet page in ${engine}`, { timeout: 120_000 }, () => {
    test('lets a person in by a ticket, and has them sign in, read, pay and go back', async () => {
      await arrive();
      await tab.press('Send 1.00 USDB');
      await tab.press('E-mail me a code');
      await tab.type('000000');
      await seen(`await heading('Review payment');`);
      expect(await tab.address()).not.toContain('#');
      await tab.press('Send 1.00 USDB');
      await seen(`await soon(() => all('h1, h2').some((one) => /on its way/.test(one.textContent)));`);
      expect(await goBack()).toEqual({ outcome: 'paid', id: quote.id });
    });

    test('refuses all that a script in the app asks for', async () => {
      await openApp();
      const [asked, signed] = [site.heard.length, site.signed.length];
      const ticket = (await linkToPay()).replace(/.*#ticket=/, '');
      expect(await tab.evaluate(attack(site.wallet, site.kit.settings, quote, ticket))).toEqual([]);
      const answers = site.heard.slice(asked);
      expect(answers.filter((one) => !one.endsWith(' 403'))).toEqual([]);
      expect(answers).toEqual(expect.arrayContaining(['GET /relay/me 403', 'POST /enter 403']));
      expect([site.signed.slice(signed), await statusOf(quote)]).toEqual([[], 'PENDING']);
      await arrive();
      await seen(`await heading('Review payment');`);
    });

    test('shows nothing in a frame of the app', async () => {
      await openApp();
      const asked = site.heard.length;
      await tab.evaluate(`
        const frame = Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(await linkToPay())} });
        await new Promise((resolve) => { frame.onload = frame.onerror = resolve; document.body.append(frame); });`);
      expect(site.heard.slice(asked)).toEqual(['GET /pay 200']);
    });

    test('finds a payment at the next visit that was sent before the page closed, and pays once', async () => {
      let answer = (): void => undefined;
      answered = new Promise((resolve) => {
        answer = resolve;
      });
      executions = 0;
      await arrive();
      await tab.press('Send 1.00 USDB');
      await expect.poll(() => executions).toBe(1);
      await arrive();
      await seen(`await soon(() => all('h1, h2').some((one) => /on its way/.test(one.textContent)));`);
      expect(await seen(`return all('button').filter((one) => /Send/.test(one.textContent)).length;`)).toBe(0);
      expect([await goBack(), executions]).toEqual([{ outcome: 'paid', id: quote.id }, 1]);
      answer();
    });

    test(`shows "${afterPlanting[engine]}" where the app has planted a cookie`, async () => {
      await openApp();
      await tab.evaluate(`
        document.cookie = '__Host-countersign-wallet=other; Secure; Path=/; Domain=demo.localhost';`);
      await arrive();
      await seen(`await heading('${afterPlanting[engine]}');`);
    });
  });
}
