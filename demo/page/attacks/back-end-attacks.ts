/** Attacks of a back-end that lies to the wallet, or of somebody at its door. */

import type { Card, Page, Quote } from 'countersign';
import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { shortKey } from '../underneath/keys.ts';
import type { Preparations } from './attack.ts';
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

/** How each is prepared. */
export const backEndAttacks: Preparations = {
  async 'another-payload'({ lying }, wallet) {
    const { publicKeyHex } = await generateClientKeyPair({ uses: ['sign'] });
    const lie = changeAnswer(/\/refresh$/, 'payloadToSign', (payload) =>
      payload.replaceAll(/\b0(?:4[0-9a-f]{128}|[23][0-9a-f]{64})\b/g, publicKeyHex),
    );
    const done = 'In the payload of the answer, the new key was replaced by another one.';
    return [done, 'the key that this browser made', shortKey(publicKeyHex), () => lying(lie, wallet.session.refresh)];
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
    return [done, pinned, shortKey(key.publicKeyHex), typeCode(attacker, () => bundle)];
  },
  'changed-byte'(attacker) {
    const done = 'One hexadecimal digit of the bundle’s data was changed.';
    const work = typeCode(attacker, (text) => {
      const bundle = JSON.parse(text) as { data: string };
      return JSON.stringify({ ...bundle, data: changeOneCharacter(bundle.data, bundle.data.length - 9) });
    });
    return [done, 'the bytes that the enclave signed', 'the same with one digit changed', work];
  },
  async 'sealed-key'({ lying, code }, wallet) {
    const attempt = await wallet.emailOtp.begin();
    const otp = await code(attempt.credential.id);
    const lie = changeAnswer(/\/verify$/, 'encryptedSessionSigningKey', (sealed) => changeOneCharacter(sealed, 40));
    const done = 'One character of encryptedSessionSigningKey was changed.';
    const work = (): Promise<unknown> => lying(lie, () => attempt.verify(otp));
    return [done, 'the bytes that the enclave sealed', 'the same with one character changed', work];
  },
  async 'another-card'({ secondCustomer }, wallet) {
    const { id, state } = await cardOf(secondCustomer);
    const done = `A card was issued to a second customer (it is ${state}), and the first one’s wallet was told to freeze it.`;
    return [
      done,
      'a card of this customer',
      `${id.slice(0, 13)}…, the second customer’s`,
      () => wallet.card.freeze(id),
    ];
  },
  async 'stolen-token'({ ask, email }, wallet) {
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
  async 'swapped-quote'(attacker, wallet) {
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
