/** Values that the documents' pages leave to the reader, as a page of the tests has them: runs in the browser. */
import { createElement, useSyncExternalStore, type FunctionComponent } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryStore, createWallet, type AuthMethod, type Quote, type Wallet } from 'countersign';
import { encryptOtp, generateClientKeyPair, stamp } from 'countersign/crypto';
import { createTap } from 'countersign-sandbox/devtools';
import { defineElements } from 'countersign/elements';
import { WalletProvider } from 'countersign/react';
import type { PageSettings } from '../browser/kit-page.ts';

/** Values from the test for the page. */
interface Given {
  readonly settings: PageSettings;
  readonly customerId: string;
  readonly cardId: string;
}

declare global {
  /** Asks the test for the facts of the account. */
  function given(): Promise<Given>;
  /** Asks the test for a new quote. */
  function newQuote(): Promise<Quote>;
  /** As in Chromium; a text stands for what it makes. */
  const trustedTypes: {
    createPolicy<Rules>(name: string, rules: Rules): Rules;
  };
}

async function signedIn(): Promise<Wallet> {
  const { settings } = await given();
  const wallet = createWallet({ ...settings, store: createMemoryStore() });
  await (await wallet.emailOtp.begin()).verify('000000');
  return wallet;
}

async function withPasskey(): Promise<Wallet> {
  const wallet = await signedIn();
  const passkeys = (await wallet.credentials.list()).filter(({ type }) => type === 'PASSKEY');
  for (const { id, type } of passkeys) await wallet.credentials.remove(id, { type });
  await (await wallet.passkey.prepareAdd({ nickname: 'Sample' })).add();
  return wallet;
}

/** A call of the service through the relay, and its JSON. */
const post = async (path: string, body?: object, headers = {}): Promise<Record<string, string>> => {
  const { relay } = (await given()).settings;
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  return (await fetch(relay + path, body && init)).json() as Promise<Record<string, string>>;
};

interface GoogleOptions {
  readonly nonce: string;
  readonly callback: (answer: { readonly credential: string }) => void;
}

/** A token of the sandbox's provider, for the person's identity. */
async function idTokenFor(nonce: string): Promise<string> {
  const answer = await fetch('/api/sandbox/id-tokens', {
    method: 'POST',
    body: JSON.stringify({ subject: 'sample-subject', nonce }),
  });
  return ((await answer.json()) as { idToken: string }).idToken;
}

/** A payment that has settled. */
async function paid(): Promise<string> {
  const wallet = await signedIn();
  const { transactionId } = await wallet.quote.execute(await newQuote());
  await fetch('/api/sandbox/clock', { method: 'POST', body: '{"advanceMs":600000}' });
  return transactionId;
}

async function credentialId(): Promise<string> {
  const { accountId } = (await given()).settings;
  const { data } = (await post(`/auth/credentials?accountId=${accountId}`)) as unknown as { data: AuthMethod[] };
  return data[0]?.id ?? '';
}

/** Values that the steps of a sign-in by code hand on, made once for a page as docs/crypto.md says it. */
const login = once(async () => {
  const { enclaveKeys } = (await given()).settings;
  const path = `/auth/credentials/${await credentialId()}`;
  const { otpEncryptionTargetBundle = '' } = await post(`${path}/challenge`, {});
  const keyPair = await generateClientKeyPair();
  const sealing = { otpCode: '000000', publicKeyHex: keyPair.publicKeyHex, enclaveKeys };
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle: await encryptOtp(otpEncryptionTargetBundle, sealing) };
  const { payloadToSign = '', requestId = '' } = await post(`${path}/verify`, body);
  const headers = { 'Service-Wallet-Signature': await stamp(payloadToSign, keyPair), 'Request-Id': requestId };
  const session = await post(`${path}/verify`, body, headers);
  return { otpEncryptionTargetBundle, keyPair, payloadToSign, requestId, headers, session };
});

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

const values: Readonly<Record<string, () => unknown>> = {
  wallet: signedIn,
  walletWithPasskey: withPasskey,
  accountId: async () => (await given()).settings.accountId,
  enclaveKeys: async () => (await given()).settings.enclaveKeys,
  // A key that is not the sandbox's: nothing is signed with it.
  serviceKeys: () => [
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  ],
  customerId: async () => (await given()).customerId,
  cardId: async () => (await given()).cardId,
  quote: () => newQuote(),
  askForQuote: () => async () => Response.json(await newQuote()),
  review: () => () => undefined,
  transactionId: paid,
  signal: () => new AbortController().signal,
  options: async () => (await given()).settings,
  isDevelopment: () => true,
  field: () => document.body.appendChild(document.createElement('input')),
  resend: () => document.body.appendChild(document.createElement('button')),
  status: () => document.body.appendChild(document.createElement('p')),
  Sentry: () => ({ addBreadcrumb: () => undefined, captureMessage: () => undefined }),
  tracer: () => ({ startSpan: () => ({}) }),
  askFor: () => (text: string) => Promise.resolve(text.includes('payment') ? '123456' : '000000'),
  show: () => (text: string) => void (document.title = text),
  askToSignIn: () => () => undefined,
  Balance: () => () => null,
  answer: () => ({ status: 400, code: 'INSUFFICIENT_FUNDS' }),
  body: () => ({}),
  bundle: async () => (await login()).otpEncryptionTargetBundle,
  code: () => '000000',
  codeOfPayment: () => '123456',
  credentialId,
  quoteId: async () => (await (await signedIn()).quote.execute(await newQuote())).id,
  post: () => post,
  clientId: () => 'countersign-demo',
  idTokenFor: () => idTokenFor,
  attempt: async () => (await signedIn()).oauth.begin(),
  google: () => {
    let press: () => unknown;
    const initialize: (options: GoogleOptions) => void = ({ nonce, callback }) => {
      press = async () => callback({ credential: await idTokenFor(nonce) });
    };
    return { accounts: { id: { initialize, renderButton: () => void press() } } };
  },
  AppleID: () => {
    let asked = '';
    const init = ({ nonce }: { readonly nonce: string }): void => void (asked = nonce);
    return { auth: { init, signIn: async () => ({ authorization: { id_token: await idTokenFor(asked) } }) } };
  },
  credential: async () => (await (await withPasskey()).credentials.list()).find(({ type }) => type === 'PASSKEY'),
  delegatedKey: async () => (await (await signedIn()).delegatedKeys.list())?.[0],
  draw: () => () => undefined,
  key: async () => (await login()).keyPair,
  keyPair: async () => (await login()).keyPair,
  otpCode: () => '000000',
  otpEncryptionTargetBundle: async () => (await login()).otpEncryptionTargetBundle,
  passkeyButton: () => document.body.appendChild(document.createElement('button')),
  payloadToSign: async () => (await login()).payloadToSign,
  quorumKeyHex: async () => (await given()).settings.enclaveKeys[0],
  request: async () => new Request(location.href, { headers: (await login()).headers }),
  requestId: async () => (await login()).requestId,
  scalar: () => new Uint8Array(32).fill(1),
  session: async () => (await login()).session,
  tap: async () => {
    const tap = createTap();
    tap.watch((await given()).settings);
    return tap;
  },
  useSyncExternalStore: () => useSyncExternalStore,
  button: () => document.body.appendChild(document.createElement('button')),
};

/** Defines the declared names; `wallet=walletWithPasskey` gives one the value of another. @throws Error for one that has no value here */
export async function define(names: readonly string[]): Promise<void> {
  for (const given of names) {
    const [name = '', source = name] = given.split('=');
    const value = values[source];
    if (value === undefined) throw new Error(`test/documents/page-values.ts has no ${source}`);
    // Defined, not assigned: `status` and other names of a window take text alone.
    Object.defineProperty(globalThis, name, { value: await value(), configurable: true, writable: true });
  }
}

/** Renders a page of elements as a server does, and hydrates it, for somebody who is signed out. */
export async function hydrate(Page: FunctionComponent<object>): Promise<void> {
  const { settings } = await given();
  const props = { quote: await newQuote(), onPaid: () => undefined };
  const page = createElement(WalletProvider, { options: settings }, createElement(Page, props));
  const place = document.body.appendChild(document.createElement('main'));
  const rules = { createHTML: (html: string): string => html };
  place.innerHTML = trustedTypes.createPolicy('server', rules).createHTML(renderToString(page));
  hydrateRoot(place, page);
  await defineElements();
}
