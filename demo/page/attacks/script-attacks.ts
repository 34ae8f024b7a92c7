/** Attacks of a script that runs in this page. */

import type { Store } from 'countersign';
import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { shortKey } from '../underneath/keys.ts';
import type { Preparations } from './attack.ts';
import { changeAnswer, readAnswer, type Attacker } from './attacker.ts';

function isStamped(init: RequestInit): boolean {
  const headers = new Headers(init.headers);
  return ['Service-Wallet-Signature', 'Grid-Wallet-Signature'].some((name) => headers.has(name));
}

/** What Object.prototype lends to every object while the work runs. */
async function polluted<Result>(work: () => Promise<Result>): Promise<Result> {
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
    return await work();
  } finally {
    for (const name of Object.keys(lent)) Reflect.deleteProperty(Object.prototype, name);
  }
}

/** Every key in what the wallet has stored; with a public key, that one's alone. */
function keysIn(value: unknown, publicKeyHex?: string): readonly CryptoKey[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'compressedPublicKeyHex' in value ? value.compressedPublicKeyHex : undefined;
  return Object.values(value).flatMap((part) => {
    if (!(part instanceof CryptoKey)) return keysIn(part, publicKeyHex);
    return publicKeyHex === undefined || own === publicKeyHex ? [part] : [];
  });
}

async function storedKeys(store: Store, publicKeyHex?: string): Promise<readonly CryptoKey[]> {
  const names = await store.keys('');
  const keys = keysIn(await Promise.all(names.map((name) => store.read(name))), publicKeyHex);
  if (keys.length === 0) throw new Error('No key was found.');
  return keys;
}

/** Refreshes the session by hand: both legs, stamped with the stored key. */
async function takeSession({ wallet, store, profile, ask, send }: Attacker): Promise<void> {
  const { sessionId = '', compressedPublicKeyHex = '' } = wallet.state().session ?? {};
  // The same record holds the keys of replaced sessions until the service has been told of their end.
  const [signingKey = null as never] = await storedKeys(store, compressedPublicKeyHex);
  const { publicKeyHex } = await generateClientKeyPair({ uses: ['sign'] });
  const body = { clientPublicKey: publicKeyHex };
  const url = `/wallet/auth/sessions/${sessionId}/refresh`;
  const { payloadToSign, requestId } = await ask<Record<'payloadToSign' | 'requestId', string>>(url, body);
  const stamped = await stamp(payloadToSign, { signingKey, compressedPublicKeyHex });
  const header = profile === 'grid' ? 'Grid-Wallet-Signature' : 'Service-Wallet-Signature';
  const leg = { [header]: stamped, 'Request-Id': requestId };
  const headers = { 'Content-Type': 'application/json', ...leg };
  await readAnswer(await send(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** How each is prepared. */
export const scriptAttacks: Preparations = {
  async 'replayed-stamp'({ lying, send }, wallet) {
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
  async 'changed-request'({ lying }, wallet) {
    const { publicKeyHex } = await generateClientKeyPair({ uses: ['sign'] });
    const body = JSON.stringify({ clientPublicKey: publicKeyHex });
    const done = 'The key in the body of the signed request was replaced.';
    const work = (): Promise<unknown> =>
      lying(
        (url, init, send) => send(url, isStamped(init) && url.endsWith('/refresh') ? { ...init, body } : init),
        wallet.session.refresh,
      );
    return [done, 'the key in the payload that was signed', shortKey(publicKeyHex), work];
  },
  async 'export-key'({ store }) {
    const keys = await storedKeys(store);
    const formats = ['jwk', 'pkcs8', 'raw'] as const;
    const done = `${String(keys.length)} key was found, and exported as ${formats.join(', ')}.`;
    const attempts = (): readonly Promise<unknown>[] =>
      keys.flatMap((key) => formats.map((format) => crypto.subtle.exportKey(format as 'raw', key)));
    const work = (): Promise<unknown> => Promise.any(attempts()).catch(firstOf);
    return [done, 'a key that may be exported', `extractable: ${String(keys[0]?.extractable)}`, work];
  },
  pollution({ lying }, wallet) {
    const lie = changeAnswer(/\/refresh$/, 'payloadToSign', (payload) =>
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
  async 'take-a-session'(attacker, wallet) {
    const before = (await wallet.session.list()).map(({ id }) => id);
    const work = async (): Promise<void> => {
      await takeSession(attacker);
      for (const { id } of await wallet.session.list()) {
        if (!before.includes(id)) await wallet.session.revoke({ sessionId: id });
      }
    };
    const done = 'A session with a key of the script’s own was made.';
    return [done, 'a key that the wallet made', 'a key that the script made', work];
  },
};

function firstOf(error: unknown): never {
  throw (error as AggregateError).errors[0] as Error;
}
