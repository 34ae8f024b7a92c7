/** Every action that a stamp protects, as the customer does it. */
import type { Quote } from 'countersign';
import {
  addPasskey,
  issueCard,
  secondBrowser,
  signInByPasskey,
  type InterceptedWallet,
  type Sent,
} from './intercepted-wallet.ts';

/** How the service and the kit refuse. */
export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly refusal?: string;
  readonly nextStep: string;
}

/** One action. */
export interface SignedAction {
  readonly method: string;
  readonly path: RegExp;
  /** Status of each leg. */
  readonly legs: readonly number[];
  /** What must be there long before; resolves with ids that the rest needs. */
  readonly setUp?: (intercepted: InterceptedWallet) => Promise<string>;
  /** What is made at once before; resolves with the press. */
  readonly ready: (intercepted: InterceptedWallet, id: string) => Promise<() => Promise<unknown>>;
  /** What becomes of it. */
  readonly done: (intercepted: InterceptedWallet) => Promise<unknown>;
  /** What was signed with: the session's key unless said otherwise. */
  readonly signedBy?: 'client';
  /** The payload, for actions that aren't asked for it. */
  readonly payload?: (intercepted: InterceptedWallet, sent: Sent) => Promise<string>;
  /** How long the service waits before it looks at the stamp, and how it refuses then. */
  readonly expired?: { readonly waitMs: number } & Refused;
  /** Next step after a stamp that was refused. */
  readonly refusedNextStep?: string;
}

const minute = 60_000;
const credentials = async ({
  bench,
}: InterceptedWallet): Promise<readonly { id: string; type: string; nickname: string }[]> =>
  (await bench.platform('GET', `/auth/credentials?accountId=${bench.accountId}`)).body.data;
const sessions = async ({ bench }: InterceptedWallet): Promise<readonly { id: string }[]> =>
  (await bench.platform('GET', `/auth/sessions?accountId=${bench.accountId}`)).body.data;
const cardStates = async ({ bench }: InterceptedWallet): Promise<unknown> =>
  (await bench.platform('GET', `/cards?cardholderId=${bench.customerId}`)).body.data.map(
    ({ state }: { state: string }) => state,
  );
const types = async (intercepted: InterceptedWallet): Promise<unknown> =>
  (await credentials(intercepted)).map(({ type }) => type);

const card = { method: 'PATCH', path: /^\/cards\/[^/]+$/, legs: [202, 200], done: cardStates } as const;
const credential = { path: /^\/auth\/credentials(\/AuthMethod:[^/]+)?$/, done: types } as const;

/** The table, by what the person does. */
export const signedActions: Readonly<Record<string, SignedAction>> = {
  'sign in by e-mail': {
    method: 'POST',
    path: /\/verify$/,
    legs: [202, 200],
    ready: async (intercepted) => {
      const attempt = await intercepted.newWallet().emailOtp.begin();
      return () => attempt.verify('000000');
    },
    done: async (intercepted) => (await sessions(intercepted)).length,
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
    ready: async ({ bench, wallet }) => {
      // The kit ends the session that it replaced; it stays here, so that it can be asked about.
      await bench.fault({ method: 'DELETE', path: '/auth/sessions/*', status: 503, count: 9 });
      return () => wallet.session.refresh();
    },
    done: async (intercepted) => (await sessions(intercepted)).length,
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
    ready: async (intercepted) => {
      const other = await secondBrowser(intercepted);
      return () => intercepted.wallet.session.revoke({ sessionId: other });
    },
    done: async (intercepted) => (await sessions(intercepted)).length,
  },
  'execute a quote': {
    method: 'POST',
    path: /\/execute$/,
    legs: [200],
    ready: async ({ bench, wallet }) => {
      const quote = await bench.quote(1_000_000);
      return () => wallet.quote.execute(quote);
    },
    done: async ({ bench }) => bench.balance(),
    payload: async ({ bench }, { path }) =>
      payloadOf((await bench.platform('GET', path.replace('/execute', ''))).body as Quote),
  },
  'freeze a card': {
    ...card,
    setUp: issueCard,
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.card.freeze(id),
  },
  'unfreeze a card': {
    ...card,
    setUp: async (intercepted) => {
      const id = await issueCard(intercepted);
      await intercepted.wallet.card.freeze(id);
      return id;
    },
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.card.unfreeze(id),
  },
  'close a card': {
    ...card,
    setUp: issueCard,
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.card.close(id, { confirm: 'permanent' }),
  },
  'add a passkey': {
    ...credential,
    method: 'POST',
    legs: [202, 201],
    ready: async ({ wallet }) => {
      const handle = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
      return () => handle.add();
    },
  },
  'add the e-mail credential back': {
    ...credential,
    method: 'POST',
    legs: [202, 201],
    setUp: async (intercepted) => {
      const [email] = await credentials(intercepted);
      await signInByPasskey(intercepted);
      await intercepted.wallet.credentials.remove(email?.id ?? '', { type: 'EMAIL_OTP' });
      return '';
    },
    ready:
      async ({ wallet }) =>
      () =>
        wallet.credentials.addEmailOtp('sample.customer@example.com'),
  },
  'remove a passkey': {
    ...credential,
    method: 'DELETE',
    legs: [202, 204],
    setUp: async (intercepted) => {
      await addPasskey(intercepted, 'Laptop');
      return (await addPasskey(intercepted, 'Phone', intercepted.device)).id;
    },
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.credentials.remove(id, { type: 'PASSKEY' }),
  },
  'remove the e-mail credential': {
    ...credential,
    method: 'DELETE',
    legs: [202, 204],
    setUp: async (intercepted) => {
      const [email] = await credentials(intercepted);
      await signInByPasskey(intercepted);
      return email?.id ?? '';
    },
    ready:
      async ({ wallet }, id) =>
      () =>
        wallet.credentials.remove(id, { type: 'EMAIL_OTP' }),
  },
  'change the e-mail address': {
    method: 'PATCH',
    path: /^\/customers\/[^/]+$/,
    legs: [202, 200],
    ready:
      async ({ bench, wallet }) =>
      () =>
        wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com'),
    done: async (intercepted) => (await credentials(intercepted)).map(({ nickname }) => nickname),
  },
};

function payloadOf({ paymentInstructions = [] }: Quote): string {
  const { accountOrWalletInfo } = paymentInstructions.at(-1) ?? {};
  if (accountOrWalletInfo?.payloadToSign === undefined) throw new Error('nothing to sign');
  return accountOrWalletInfo.payloadToSign;
}
