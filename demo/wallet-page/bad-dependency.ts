/** The script of a bad dependency, in an app beside a wallet page: it tries to pay with all that a page can reach. */

import { createMemoryStore, createWallet, type Quote, type Wallet } from 'countersign';
import { walletLinks } from 'countersign/wallet-link';
import type { Attacker } from '../page/attacks/attacker.ts';
import type { Try } from '../page/attacks/attacks.ts';
import { pageSettings } from '../page/settings.ts';
import { walletOptions } from '../page/wallet-options.ts';

/** Has the script try to pay a customer's quote; the attack succeeds where it gets anything, or where the quote is paid. */
export async function payBesideWalletPage(customer: Attacker['secondCustomer'], quote: Quote): Promise<Try> {
  const { person, requests, send } = customer;
  // The app's relay as everybody has it: those who are attacked have a whole one otherwise.
  const ask = (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Beside-Wallet-Page', 'yes');
    return send(url, { ...init, headers });
  };
  const own = { fetch: ask, store: createMemoryStore() };
  const wallet = createWallet({ ...walletOptions(person, pageSettings()), ...own });
  const { tries, got, errors } = await tryToPay({ wallet, quote, ask });
  wallet.close();
  const done =
    'The script asked for a code, a passkey and a stamp, looked for keys, and sent requests to the app and to the wallet page.';
  const received = `${String(tries)} tries: ${got.length === 0 ? 'nothing' : got.join(', ')}`;
  const work = async (): Promise<void> => {
    const { status } = await requests.call<Quote>('GET', `/wallet/quotes/${quote.id}`);
    if (got.length === 0 && status === 'PENDING') throw errors[0];
  };
  return [done, 'a session, a key, or a route that pays', received, work];
}

/** What it has found in the app's page. */
interface Found {
  /** The kit, as the app has it, for somebody who is logged in to the platform. */
  readonly wallet: Wallet;
  readonly quote: Quote;
  /** Asks the app's own relay. */
  readonly ask: (url: string, init: RequestInit) => Promise<Response>;
}

/** What came of it. */
interface Loot {
  readonly tries: number;
  /** Names of the tries that got something. */
  readonly got: readonly string[];
  /** What the others ended with, the first of all first. */
  readonly errors: readonly unknown[];
}

/** Tries everything, one after the other. */
async function tryToPay({ wallet, quote, ask }: Found): Promise<Loot> {
  const origin = location.origin.replace('//app.', '//wallet.');
  const entrance = walletLinks('/to-wallet').pay(quote.id);
  const execute = `/quotes/${quote.id}/execute`;
  const lists = ['credentials', 'sessions'].map((name) => `/auth/${name}?accountId=${wallet.accountId}`);
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  // One that it has made up: the entrance tells it none.
  const ticket = JSON.stringify({ ticket: 'a'.repeat(43) });
  const asWallet = (path: string, init: RequestInit): Promise<Response> =>
    fetch(origin + path, { credentials: 'include', ...init });
  /** Of another origin's answer nothing can be read; whether it did something is seen at the quote, and at the ticket. */
  const unread = (path: string, init: RequestInit): Promise<Response> =>
    asWallet(path, { ...init, mode: 'no-cors', headers: {} });
  const tries: readonly (readonly [name: string, work: () => Promise<unknown>])[] = [
    ['a code', () => wallet.emailOtp.begin()],
    ['a passkey', () => wallet.passkey.prepare()],
    ['a stamp', () => wallet.quote.execute(quote)],
    ['a key in a database', findKey],
    ...lists.map((path) => [path, () => answerOf(ask(`/wallet${path}`, {}))] as const),
    ['execution by the app’s relay', () => answerOf(ask(`/wallet${execute}`, post))],
    ...(['cors', 'no-cors'] as const).flatMap((mode) =>
      (['follow', 'manual'] as const).map(
        (redirect) => ['a ticket', () => ticketIn(fetch(entrance, { mode, redirect }))] as const,
      ),
    ),
    ...[asWallet, unread].flatMap((send) => [
      ['who is there', () => answerOf(send('/relay/me', {}))] as const,
      ...lists.map((path) => [`the wallet page’s ${path}`, () => answerOf(send(`/relay${path}`, {}))] as const),
      ['execution by the wallet page’s relay', () => answerOf(send(`/relay${execute}`, post))] as const,
      ['a visit', () => answerOf(send('/enter', { ...post, body: ticket }))] as const,
    ]),
  ];
  const got: string[] = [];
  const errors: unknown[] = [];
  for (const [name, work] of tries) {
    await work().then(
      () => got.push(name),
      (error: unknown) => errors.push(error),
    );
  }
  return { tries: tries.length, got, errors };
}

/** Rejects for an answer that is a refusal, or can't be read. */
async function answerOf(asking: Promise<Response>): Promise<string> {
  const answer = await asking;
  if (!answer.ok) throw new Error(answer.type === 'opaque' ? 'unread' : String(answer.status));
  return answer.text();
}

/** Rejects unless the entrance's answer says where it leads. */
async function ticketIn(asking: Promise<Response>): Promise<string> {
  const { url, headers } = await asking;
  const [, ticket] = /#ticket=(.+)$/.exec(`${url} ${headers.get('Location') ?? ''}`) ?? [];
  if (ticket === undefined) throw new Error('unread');
  return ticket;
}

/** Finds a key in a database of this origin: browsers open those of no other. */
async function findKey(): Promise<CryptoKey> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const key = keyIn(await resultOf(database.transaction(store).objectStore(store).getAll()));
        if (key !== undefined) return key;
      }
    } finally {
      database.close();
    }
  }
  throw new Error('no key');
}

function keyIn(value: unknown): CryptoKey | undefined {
  if (value instanceof CryptoKey) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(keyIn)
    .find((key) => key !== undefined);
}

function resultOf<Result>(asked: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error ?? new Error('unread')));
  });
}
