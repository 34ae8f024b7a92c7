/** The attacks of the stage: the words are in attacks.json, the doing is here, each under its name. */

import type { Card, Page, Quote, Store } from 'countersign';
import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { payBesideWalletPage } from '../../wallet-page/bad-dependency.ts';
import { sampleAccount } from '../bank-entry.ts';
import { signatureHeaders } from '../demo.ts';
import { readAnswer } from '../requests.ts';
import { changeAnswer, toHex, type Attacker } from './attacker.ts';

/** What is tried: what is really done, in plain words; what should have come, and what comes; and the doing, which should reject. */
export type Try = readonly [done: string, expected: string, received: string, work: () => Promise<unknown>];

/** Makes each attack ready, against a wallet that is signed in. */
const preparations: Readonly<Record<string, (attacker: Attacker) => Try | Promise<Try>>> = {
  // A back-end lies to the wallet, or somebody stands at its door.
  async 'refresh-key'({ lying, wallet }) {
    const key = await newKey();
    const lie = changeAnswer('/refresh', 'payloadToSign', (payload) =>
      payload.replaceAll(/\b0(?:4[0-9a-f]{128}|[23][0-9a-f]{64})\b/g, key),
    );
    const done = 'In the payload of the answer, the new key was replaced by another one.';
    return [done, 'the key that this browser made', shortKey(key), () => lying(lie, wallet.session.refresh)];
  },
  async 'forged-bundle'(attacker) {
    const key = await generateClientKeyPair({ uses: ['sign'] });
    const target = JSON.stringify({ targetPublic: key.publicKeyHex });
    // The signature in a stamp is of the form that a bundle has.
    const stamped = (await stamp(target, key)).replaceAll('-', '+').replaceAll('_', '/');
    const bundle = JSON.stringify({
      version: 'v1.0.0',
      data: toHex(new TextEncoder().encode(target)),
      dataSignature: (JSON.parse(atob(stamped)) as { signature: string }).signature,
      enclaveQuorumPublic: key.publicKeyHex,
    });
    const done = 'The bundle was replaced by a forged one, and the true code was typed.';
    const pinned = attacker.enclaveKeys.map(shortKey).join(', ');
    return [done, pinned, shortKey(key.publicKeyHex), () => typeCode(attacker, () => bundle)];
  },
  'changed-byte'(attacker) {
    const change = (text: string): string => {
      const bundle = JSON.parse(text) as { data: string };
      return JSON.stringify({ ...bundle, data: changeOneCharacter(bundle.data, bundle.data.length - 9) });
    };
    const done = 'One hexadecimal digit of the bundle’s data was changed.';
    const [expected, received] = ['the bytes that the enclave signed', 'the same with one digit changed'];
    return [done, expected, received, () => typeCode(attacker, change)];
  },
  async 'sealed-key'({ lying, code, wallet }) {
    const attempt = await wallet.emailOtp.begin();
    const otp = await code(attempt.credential.id);
    const lie = changeAnswer('/verify', 'encryptedSessionSigningKey', (sealed) => changeOneCharacter(sealed, 40));
    const done = 'One character of encryptedSessionSigningKey was changed.';
    const [expected, received] = ['the bytes that the enclave sealed', 'the same with one character changed'];
    return [done, expected, received, () => lying(lie, () => attempt.verify(otp))];
  },
  async 'another-card'({ secondCustomer: { person, requests }, wallet }) {
    const path = `/wallet/cards?cardholderId=${encodeURIComponent(person.customerId)}`;
    const list = async (): Promise<readonly Card[]> => (await requests.call<Page<Card>>('GET', path)).data;
    if ((await list()).length === 0) await requests.issueCard();
    const [{ id, state } = { id: '', state: 'missing' }] = await list();
    const done = `A card was issued to a second customer (it is ${state}), and the first one’s wallet was told to freeze it.`;
    const received = `${id.slice(0, 13)}…, the second customer’s`;
    return [done, 'a card of this customer', received, () => wallet.card.freeze(id)];
  },
  async 'stolen-token'({ person, requests, wallet }) {
    const known = (await wallet.credentials.list()).find(({ type }) => type === 'OAUTH');
    const linking = await wallet.oauth.begin();
    const { id } = known ?? (await wallet.credentials.addOAuth(linking, await requests.idToken(person, linking.nonce)));
    const { nonce } = await wallet.oauth.begin();
    const clientPublicKey = await newKey();
    const hash = toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(clientPublicKey)));
    const body = { type: 'OAUTH', oidcToken: await requests.idToken(person, nonce), clientPublicKey };
    const done = 'A true, fresh token for a key of this browser was sent with another key.';
    const work = (): Promise<unknown> => requests.call('POST', `/wallet/auth/credentials/${id}/verify`, body);
    return [done, `nonce ${shortKey(hash)}`, `nonce ${shortKey(nonce)}`, work];
  },
  async 'swapped-quote'(attacker) {
    const { wallet } = attacker;
    const [shown, paid] = [await quoteOver(10_000_000, attacker), await quoteOver(60_000_000, attacker)];
    const done = `${money(shown)} were on the screen; what was signed moved ${money(paid)}.`;
    const swapped = { ...paid, totalSendingAmount: shown.totalSendingAmount };
    return [done, money(shown), money(paid), () => wallet.quote.execute(swapped)];
  },

  // A script runs in this page.
  async 'script-pays'(attacker) {
    const quote = await quoteOver(100_000_000, attacker);
    const done = 'A script added a payee, asked for a quote and had the wallet sign it. Nobody pressed anything.';
    return [done, 'a press', money(quote), () => attacker.wallet.quote.execute(quote)];
  },
  'script-beside-page': async ({ secondCustomer }) =>
    payBesideWalletPage(secondCustomer, await quoteOver(100_000_000, secondCustomer)),
  async 'replayed-stamp'({ lying, send, wallet }) {
    const seen: (readonly [string, RequestInit])[] = [];
    await lying((url, init, pass) => {
      if (isStamped(init)) seen.push([url, init]);
      return pass(url, init);
    }, wallet.session.refresh);
    const [url, init] = seen[0] ?? ['/wallet/auth/sessions', {}];
    const { signal: _, ...again } = init;
    const done = 'The signed refresh was sent once more, byte by byte.';
    const work = (): Promise<unknown> => send(url, again).then(readAnswer);
    return [done, 'a request id that was not used', 'the one of the first sending', work];
  },
  async 'changed-request'({ lying, wallet }) {
    const key = await newKey();
    const body = JSON.stringify({ clientPublicKey: key });
    const done = 'The key in the body of the signed request was replaced.';
    const work = (): Promise<unknown> =>
      lying((url, init, send) => send(url, isStamped(init) ? { ...init, body } : init), wallet.session.refresh);
    return [done, 'the key in the payload that was signed', shortKey(key), work];
  },
  async 'export-key'({ store }) {
    const keys = await storedKeys(store);
    const formats = ['jwk', 'pkcs8', 'raw'] as const;
    const done = `${String(keys.length)} key was found, and exported as ${formats.join(', ')}.`;
    const work = async (): Promise<void> => {
      const attempts = keys.flatMap((key) => formats.map((format) => crypto.subtle.exportKey(format as 'raw', key)));
      await Promise.any(attempts).catch(({ errors }: AggregateError) => {
        throw errors[0];
      });
    };
    return [done, 'a key that may be exported', `extractable: ${String(keys[0]?.extractable)}`, work];
  },
  pollution({ lying, wallet }) {
    const lie = changeAnswer('/refresh', 'payloadToSign', (payload) =>
      payload.replace('"parameters":{', '"parameters":{"note":"more",'),
    );
    const done = 'Seven names were put into Object.prototype, and one more name into the payload.';
    const work = (): Promise<unknown> => polluted(() => lying(lie, wallet.session.refresh));
    return [done, 'the names of the activity', 'one more: note', work];
  },
  async 'use-the-key'({ store }) {
    const [key = null as never] = await storedKeys(store);
    const text = new TextEncoder().encode('A text of the script’s own');
    const done = 'The script signed its own text with the session’s key, and nobody was asked.';
    const work = (): Promise<unknown> => crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, text);
    return [done, 'a text that a person has seen', 'a text of the script’s own', work];
  },
  async 'take-a-session'(attacker) {
    const { session } = attacker.wallet;
    const before = (await session.list()).map(({ id }) => id);
    const work = async (): Promise<void> => {
      await takeSession(attacker);
      for (const { id } of await session.list()) if (!before.includes(id)) await session.revoke({ sessionId: id });
    };
    const done = 'A session with a key of the script’s own was made.';
    return [done, 'a key that the wallet made', 'a key that the script made', work];
  },
};

/** What came of an attack. */
export interface Outcome {
  readonly tried: Try | null;
  /** Whether the attack got what it wanted. */
  readonly succeeded: boolean;
  /** The code of the refusal; for what succeeded, none. */
  readonly code: string;
  readonly message: string;
}

/** Really carries one out, and says what came of it. */
export async function carryOut(name: string, enter: () => Promise<Attacker>): Promise<Outcome> {
  let tried: Try | null = null;
  try {
    const attacker = await enter();
    await attacker.signIn();
    tried = (await preparations[name]?.(attacker)) ?? null;
    await tried?.[3]();
    return { tried, succeeded: true, code: '', message: '' };
  } catch (error) {
    const { code, platformCode, message, name: kind } = error as Error & { code?: string; platformCode?: string };
    // A DOMException has a number there.
    const told = platformCode ?? code;
    return { tried, succeeded: false, code: typeof told === 'string' ? told : kind, message };
  }
}

/** A quote to a payee that was just added, in the currency's smallest unit. */
async function quoteOver(amount: number, { person, requests }: Pick<Attacker, 'person' | 'requests'>): Promise<Quote> {
  await requests.fund(amount);
  const [{ balance }, bank] = [await requests.walletAccount(person), await requests.addBank(person, sampleAccount())];
  return requests.quote(person.accountId, bank.id, { amount, currency: balance.currency });
}

function money({ totalSendingAmount }: Quote): string {
  return `${(totalSendingAmount / 1_000_000).toFixed(2)} USDB`;
}

/** A public key of the attacker's own, hex. */
async function newKey(): Promise<string> {
  return (await generateClientKeyPair({ uses: ['sign'] })).publicKeyHex;
}

/** The beginning and end of a public key in hex: enough to tell two apart. */
function shortKey(publicKeyHex: string): string {
  return `${publicKeyHex.slice(0, 8)}…${publicKeyHex.slice(-6)}`;
}

/** Another character in the place of one. */
function changeOneCharacter(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === '2' ? '3' : '2'}${text.slice(at + 1)}`;
}

/** Has a code sent while the back-end lies about the bundle, and types it. */
async function typeCode({ wallet, lying, code }: Attacker, change: (bundle: string) => string): Promise<void> {
  const lie = changeAnswer('/challenge', 'otpEncryptionTargetBundle', change);
  const attempt = await lying(lie, () => wallet.emailOtp.begin());
  await attempt.verify(await code(attempt.credential.id));
}

function isStamped({ headers }: RequestInit): boolean {
  return signatureHeaders.some((name) => new Headers(headers).has(name));
}

/** What Object.prototype lends to every object while the work runs. */
async function polluted(work: () => Promise<unknown>): Promise<void> {
  const lent = {
    approve: () => true,
    checkPayload: { 'session.refresh': 'report' },
    'session.refresh': 'report',
    environment: 'sandbox',
    isOpaque: true,
    verdict: 'fits',
    fits: true,
  };
  for (const [name, value] of Object.entries(lent)) {
    // oxlint-disable-next-line no-extend-native -- the attack itself; it is taken back below
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  }
  try {
    await work();
  } finally {
    for (const name of Object.keys(lent)) Reflect.deleteProperty(Object.prototype, name);
  }
}

/** Every key in what the wallet has stored. */
function keysIn(value: unknown): readonly CryptoKey[] {
  if (value instanceof CryptoKey) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(keysIn) : [];
}

async function storedKeys(store: Store): Promise<readonly CryptoKey[]> {
  const names = await store.keys('');
  const keys = keysIn(await Promise.all(names.map((name) => store.read(name))));
  if (keys.length === 0) throw new Error('No key was found.');
  return keys;
}

/** Refreshes the session by hand: both legs, stamped with the stored key. */
async function takeSession({ wallet, store, profile, requests }: Attacker): Promise<void> {
  const { sessionId = '', compressedPublicKeyHex = '' } = wallet.state().session ?? {};
  const [signingKey = null as never] = await storedKeys(store);
  const path = `/wallet/auth/sessions/${sessionId}/refresh`;
  const body = { clientPublicKey: await newKey() };
  const first = await requests.call<Record<'payloadToSign' | 'requestId', string>>('POST', path, body);
  const stamped = await stamp(first.payloadToSign, { signingKey, compressedPublicKeyHex });
  const header = profile === 'grid' ? 'Grid-Wallet-Signature' : 'Service-Wallet-Signature';
  await requests.call('POST', path, body, { [header]: stamped, 'Request-Id': first.requestId });
}
