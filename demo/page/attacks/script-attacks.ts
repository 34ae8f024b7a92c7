/** Attacks of a script that runs in this page. */

import type { Store } from 'countersign';
import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { shortKey } from '../underneath/keys.ts';
import type { Attack } from './attack.ts';
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
async function takeSession({ wallet, store, ask, send }: Attacker): Promise<void> {
  const { sessionId = '', compressedPublicKeyHex = '' } = wallet.state().session ?? {};
  // The same record holds the keys of replaced sessions until the service has been told of their end.
  const [signingKey = null as never] = await storedKeys(store, compressedPublicKeyHex);
  const { publicKeyHex } = await generateClientKeyPair({ uses: ['sign'] });
  const body = { clientPublicKey: publicKeyHex };
  const url = `/wallet/auth/sessions/${sessionId}/refresh`;
  const { payloadToSign, requestId } = await ask<Record<'payloadToSign' | 'requestId', string>>(url, body);
  const stamped = await stamp(payloadToSign, { signingKey, compressedPublicKeyHex });
  const leg = { 'Service-Wallet-Signature': stamped, 'Request-Id': requestId };
  const headers = { 'Content-Type': 'application/json', ...leg };
  await readAnswer(await send(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** The attacks, in the order of the stage; those that nobody stops come last. */
export const scriptAttacks: readonly Attack[] = [
  {
    name: 'replayed-stamp',
    title: 'Send a stamp a second time',
    story: 'A script writes down a signed request, waits until it was carried out, and sends it again.',
    guard: 'the service',
    check: 'A request id is good for one use: the service knows that this one was used.',
    heldBy: 'sandbox/code-refusals.test.ts',
    async prepare({ lying, send }, wallet) {
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
  },
  {
    name: 'changed-request',
    title: 'Change a request after it was signed',
    story: 'A script waits until the wallet has signed, and then puts another key into the request.',
    guard: 'the service',
    check: 'A stamp is for one request: its body has to be the one that the payload was made for.',
    heldBy: 'sandbox/code-refusals.test.ts',
    async prepare({ lying }, wallet) {
      const { publicKeyHex } = await generateClientKeyPair({ uses: ['sign'] });
      const body = JSON.stringify({ clientPublicKey: publicKeyHex });
      const done = 'The key in the body of the signed request was replaced.';
      const work = (): Promise<unknown> =>
        lying((url, init, send) => send(url, isStamped(init) ? { ...init, body } : init), wallet.session.refresh);
      return [done, 'the key in the payload that was signed', shortKey(publicKeyHex), work];
    },
  },
  {
    name: 'export-key',
    title: 'Carry the key away',
    story: 'A script takes the session’s key out of the wallet’s store and exports it in every format there is.',
    guard: 'the browser',
    check: 'The key was imported as non-extractable: it can be used here, and its bytes can’t be read.',
    heldBy: 'crypto/sealed-key.test.ts',
    async prepare({ store }) {
      const keys = await storedKeys(store);
      const formats = ['jwk', 'pkcs8', 'raw'] as const;
      const done = `${String(keys.length)} key was found, and exported as ${formats.join(', ')}.`;
      const attempts = (): readonly Promise<unknown>[] =>
        keys.flatMap((key) => formats.map((format) => crypto.subtle.exportKey(format as 'raw', key)));
      const work = (): Promise<unknown> => Promise.any(attempts()).catch(firstOf);
      return [done, 'a key that may be exported', `extractable: ${String(keys[0]?.extractable)}`, work];
    },
  },
  {
    name: 'pollution',
    title: 'Pollute Object.prototype',
    story:
      'A script lends every object of the page an approval and a lax check, and the back-end then lies about the payload.',
    guard: 'the kit, in this browser',
    check: 'Options are copied once, without a prototype; what is inherited plays no part in any check.',
    heldBy: 'browser/pollution.test.ts',
    prepare({ lying }, wallet) {
      const lie = changeAnswer(/\/refresh$/, 'payloadToSign', (payload) =>
        payload.replace('"parameters":{', '"parameters":{"note":"more",'),
      );
      const done = 'Seven names were put into Object.prototype, and one more name into the payload.';
      const work = (): Promise<unknown> => polluted(() => lying(lie, wallet.session.refresh));
      return [done, 'the names of the activity', 'one more: note', work];
    },
  },
  {
    name: 'use-the-key',
    title: 'Use the key while somebody is signed in',
    story: 'A script takes the key out of the store as it is and signs a text of its own with it.',
    guard: 'nobody',
    check:
      'Nothing can tell one script of a page from another. Who can: a policy that lets no foreign script in, as this page’s does; and for payments, a confirmation on an origin of its own, or a passkey for each.',
    heldBy: 'browser/page-script.test.ts',
    async prepare({ store }) {
      const [key = null as never] = await storedKeys(store);
      const text = new TextEncoder().encode('A text of the script’s own');
      const done = 'The script signed its own text with the session’s key, and nobody was asked.';
      const work = (): Promise<unknown> => crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, text);
      return [done, 'a text that a person has seen', 'a text of the script’s own', work];
    },
  },
  {
    name: 'take-a-session',
    title: 'Get a session of its own',
    story: 'The script goes on: with the key it asks for a fresh session whose key is its own, to use it elsewhere.',
    guard: 'nobody',
    check:
      'The service sees a valid stamp. Who can: you, in the list of sessions, where it is ended (as was done here right afterwards); and for payments, a confirmation on an origin of its own, or a passkey for each.',
    heldBy: 'browser/page-script.test.ts',
    async prepare(attacker, wallet) {
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
  },
];

function firstOf(error: unknown): never {
  throw (error as AggregateError).errors[0] as Error;
}
