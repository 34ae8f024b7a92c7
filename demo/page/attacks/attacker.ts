/** What attacks are made with: a wallet of its own in this page's memory, over a wire that lies as it is told. */

import { createMemoryStore, createWallet, type Store, type Wallet } from 'countersign';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Stands between the wallet and the relay, as a hostile back-end or script would. */
export type Lie = (url: string, init: RequestInit, send: Fetch) => Promise<Response>;

/** An attacker against the account of the person who is here. */
export interface Attacker {
  /** A wallet that is signed in, beside the person's own; nothing lies to it yet. */
  signedIn(): Promise<Wallet>;
  readonly wallet: Wallet;
  readonly store: Store;
  /** Lies until the work has ended. */
  lying<Result>(lie: Lie, work: () => Promise<Result>): Promise<Result>;
  /** The code of the last e-mail, as the sandbox tells it. */
  code(credentialId: string): Promise<string>;
  close(): void;
}

/** Options of {@link createAttacker}. */
export interface AttackerOptions {
  readonly accountId: string;
  readonly enclaveKeys: readonly string[];
  readonly profile: 'spec' | 'grid';
  readonly fetch: Fetch;
}

/** Creates an attacker. Its wallet keeps its session in memory, so that the person's own stays as it is. */
export function createAttacker({ accountId, enclaveKeys, profile, fetch: send }: AttackerOptions): Attacker {
  let lie: Lie | null = null;
  const store = createMemoryStore();
  const wallet = createWallet({
    relay: '/wallet',
    accountId,
    enclaveKeys,
    profile,
    environment: 'sandbox',
    store,
    browser: { visible: () => false },
    refreshBefore: false,
    fetch: (url, init) => (lie === null ? send(url, init) : lie(url, init, send)),
  });
  const code = async (credentialId: string): Promise<string> => {
    const answer = await send(`/api/sandbox/otp?credentialId=${encodeURIComponent(credentialId)}`, {});
    return ((await answer.json()) as { otpCode: string }).otpCode;
  };
  return {
    wallet,
    store,
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
    close: () => wallet.close(),
  };
}

/** A lie that changes the JSON of answers whose path ends so. */
export function changeAnswer(ending: RegExp, change: (body: Record<string, unknown>) => void): Lie {
  return async (url, init, send) => {
    const answer = await send(url, init);
    if (!ending.test(url) || !answer.ok) return answer;
    const body = (await answer.json()) as Record<string, unknown>;
    change(body);
    return new Response(JSON.stringify(body), answer);
  };
}

/** Another character in the place of one. */
export function changeOneCharacter(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === '2' ? '3' : '2'}${text.slice(at + 1)}`;
}
