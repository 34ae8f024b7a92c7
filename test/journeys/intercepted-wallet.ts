/** A signed-in customer with a device, whose stamped requests are counted, and can be held up on their way from the page. */
import { expect } from 'vitest';
import {
  wireProfiles,
  type AuthMethod,
  type CreateWalletOptions,
  type Wallet,
  type WireProfileName,
} from 'countersign';
import { namesOf } from '../contract/flows/cards.ts';
import { cardFields } from '../contract/flows/people.ts';
import { useDevice, type Device } from './device.ts';
import { pageOrigin, createTestBench, signedInBefore, type LoggedRequest, type TestBench } from './test-bench.ts';
import { eventually } from '../eventually.ts';
import { createTabStore } from './tabs.ts';

/** A test bench with a signed-in wallet. */
export interface InterceptedWallet {
  readonly bench: TestBench;
  readonly wallet: Wallet;
  readonly device: Device;
  /** Addresses of the stamped requests that left the kit, oldest first. */
  readonly stamped: readonly string[];
  /** From here on this happens before a stamped request arrives. */
  meanwhile(happens: () => Promise<unknown>): void;
  /** Another wallet of the same customer, on the same network. */
  newWallet(options?: Partial<CreateWalletOptions>): Wallet;
  /** The service's log of the action, oldest first. */
  log(method: string, path: RegExp): Promise<readonly LoggedRequest[]>;
}

/** Makes it, signed in by an e-mail code. */
export async function createInterceptedWallet(profile: WireProfileName = 'spec'): Promise<InterceptedWallet> {
  const bench = await createTestBench({ profile, sandbox: { relyingParties: [new URL(pageOrigin).hostname] } });
  const stamped: string[] = [];
  let happens = async (): Promise<unknown> => undefined;
  const pageFetch: typeof bench.pageFetch = async (url, init) => {
    if (new Headers(init.headers).has(wireProfiles[profile].signatureHeader)) {
      stamped.push(url);
      await happens();
    }
    return bench.pageFetch(url, init);
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
    stamped,
    meanwhile(next) {
      happens = next;
    },
    newWallet,
    log: async (method, path) =>
      (await bench.requests()).filter((entry) => entry.method === method && path.test(entry.path)),
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

/** Asks for a card by the names of the sandbox's form, with a key of its own. */
export function askForCard(bench: TestBench, more: object = {}): ReturnType<TestBench['platform']> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  return bench.platform('POST', '/cards', { ...cardFields(bench, bench), ...more }, headers);
}

/** Issues a card and waits until it is active. */
export async function issueCard({ bench }: Pick<InterceptedWallet, 'bench'>): Promise<string> {
  const { body } = await askForCard(bench);
  bench.clock.advance(5000);
  const { body: card } = await bench.platform('GET', `/cards/${body.id}`);
  const status = card[namesOf(bench).cardStatus] as string;
  if (status !== 'ACTIVE') throw new Error(`the card is ${status}`);
  return card.id as string;
}
