/** Attacks of a back-end that lies to the wallet, or of somebody at its door. */

import type { Card, Page, Quote } from 'countersign';
import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { shortKey } from '../underneath/keys.ts';
import type { Attack, Try } from './attack.ts';
import { changeAnswer, toHex, type Attacker, type Customer, type Lie } from './attacker.ts';

/** Another character in the place of one. */
function changeOneCharacter(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === '2' ? '3' : '2'}${text.slice(at + 1)}`;
}

/** Has a code sent while the back-end lies about the bundle, and types it. */
function typeCode({ wallet, lying, code }: Attacker, change: (bundle: string) => string): () => Promise<unknown> {
  const lie: Lie = changeAnswer(/\/challenge$/, 'otpEncryptionTargetBundle', change);
  return async () => {
    const attempt = await lying(lie, () => wallet.emailOtp.begin());
    await attempt.verify(await code(attempt.credential.id));
  };
}

/** The attacks, in the order of the stage. */
export const backEndAttacks: readonly Attack[] = [
  {
    name: 'another-payload',
    title: 'Have something else signed',
    story:
      'You press “refresh my session”. The back-end hands out a payload that gives the session to a key of its own.',
    guard: 'the kit, in this browser',
    check:
      'Before the stamp the kit reads a copy of the payload. It names another key than the one that was made here.',
    heldBy: 'wallet/lying-service.test.ts',
    async prepare({ lying }, wallet) {
      const { publicKeyHex } = await generateClientKeyPair({ uses: ['sign'] });
      const lie = changeAnswer(/\/refresh$/, 'payloadToSign', (payload) =>
        payload.replaceAll(/04[0-9a-f]{128}/g, publicKeyHex),
      );
      const done = 'In the payload of the answer, the new key was replaced by another one.';
      return [done, 'the key that this browser made', shortKey(publicKeyHex), () => lying(lie, wallet.session.refresh)];
    },
  },
  {
    name: 'forged-bundle',
    title: 'Read the one-time code',
    story:
      'The back-end wants your code. It hands out an enclave bundle of its own making, properly signed with a key of its own.',
    guard: 'the kit, in this browser',
    check:
      'The code is encrypted only after the bundle’s signer was found among the quorum keys that are pinned in this page.',
    heldBy: 'crypto/bundle.test.ts',
    async prepare(attacker) {
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
      return [done, pinned, shortKey(key.publicKeyHex), typeCode(attacker, () => bundle)];
    },
  },
  {
    name: 'changed-byte',
    title: 'Change a single character',
    story: 'The true bundle of the enclave, with one character of the key in it changed on the way.',
    guard: 'the kit, in this browser',
    check: 'The enclave’s signature covers every byte of the bundle.',
    heldBy: 'crypto/bit-flips.test.ts',
    prepare(attacker) {
      const done = 'One hexadecimal digit of the bundle’s data was changed.';
      const work = typeCode(attacker, (text) => {
        const bundle = JSON.parse(text) as { data: string };
        return JSON.stringify({ ...bundle, data: changeOneCharacter(bundle.data, bundle.data.length - 9) });
      });
      return [done, 'the bytes that the enclave signed', 'the same with one digit changed', work];
    },
  },
  {
    name: 'sealed-key',
    title: 'Spoil the sealed session key',
    story: 'The session key comes back sealed to this browser. One character of it is changed on the way.',
    guard: 'the kit, in this browser',
    check: 'The seal authenticates what it holds: what was changed does not open, and no session is stored.',
    heldBy: 'crypto/bit-flips.test.ts',
    async prepare({ lying, code }, wallet) {
      const attempt = await wallet.emailOtp.begin();
      const otp = await code(attempt.credential.id);
      const lie = changeAnswer(/\/verify$/, 'encryptedSessionSigningKey', (sealed) => changeOneCharacter(sealed, 40));
      const done = 'One character of encryptedSessionSigningKey was changed.';
      const work = (): Promise<unknown> => lying(lie, () => attempt.verify(otp));
      return [done, 'the bytes that the enclave sealed', 'the same with one character changed', work];
    },
  },
  {
    name: 'another-card',
    title: 'Freeze somebody else’s card',
    story: 'The page asks to freeze a card that a second customer of the same platform has.',
    guard: 'the relay',
    check:
      'The relay looks up whose every id in a request is, and answers for a foreign one as for one that doesn’t exist.',
    heldBy: 'relay/ownership.test.ts',
    async prepare({ neighbour }, wallet) {
      const { id, state } = await cardOf(neighbour);
      const done = `A card was issued to a second customer (it is ${state}), and the first one’s wallet was told to freeze it.`;
      return [
        done,
        'a card of this customer',
        `${id.slice(0, 13)}…, the second customer’s`,
        () => wallet.card.freeze(id),
      ];
    },
  },
  {
    name: 'stolen-token',
    title: 'Sign in with a stolen identity token',
    story:
      'A thief has the ID token that your provider has just issued for your browser, and sends it with a key of their own.',
    guard: 'the service',
    check: 'The token’s nonce is the hash of the key that it was asked for with: it opens no session for another key.',
    heldBy: 'sandbox/identity.test.ts',
    async prepare({ ask, email }, wallet) {
      const token = async (nonce: string): Promise<string> =>
        (await ask<{ idToken: string }>('/api/sandbox/id-tokens', { subject: email, nonce })).idToken;
      const known = (await wallet.credentials.list()).find(({ type }) => type === 'OAUTH');
      const linking = await wallet.oauth.begin();
      const { id } = known ?? (await wallet.credentials.addOAuth(linking, await token(linking.nonce)));
      const { nonce } = await wallet.oauth.begin();
      const { publicKeyHex: clientPublicKey } = await generateClientKeyPair({ uses: ['sign'] });
      const hash = toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(clientPublicKey)));
      const body = { type: 'OAUTH', oidcToken: await token(nonce), clientPublicKey };
      const done = 'A true, fresh token for a key of this browser was sent with another key.';
      const work = (): Promise<unknown> => ask(`/wallet/auth/credentials/${id}/verify`, body);
      return [done, `nonce ${shortKey(hash)}`, `nonce ${shortKey(nonce)}`, work];
    },
  },
];

/** What nobody can stop in the browser. */
export const swappedQuote: Attack = {
  name: 'swapped-quote',
  title: 'Swap the quote’s payload',
  story: 'You see a quote over 10.00. The back-end has made another one over 60.00, and hands out that one’s payload.',
  guard: 'nobody',
  check:
    'The transaction in a payload is opaque: no browser can read amount or payee in it. Who can: a confirmation on an origin of its own, to which the service itself tells what is to be paid.',
  heldBy: 'browser/demo-inspector.test.ts',
  async prepare(attacker, wallet): Promise<Try> {
    const { accountId, ask } = attacker;
    await ask('/api/fund', { amount: 100_000_000 });
    const bank = await ask<{ readonly id: string }>('/wallet/customers/external-accounts', bankOf(attacker));
    const quote = (lockedCurrencyAmount: number): Promise<Quote> =>
      ask('/wallet/quotes', {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: bank.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount,
      });
    const [shown, paid] = [await quote(10_000_000), await quote(60_000_000)];
    const money = (one: Quote): string => `${(one.totalSendingAmount / 1_000_000).toFixed(2)} USDB`;
    const done = `${money(shown)} were on the screen; what was signed moved ${money(paid)}.`;
    const work = (): Promise<unknown> =>
      wallet.quote.execute({ ...paid, totalSendingAmount: shown.totalSendingAmount });
    return [done, money(shown), money(paid), work];
  },
};

function bankOf({ customerId, fullName }: Customer): object {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName };
  const account = { clabeNumber: '012345678901234567', bankName: 'Banco de Ejemplo' };
  const accountInfo = { accountType: 'MXN_ACCOUNT', ...account, beneficiary };
  return { customerId, platformAccountId: crypto.randomUUID(), currency: 'MXN', accountInfo };
}

/** The card of a customer, who has one issued if they have none. */
async function cardOf({ customerId, ask }: Customer): Promise<Card> {
  const list = (): Promise<Page<Card>> => ask(`/wallet/cards?cardholderId=${encodeURIComponent(customerId)}`);
  if ((await list()).data.length === 0) await ask('/api/card', {});
  const [card] = (await list()).data;
  if (card === undefined) throw new Error('No card was issued.');
  return card;
}
