/** Attacks of a script that runs in this page. */

import { outcomeOf, type Attack, type Outcome } from './attack.ts';
import type { Store, Wallet } from 'countersign';
import { changeAnswer, type Attacker } from './attacker.ts';

const signatureHeaders = ['Service-Wallet-Signature', 'Grid-Wallet-Signature'];

function isStamped(init: RequestInit): boolean {
  const headers = new Headers(init.headers);
  return signatureHeaders.some((name) => headers.has(name));
}

/** Refused as the wallet would say it, of an answer that came by hand. */
async function outcomeOfAnswer(done: string, answer: Response): Promise<Outcome> {
  const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  return {
    succeeded: answer.ok,
    code: answer.ok ? null : (code ?? String(answer.status)),
    message: message ?? '',
    done,
  };
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
  const names = Object.keys(lent) as (keyof typeof lent)[];
  for (const name of names) {
    // oxlint-disable-next-line no-extend-native -- the attack itself; it is taken back below
    Object.defineProperty(Object.prototype, name, { value: lent[name], configurable: true, writable: true });
  }
  try {
    return await work();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
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
  return keysIn(await Promise.all(names.map((name) => store.read(name))), publicKeyHex);
}

async function sessionIds(wallet: Wallet): Promise<readonly string[]> {
  return (await wallet.session.list()).map(({ id }) => id);
}

/** Refreshes the session by hand: both legs, stamped with the stored key. */
async function takeSession({ wallet, store }: Attacker): Promise<void> {
  const { stamp } = await import('countersign/crypto');
  const { sessionId = '', compressedPublicKeyHex = '' } = wallet.state().session ?? {};
  // The same record holds the keys of replaced sessions until the service has been told of their end.
  const [signingKey] = await storedKeys(store, compressedPublicKeyHex);
  if (signingKey === undefined) throw new Error('No key was found.');
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const body = JSON.stringify({
    clientPublicKey: [...point].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  });
  const url = `/wallet/auth/sessions/${sessionId}/refresh`;
  const json = { 'Content-Type': 'application/json' };
  const asked = await fetch(url, { method: 'POST', headers: json, body });
  const { payloadToSign, requestId } = (await asked.json()) as Record<'payloadToSign' | 'requestId', string>;
  const stamped = await stamp(payloadToSign, { signingKey, compressedPublicKeyHex });
  const headers = { ...json, 'Service-Wallet-Signature': stamped, 'Request-Id': requestId };
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The service answered ${String(answer.status)}.`);
}

/** The attacks, in the order of the bench; those that nobody stops come last. */
export const scriptAttacks: readonly Attack[] = [
  {
    name: 'replayed-stamp',
    title: 'Send a stamp a second time',
    story: 'A script writes down a signed request, waits until it was carried out, and sends it again.',
    guard: 'the service',
    check: 'A request id is good for one use: the service knows that this one was used.',
    heldBy: 'sandbox/code-refusals.test.ts',
    async run(attacker) {
      const wallet = await attacker.signedIn();
      const seen: (readonly [string, RequestInit])[] = [];
      await attacker.lying(
        (url, init, send) => {
          if (isStamped(init)) seen.push([url, init]);
          return send(url, init);
        },
        () => wallet.session.refresh(),
      );
      const [url, init] = seen[0] ?? ['/wallet/auth/sessions', {}];
      const { signal: _, ...again } = init;
      return outcomeOfAnswer('The signed refresh was sent once more, byte by byte.', await fetch(url, again));
    },
  },
  {
    name: 'changed-request',
    title: 'Change a request after it was signed',
    story: 'A script waits until the wallet has signed, and then puts another key into the request.',
    guard: 'the service',
    check: 'A stamp is for one request: its body has to be the one that the payload was made for.',
    heldBy: 'sandbox/code-refusals.test.ts',
    async run(attacker) {
      const wallet = await attacker.signedIn();
      const change = attacker.lying(
        (url, init, send) => {
          if (!isStamped(init)) return send(url, init);
          const { publicKeyHex } = other;
          return send(url, { ...init, body: JSON.stringify({ clientPublicKey: publicKeyHex }) });
        },
        () => wallet.session.refresh(),
      );
      return outcomeOf('The key in the body of the signed request was replaced.', change);
    },
  },
  {
    name: 'export-key',
    title: 'Carry the key away',
    story: 'A script takes the session’s key out of the wallet’s store and exports it in every format there is.',
    guard: 'the browser',
    check: 'The key was imported as non-extractable: it can be used here, and its bytes can’t be read.',
    heldBy: 'crypto/sealed-key.test.ts',
    async run(attacker) {
      await attacker.signedIn();
      const keys = await storedKeys(attacker.store);
      const formats = ['jwk', 'pkcs8', 'raw'] as const;
      const attempts = keys.flatMap((key) => formats.map((format) => crypto.subtle.exportKey(format as 'raw', key)));
      const done = `${String(keys.length)} key was found, and exported as ${formats.join(', ')}.`;
      return outcomeOf(
        done,
        keys.length === 0 ? Promise.reject(new Error('No key was found.')) : Promise.any(attempts).catch(firstOf),
      );
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
    async run(attacker) {
      const wallet = await attacker.signedIn();
      const lie = changeAnswer(/\/refresh$/, (body) => {
        body['payloadToSign'] = String(body['payloadToSign']).replace('"parameters":{', '"parameters":{"note":"more",');
      });
      const done = 'Seven names were put into Object.prototype, and one more name into the payload.';
      return polluted(() =>
        outcomeOf(
          done,
          attacker.lying(lie, () => wallet.session.refresh()),
        ),
      );
    },
  },
  {
    name: 'use-the-key',
    title: 'Use the key while you are signed in',
    story: 'A script takes the key out of the store as it is and signs a text of its own with it.',
    guard: 'nobody',
    check:
      'Nothing can tell one script of a page from another. What limits it: the few minutes of a session, and a policy that lets no foreign script in, as this page’s does.',
    heldBy: 'browser/page-script.test.ts',
    async run(attacker) {
      await attacker.signedIn();
      const [key] = await storedKeys(attacker.store);
      const text = new TextEncoder().encode('A text of the script’s own');
      const signing =
        key === undefined
          ? Promise.reject(new Error('No key was found.'))
          : crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, text);
      return outcomeOf('The script signed its own text with your session’s key, and you were not asked.', signing);
    },
  },
  {
    name: 'take-a-session',
    title: 'Get a session of its own',
    story: 'The script goes on: with the key it asks for a fresh session whose key is its own, to use it elsewhere.',
    guard: 'nobody',
    check:
      'The service sees a valid stamp. The list of sessions shows what was made, and ending it there takes it away; that was done here right afterwards.',
    heldBy: 'browser/page-script.test.ts',
    run: async (attacker) => {
      const wallet = await attacker.signedIn();
      const before = await sessionIds(wallet);
      const outcome = await outcomeOf('A session with a key of the script’s own was made.', takeSession(attacker));
      for (const sessionId of await sessionIds(wallet)) {
        if (!before.includes(sessionId)) await wallet.session.revoke({ sessionId });
      }
      return outcome;
    },
  },
];

/** A key that isn't the wallet's: the generator of P-256. */
const other = {
  publicKeyHex:
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
};

function firstOf(error: unknown): never {
  throw (error as AggregateError).errors[0] as Error;
}
