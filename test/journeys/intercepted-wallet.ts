/** A signed-in customer whose stamped requests can be tampered with on their way from the page. */
import { expect } from 'vitest';
import type { AuthMethod, CreateWalletOptions, Wallet, WireProfileName } from 'countersign';

import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { useDevice, type Device } from './device.ts';
import {
  pageOrigin,
  createTestBench,
  signedIn,
  signedInBefore,
  type LoggedRequest,
  type TestBench,
} from './test-bench.ts';
import { eventually } from '../eventually.ts';
import { createTabStore } from './tabs.ts';

/** A request as the service takes it. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Those of the signed retry, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What happens to a stamped request after it has left the kit. */
export type Tampering = (sent: Sent, intercepted: InterceptedWallet) => Promise<Sent['headers']>;

/** A test bench with a signed-in wallet. */
export interface InterceptedWallet {
  readonly bench: TestBench;
  readonly wallet: Wallet;
  readonly device: Device;
  /** The signature header of the profile, in lower case. */
  readonly header: string;
  /** The payload that was asked to be signed last. */
  pending(): string;
  /** The stamped requests as they left the kit, oldest first. */
  readonly stamped: readonly Sent[];
  /** The sandbox's whole state when the last stamped request, or tampered challenge, went by. */
  before(): string;
  /** From here on stamped requests are tampered with. */
  tamper(tampering: Tampering): void;
  /** Another wallet of the same customer, under the same tampering. */
  newWallet(options?: Partial<CreateWalletOptions>): Wallet;
  /** What the service logged of the action, oldest first. */
  log(method: string, path: RegExp): Promise<readonly LoggedRequest[]>;
  /** Lets time pass at the service alone. */
  serviceWaits(advanceMs: number): Promise<void>;
}

/** Makes it, signed in by an e-mail code. */
export async function createInterceptedWallet(profile: WireProfileName = 'spec'): Promise<InterceptedWallet> {
  const bench = await createTestBench({ profile, sandbox: { relyingParties: [new URL(pageOrigin).hostname] } });
  const header = profile === 'grid' ? 'grid-wallet-signature' : 'service-wallet-signature';
  const stamped: Sent[] = [];
  let tampering: Tampering | undefined;
  let pending = '';
  let before = '';

  const pageFetch: typeof bench.pageFetch = async (url, init) => {
    const all = Object.fromEntries(new Headers(init.headers));
    if (all[header] === undefined) {
      const answer = await bench.pageFetch(url, init);
      if (answer.status !== 202) return answer;
      const body = (await answer.json()) as { payloadToSign: string };
      pending = body.payloadToSign;
      before = await bench.sandbox.snapshot();
      return Response.json(body, answer);
    }
    const { 'content-type': _, accept: __, ...headers } = all;
    const path = url.slice(`${pageOrigin}/wallet`.length);
    const text = init.body as string | undefined;
    const sent: Sent = {
      method: init.method ?? 'GET',
      path,
      headers,
      ...(text === undefined ? {} : { body: JSON.parse(text) as unknown }),
    };
    stamped.push(sent);
    const tampered = (await tampering?.(sent, intercepted)) ?? {};
    await bench.sandbox.tick();
    before = await bench.sandbox.snapshot();
    return bench.pageFetch(url, { ...init, headers: { ...all, ...tampered } });
  };
  const newWallet: InterceptedWallet['newWallet'] = (options = {}) =>
    bench.newWallet({ store: createTabStore(), refreshBefore: false, fetch: pageFetch, ...options });
  const device = useDevice();
  const own = { store: createTabStore(), refreshBefore: false, fetch: pageFetch } as const;
  const wallet = await signedInBefore(`intercepted ${profile}`, bench, own);
  // Those of the sign-in, which only the first wallet of a profile has made.
  stamped.splice(0);
  const intercepted: InterceptedWallet = {
    bench,
    wallet,
    device,
    header,
    pending: () => pending,
    stamped,
    before: () => before,
    tamper(next) {
      tampering = next;
    },
    newWallet,
    log: async (method, path) =>
      (await bench.requests()).filter((entry) => entry.method === method && path.test(entry.path)),
    async serviceWaits(advanceMs) {
      const { status } = await bench.control('POST', '/clock', { advanceMs });
      if (status !== 200) throw new Error('the clock did not move');
    },
  };
  return intercepted;
}

/** Adds a passkey on this device, or on another one. */
export async function addPasskey(
  { wallet }: InterceptedWallet,
  nickname: string,
  device?: Device,
): Promise<AuthMethod> {
  const handle = await wallet.passkey.prepareAdd({ nickname });
  const kept = device === undefined ? undefined : new Map(device.passkeys);
  // The device refuses a second passkey of one account, so that a second one is made where the first isn't.
  device?.passkeys.clear();
  const added = await handle.add();
  for (const [id, passkey] of kept ?? []) device?.passkeys.set(id, passkey);
  return added;
}

/** Two passkeys, and a session of the first in the place of the e-mail session, which is over at the service. */
export async function signInByPasskey(intercepted: InterceptedWallet): Promise<readonly [AuthMethod, AuthMethod]> {
  const first = await addPasskey(intercepted, 'Laptop');
  const second = await addPasskey(intercepted, 'Phone', intercepted.device);
  const { wallet, bench } = intercepted;
  const replaced = wallet.state().session?.sessionId;
  await (await wallet.passkey.prepare({ credentialId: first.id })).signIn();
  // The kit revokes the replaced session in the background, by stamps of its own: they would come between those of a test.
  await eventually(async () => {
    const { body } = await bench.platform('GET', `/auth/sessions?accountId=${bench.accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(replaced);
  });
  return [first, second];
}

/** A second browser of the same customer, signed in. */
export async function secondBrowser({ bench }: InterceptedWallet): Promise<string> {
  const other = await signedIn(bench, { refreshBefore: false });
  return other.state().session?.sessionId ?? '';
}

/** Issues a card and waits until it is active. */
export async function issueCard({ bench }: Pick<InterceptedWallet, 'bench'>): Promise<string> {
  const { body } = await bench.platform('POST', '/cards', {
    cardholderId: bench.customerId,
    form: 'VIRTUAL',
    fundingSources: [bench.accountId],
  });
  bench.clock.advance(5000);
  const { body: card } = await bench.platform('GET', `/cards/${body.id}`);
  if (card.state !== 'ACTIVE') throw new Error(`the card is ${card.state}`);
  return card.id as string;
}

/** A stamp over a payload by a key that nobody registered. */
export async function strangersStamp(payload: string): Promise<string> {
  return stamp(payload, await generateClientKeyPair({ uses: ['sign'] }));
}
