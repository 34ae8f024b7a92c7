/** Every action that a stamp protects, as the customer does it. */
import type { Quote } from 'countersign';
import {
  addPasskey,
  issueCard,
  secondBrowser,
  signInByPasskey,
  strangersPasskey,
  type Scene,
  type Sent,
} from './scene.ts';

/** How the service and the kit refuse. */
export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly refusal?: string;
  readonly nextStep: string;
  /** What the kit tells, where it isn't the service's refusal. */
  readonly told?: { readonly name: string; readonly code: string };
}

/** One action. */
export interface SignedAction {
  readonly method: string;
  readonly path: RegExp;
  /** Status of each leg. */
  readonly legs: readonly number[];
  /** What must be there long before; resolves with ids that the rest needs. */
  readonly setUp?: (scene: Scene) => Promise<string>;
  /** What is made at once before; resolves with the press. */
  readonly ready: (scene: Scene, id: string) => Promise<() => Promise<unknown>>;
  /** What becomes of it. */
  readonly done: (scene: Scene) => Promise<unknown>;
  /** What was signed with: the session's key unless said otherwise. */
  readonly signedBy?: 'client';
  /** The payload, for actions that aren't asked for it. */
  readonly payload?: (scene: Scene, sent: Sent) => Promise<string>;
  /** How long the service waits before it looks at the stamp, and how it refuses then. */
  readonly expired?: { readonly waitMs: number } & Refused;
  /** A stale challenge, for actions without a request id. */
  readonly stale?: { readonly waitMs: number } & Refused;
  /** Next step after a stamp that was refused. */
  readonly refusedNextStep?: string;
  /** Another request that somebody sends with the used stamp; the same one unless said otherwise. */
  readonly again?: (scene: Scene, sent: Sent, id: string) => Promise<Pick<Sent, 'path' | 'body'>>;
  /** How the service refuses that. */
  readonly reused?: Omit<Refused, 'nextStep'>;
}

const minute = 60_000;
const credentials = async ({ stage }: Scene): Promise<readonly { id: string; type: string; nickname: string }[]> =>
  (await stage.platform('GET', `/auth/credentials?accountId=${stage.accountId}`)).body.data;
const sessions = async ({ stage }: Scene): Promise<readonly { id: string }[]> =>
  (await stage.platform('GET', `/auth/sessions?accountId=${stage.accountId}`)).body.data;
const cardStates = async ({ stage }: Scene): Promise<unknown> =>
  (await stage.platform('GET', `/cards?cardholderId=${stage.customerId}`)).body.data.map(
    ({ state }: { state: string }) => state,
  );
const types = async (scene: Scene): Promise<unknown> => (await credentials(scene)).map(({ type }) => type);

const card = { method: 'PATCH', path: /^\/cards\/[^/]+$/, legs: [202, 200], done: cardStates } as const;
const credential = { path: /^\/auth\/credentials(\/AuthMethod:[^/]+)?$/, done: types } as const;

/** The table, by what the person does. */
export const signedActions: Readonly<Record<string, SignedAction>> = {
  'sign in by e-mail': {
    method: 'POST',
    path: /\/verify$/,
    legs: [202, 200],
    ready: async (scene) => {
      const attempt = await scene.newWallet().emailOtp.begin();
      return () => attempt.verify('000000');
    },
    done: async (scene) => (await sessions(scene)).length,
    signedBy: 'client',
    // The key was made for this sign-in: what can expire of it is the challenge that names it.
    expired: {
      waitMs: 6 * minute,
      status: 401,
      code: 'WALLET_SIGNATURE_INVALID',
      refusal: 'Request-Id expired',
      nextStep: 'restart',
    },
    refusedNextStep: 'restart',
  },
  'refresh the session': {
    method: 'POST',
    path: /\/refresh$/,
    legs: [202, 201],
    refusedNextStep: 'reauthenticate',
    ready: async ({ stage, wallet }) => {
      // The kit ends the session that it replaced; it stays here, so that it can be asked about.
      await stage.fault({ method: 'DELETE', path: '/auth/sessions/*', status: 503, count: 9 });
      return () => wallet.session.refresh();
    },
    done: async (scene) => (await sessions(scene)).length,
    expired: {
      waitMs: minute + 1000,
      status: 401,
      code: 'UNAUTHORIZED',
      refusal: 'Session expired',
      nextStep: 'reauthenticate',
    },
  },
  'end another session': {
    method: 'DELETE',
    path: /^\/auth\/sessions\/[^/]+$/,
    legs: [202, 204],
    ready: async (scene) => {
      const other = await secondBrowser(scene);
      return () => scene.wallet.session.revoke({ sessionId: other });
    },
    done: async (scene) => (await sessions(scene)).length,
    again: async ({ wallet }) => ({ path: `/auth/sessions/${wallet.state().session?.sessionId ?? ''}` }),
  },
  'execute a quote': {
    method: 'POST',
    path: /\/execute$/,
    legs: [200],
    ready: async ({ stage, wallet }) => {
      const quote = await stage.quote(1_000_000);
      return () => wallet.quote.execute(quote);
    },
    done: async ({ stage }) => stage.balance(),
    payload: async ({ stage }, { path }) =>
      payloadOf((await stage.platform('GET', path.replace('/execute', ''))).body as Quote),
    stale: {
      waitMs: 6 * minute,
      status: 409,
      code: 'QUOTE_EXPIRED',
      nextStep: 'restart',
      told: { name: 'WalletError', code: 'QUOTE_EXPIRED' },
    },
    again: async ({ stage }) => ({ path: `/quotes/${(await stage.quote(2_000_000)).id}/execute` }),
    reused: { status: 401, code: 'WALLET_SIGNATURE_INVALID', refusal: 'signature does not verify' },
  },
  'freeze a card': {
    ...card,
    setUp: issueCard,
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.card.freeze(id),
    again: async (_, { path }) => ({ path, body: { state: 'CLOSED' } }),
  },
  'unfreeze a card': {
    ...card,
    setUp: async (scene) => {
      const id = await issueCard(scene);
      await scene.wallet.card.freeze(id);
      return id;
    },
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.card.unfreeze(id),
    again: async (_, { path }) => ({ path, body: { state: 'CLOSED' } }),
  },
  'close a card': {
    ...card,
    setUp: issueCard,
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.card.close(id, { confirm: 'permanent' }),
    again: async (scene) => ({ path: `/cards/${await issueCard(scene)}`, body: { state: 'CLOSED' } }),
  },
  'add a passkey': {
    ...credential,
    method: 'POST',
    legs: [202, 201],
    ready: async ({ wallet }) => {
      const handle = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
      return () => handle.add();
    },
    again: async (scene, { path }) => ({ path, body: await strangersPasskey(scene) }),
  },
  'add the e-mail credential back': {
    ...credential,
    method: 'POST',
    legs: [202, 201],
    setUp: async (scene) => {
      const [email] = await credentials(scene);
      await signInByPasskey(scene);
      await scene.wallet.credentials.remove(email?.id ?? '', { type: 'EMAIL_OTP' });
      return '';
    },
    ready:
      async ({ wallet }) =>
      () =>
        wallet.credentials.addEmailOtp('sample.customer@example.com'),
    again: async (scene, { path }) => ({ path, body: await strangersPasskey(scene) }),
  },
  'remove a passkey': {
    ...credential,
    method: 'DELETE',
    legs: [202, 204],
    setUp: async (scene) => {
      await addPasskey(scene, 'Laptop');
      return (await addPasskey(scene, 'Phone', scene.device)).id;
    },
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.credentials.remove(id, { type: 'PASSKEY' }),
    again: async (scene) => ({ path: `/auth/credentials/${(await credentials(scene)).at(-1)?.id ?? ''}` }),
  },
  'remove the e-mail credential': {
    ...credential,
    method: 'DELETE',
    legs: [202, 204],
    setUp: async (scene) => {
      const [email] = await credentials(scene);
      await signInByPasskey(scene);
      return email?.id ?? '';
    },
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.credentials.remove(id, { type: 'EMAIL_OTP' }),
    again: async (scene) => ({ path: `/auth/credentials/${(await credentials(scene)).at(-1)?.id ?? ''}` }),
  },
  'change the e-mail address': {
    method: 'PATCH',
    path: /^\/customers\/[^/]+$/,
    legs: [202, 200],
    ready:
      async ({ stage, wallet }) =>
      () =>
        wallet.credentials.changeEmail(stage.customerId, 'new.address@example.com'),
    done: async (scene) => (await credentials(scene)).map(({ nickname }) => nickname),
    again: async ({ stage }, { path }) => {
      const type = stage.sandbox.profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
      return { path, body: { ...type, email: 'stranger@example.com' } };
    },
  },
};

/** A payload that the service would have signed for something else. */
export async function payloadOfAnother({ stage, wallet }: Scene, action: SignedAction): Promise<string> {
  const session = `/auth/sessions/${wallet.state().session?.sessionId ?? ''}/refresh`;
  if (action.path.test(session)) return payloadOf(await stage.quote(1_000_000));
  const clientPublicKey = wallet.state().session?.compressedPublicKeyHex;
  const { status, body } = await stage.platform('POST', session, { clientPublicKey });
  if (status !== 202) throw new Error('nothing to sign');
  return body.payloadToSign as string;
}

function payloadOf({ paymentInstructions = [] }: Quote): string {
  const { accountOrWalletInfo } = paymentInstructions.at(-1) ?? {};
  if (accountOrWalletInfo?.payloadToSign === undefined) throw new Error('nothing to sign');
  return accountOrWalletInfo.payloadToSign;
}

/** A quote that carries another payload. */
export function withPayload(quote: Quote, payloadToSign: string): Quote {
  const swapped = JSON.stringify(quote, (key, value: unknown) => (key === 'payloadToSign' ? payloadToSign : value));
  return JSON.parse(swapped) as Quote;
}
