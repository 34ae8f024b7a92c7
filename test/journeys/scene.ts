/** A signed-in customer whose stamped requests can be meddled with on their way from the page. */
import type { AuthMethod, CreateWalletOptions, Wallet, WireProfileName } from 'countersign';
import { createMemoryStore } from 'countersign';
import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { createPasskey } from '../sandbox/authenticator.ts';
import { useDevice, type Device } from './device.ts';
import { pageOrigin, setStage, signedIn, type LoggedRequest, type Stage } from './stage.ts';
import { encodeBase64url, encodeUtf8 } from '../../src/encoding/index.ts';

/** A request as the service takes it. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Those of the signed retry, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What happens to a stamped request after it has left the kit. */
export type Meddling = (sent: Sent, scene: Scene) => Promise<Sent['headers']>;

/** A stage with a signed-in wallet. */
export interface Scene {
  readonly stage: Stage;
  readonly wallet: Wallet;
  readonly device: Device;
  /** The signature header of the profile, in lower case. */
  readonly header: string;
  /** Request id of the sign-in: good for once, and used. */
  readonly usedRequestId: string;
  /** The payload that was asked to be signed last. */
  pending(): string;
  /** The stamped requests as they left the kit, oldest first. */
  readonly stamped: readonly Sent[];
  /** The sandbox's whole state when the last stamped request, or meddled challenge, went by. */
  before(): string;
  /** From here on stamped requests are meddled with. */
  meddle(meddling: Meddling): void;
  /** From here on another payload comes in the place of each that is to be signed. */
  swap(payload: string): void;
  /** Another wallet of the same customer, under the same meddling. */
  newWallet(options?: Partial<CreateWalletOptions>): Wallet;
  /** What the service logged of the action, oldest first. */
  log(method: string, path: RegExp): Promise<readonly LoggedRequest[]>;
  /** Lets time pass at the service alone. */
  serviceWaits(advanceMs: number): Promise<void>;
}

/** Opens a scene, signed in by an e-mail code. */
export async function openScene(profile: WireProfileName = 'spec'): Promise<Scene> {
  const stage = await setStage({ profile, sandbox: { relyingParties: [new URL(pageOrigin).hostname] } });
  const header = profile === 'grid' ? 'grid-wallet-signature' : 'service-wallet-signature';
  const stamped: Sent[] = [];
  let meddling: Meddling | undefined;
  let payload: string | undefined;
  let pending = '';
  let before = '';

  const pageFetch: typeof stage.pageFetch = async (url, init) => {
    const all = Object.fromEntries(new Headers(init.headers));
    if (all[header] === undefined) {
      const answer = await stage.pageFetch(url, init);
      if (answer.status !== 202) return answer;
      const body = (await answer.json()) as { payloadToSign: string };
      pending = payload ?? body.payloadToSign;
      before = await stage.sandbox.snapshot();
      return Response.json({ ...body, payloadToSign: pending }, answer);
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
    const meddled = (await meddling?.(sent, scene)) ?? {};
    await stage.sandbox.tick();
    before = await stage.sandbox.snapshot();
    return stage.pageFetch(url, { ...init, headers: { ...all, ...meddled } });
  };
  const newWallet: Scene['newWallet'] = (options = {}) =>
    stage.newWallet({ store: createMemoryStore(), refreshBefore: false, fetch: pageFetch, ...options });
  const device = useDevice();
  const wallet = newWallet();
  const scene: Scene = {
    stage,
    wallet,
    device,
    header,
    get usedRequestId() {
      return stamped[0]?.headers['request-id'] ?? '';
    },
    pending: () => pending,
    stamped,
    before: () => before,
    meddle(next) {
      meddling = next;
    },
    swap(next) {
      payload = next;
    },
    newWallet,
    log: async (method, path) =>
      (await stage.requests()).filter((entry) => entry.method === method && path.test(entry.path)),
    async serviceWaits(advanceMs) {
      const { status } = await stage.control('POST', '/clock', { advanceMs });
      if (status !== 200) throw new Error('the clock did not move');
    },
  };
  await (await wallet.emailOtp.begin()).verify('000000');
  return scene;
}

/** Adds a passkey on this device, or on another one. */
export async function addPasskey({ wallet }: Scene, nickname: string, device?: Device): Promise<AuthMethod> {
  const handle = await wallet.passkey.prepareAdd({ nickname });
  const kept = device === undefined ? undefined : new Map(device.passkeys);
  // The device refuses a second passkey of one account, so that a second one is made where the first isn't.
  device?.passkeys.clear();
  const added = await handle.add();
  for (const [id, passkey] of kept ?? []) device?.passkeys.set(id, passkey);
  return added;
}

/** Two passkeys, and a session of the first in the place of the e-mail session. */
export async function signInByPasskey(scene: Scene): Promise<readonly [AuthMethod, AuthMethod]> {
  const first = await addPasskey(scene, 'Laptop');
  const second = await addPasskey(scene, 'Phone', scene.device);
  await (await scene.wallet.passkey.prepare({ credentialId: first.id })).signIn();
  return [first, second];
}

/** A second browser of the same customer, signed in. */
export async function secondBrowser({ stage }: Scene): Promise<string> {
  const other = await signedIn(stage, { refreshBefore: false });
  return other.state().session?.sessionId ?? '';
}

/** Issues a card and waits until it is active. */
export async function issueCard({ stage }: Scene): Promise<string> {
  const { body } = await stage.platform('POST', '/cards', {
    cardholderId: stage.customerId,
    form: 'VIRTUAL',
    fundingSources: [stage.accountId],
  });
  stage.clock.advance(5000);
  const { body: card } = await stage.platform('GET', `/cards/${body.id}`);
  if (card.state !== 'ACTIVE') throw new Error(`the card is ${card.state}`);
  return card.id as string;
}

/** A stamp over a payload by a key that nobody registered. */
export async function strangersStamp(payload: string): Promise<string> {
  return stamp(payload, await generateClientKeyPair({ uses: ['sign'] }));
}

/** What somebody sends to add a passkey of their own. */
export async function strangersPasskey({ stage }: Scene): Promise<object> {
  const challenge = encodeBase64url(encodeUtf8('of their own making'));
  const hostname = new URL(pageOrigin).hostname;
  const passkey = await createPasskey('stranger');
  const attestation = await passkey.attest({ challenge, origin: pageOrigin, relyingParty: hostname });
  return { type: 'PASSKEY', accountId: stage.accountId, nickname: 'Stranger', challenge, attestation };
}
