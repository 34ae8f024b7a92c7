/** What attacks are made with: an account of their own, its wallet in this page's memory, and a wire that lies as it is told. */

import { createMemoryStore, createWallet, type Store, type Wallet } from 'countersign';
import { createTap, type Tap } from 'countersign/devtools';
import type { Person } from '../requests.ts';
import { pageSettings, type PageSettings } from '../settings.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Stands between the wallet and the relay, as a hostile back-end or script would. */
export type Lie = (url: string, init: RequestInit, send: Fetch) => Promise<Response>;

/** A customer of the platform, with what a page of theirs can ask for. */
export interface Customer extends Person {
  readonly send: Fetch;
  /** Sends a request, and reads its answer; rejects for a refusal. */
  ask<Answer>(path: string, body?: object): Promise<Answer>;
}

/** An attacker of the first customer; nothing of the person who uses the page is touched. */
export interface Attacker extends Customer, PageSettings {
  readonly wallet: Wallet;
  readonly store: Store;
  readonly tap: Tap;
  /** Signs the wallet in, where it isn't; nothing lies to it yet. */
  signedIn(): Promise<Wallet>;
  /** Lies until the work has ended. */
  lying<Result>(lie: Lie, work: () => Promise<Result>): Promise<Result>;
  /** The code of the last e-mail, as the sandbox tells it. */
  code(credentialId: string): Promise<string>;
  readonly secondCustomer: Customer;
}

/** Reads an answer; rejects for a refusal, with its code. */
export async function readAnswer<Answer>(answer: Response): Promise<Answer> {
  const body: unknown = await answer.json();
  if (answer.ok) return body as Answer;
  const { code = String(answer.status), message = '' } = body as { code?: string; message?: string };
  throw Object.assign(new Error(message), { code });
}

/** Sends as a customer: the demo's back-end makes one for each new name. */
function sendAs(name: string, send: Fetch): Fetch {
  return (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('Attacked', name);
    return send(url, { ...init, headers });
  };
}

async function enter(send: Fetch): Promise<Customer> {
  async function ask<Answer>(path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    return readAnswer<Answer>(await send(path, init));
  }
  const { person } = await ask<{ readonly person: Person }>('/api/session');
  return { ...person, send, ask };
}

const pageFetch: Fetch = (url, init) => fetch(url, init);

/** Creates an attacker. Its wallet keeps its session in memory, so that the person's own stays as it is. */
export async function createAttacker(): Promise<Attacker> {
  const settings = pageSettings();
  let lie: Lie | null = null;
  const tap = createTap({ storage: false });
  const name = crypto.randomUUID();
  const own = await enter(sendAs(name, tap.fetch));
  const secondCustomer = await enter(sendAs(crypto.randomUUID(), pageFetch));
  const unseen = sendAs(name, pageFetch);
  const store = createMemoryStore();
  const wallet = createWallet(
    tap.watch({
      relay: '/wallet',
      accountId: own.accountId,
      enclaveKeys: settings.enclaveKeys,
      profile: settings.profile,
      environment: 'sandbox',
      store,
      browser: { visible: () => false },
      refreshBefore: false,
      fetch: (url, init) => (lie === null ? unseen(url, init) : lie(url, init, unseen)),
    }),
  );
  const code = async (credentialId: string): Promise<string> =>
    (await own.ask<{ otpCode: string }>(`/api/sandbox/otp?credentialId=${encodeURIComponent(credentialId)}`)).otpCode;
  return {
    ...settings,
    ...own,
    wallet,
    store,
    tap,
    secondCustomer,
    code,
    async signedIn() {
      if (wallet.state().status !== 'signed-in') {
        const attempt = await wallet.emailOtp.begin();
        await attempt.verify(await code(attempt.credential.id));
      }
      return wallet;
    },
    async lying(next, work) {
      lie = next;
      try {
        return await work();
      } finally {
        lie = null;
      }
    },
  };
}

/** A lie that changes one text in the answers whose path ends so. */
export function changeAnswer(ending: RegExp, name: string, change: (text: string) => string): Lie {
  return async (url, init, send) => {
    const answer = await send(url, init);
    if (!ending.test(url) || !answer.ok) return answer;
    const body = (await answer.json()) as Record<string, unknown>;
    const text = body[name];
    const changed = typeof text === 'string' ? { ...body, [name]: change(text) } : body;
    return new Response(JSON.stringify(changed), answer);
  };
}

/** Bytes in hex. */
export function toHex(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
