/** What attacks are made with: an account of their own, its wallet in this page's memory, and a wire that lies as it is told. */

import { createMemoryStore, createWallet } from 'countersign';
import { createTap } from 'countersign-sandbox/devtools';
import { Requests } from '../requests.ts';
import { createServerClock } from '../server-clock.ts';
import { pageSettings } from '../settings.ts';
import { walletOptions } from '../wallet-options.ts';

type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** Stands between the wallet and the relay, as a hostile back-end or script would. */
export type Lie = (url: string, init: RequestInit, send: Send) => Promise<Response>;

/** The attacker of one customer; nothing of the person who uses the page is touched. */
export type Attacker = Awaited<ReturnType<typeof createAttacker>>;

const settings = pageSettings();

/** Sends as a customer: the demo's back-end makes one for each new name. */
function sendAs(name: string, through: Send): Send {
  return (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Attacked', name);
    return through(url, { ...init, headers });
  };
}

/** A customer of the platform, with what a page of theirs can ask for. */
async function enter(send: Send) {
  const requests = new Requests(send, settings, createServerClock());
  const person = await requests.person();
  if (person === null) throw new Error('No customer was made.');
  return { person, requests, send };
}

/** Creates an attacker. Its wallet keeps its session in memory, so that the person's own stays as it is. */
export async function createAttacker() {
  let lie: Lie | null = null;
  const tap = createTap({ storage: false });
  const name = crypto.randomUUID();
  const own = await enter(sendAs(name, tap.fetch));
  const secondCustomer = await enter(sendAs(crypto.randomUUID(), (url, init) => fetch(url, init)));
  const unseen = sendAs(name, (url, init) => fetch(url, init));
  const store = createMemoryStore();
  const wallet = createWallet(
    tap.watch({
      ...walletOptions(own.person, settings),
      store,
      refreshBefore: false,
      fetch: (url, init) => (lie === null ? unseen(url, init) : lie(url, init, unseen)),
    }),
  );

  /** The code of the last e-mail, as the sandbox tells it. */
  async function code(credentialId: string): Promise<string> {
    const path = `/api/sandbox/otp?credentialId=${encodeURIComponent(credentialId)}`;
    return (await own.requests.call<{ otpCode: string }>('GET', path)).otpCode;
  }

  /** Signs the wallet in, where it isn't; nothing lies to it yet. */
  async function signIn(): Promise<void> {
    if (wallet.state().status === 'signed-in') return;
    const attempt = await wallet.emailOtp.begin();
    await attempt.verify(await code(attempt.credential.id));
  }

  /** Lies until the work has ended. */
  async function lying<Result>(next: Lie, work: () => Promise<Result>): Promise<Result> {
    lie = next;
    try {
      return await work();
    } finally {
      lie = null;
    }
  }

  return { ...settings, ...own, secondCustomer, wallet, store, tap, code, signIn, lying };
}

/** A lie that changes one text in the answers whose path ends so. */
export function changeAnswer(ending: string, name: string, change: (text: string) => string): Lie {
  return async (url, init, send) => {
    const answer = await send(url, init);
    if (!url.endsWith(ending) || !answer.ok) return answer;
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
