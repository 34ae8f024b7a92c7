/** Attacks of a back-end that lies to the wallet. */

import { outcomeOf, type Attack, type Outcome } from './attack.ts';
import { changeAnswer, changeOneCharacter, type Attacker } from './attacker.ts';

const somebodyElse = `Card:${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(11)}a`;

/** A public key that nobody here has the private half of. */
async function foreignKey(): Promise<{
  readonly hex: string;
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const hex = toHex(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));
  const sign = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
    derHex(new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes)));
  return { hex, sign };
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** r || s as DER. */
function derHex(signature: Uint8Array): string {
  const integers = [signature.slice(0, 32), signature.slice(32)].map((bytes) => {
    const digits = toHex(bytes).replace(/^(?:00)+(?=..)/, '');
    const positive = Number.parseInt(digits.slice(0, 2), 16) > 127 ? `00${digits}` : digits;
    return `02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`;
  });
  const content = integers.join('');
  return `30${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
}

/** Has a code sent while the back-end lies, and types it. */
async function typeCode(attacker: Attacker, lie: Parameters<Attacker['lying']>[0], done: string): Promise<Outcome> {
  const attempt = await attacker.lying(lie, () => attacker.wallet.emailOtp.begin());
  const code = await attacker.code(attempt.credential.id);
  return outcomeOf(done, attempt.verify(code));
}

/** The attacks, in the order of the bench. */
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
    async run(attacker) {
      const wallet = await attacker.signedIn();
      const { hex } = await foreignKey();
      const lie = changeAnswer(/\/refresh$/, (body) => {
        body['payloadToSign'] = String(body['payloadToSign']).replaceAll(/04[0-9a-f]{128}/g, hex);
      });
      const done = 'In the payload of the answer, your new key was replaced by another one.';
      return outcomeOf(
        done,
        attacker.lying(lie, () => wallet.session.refresh()),
      );
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
    async run(attacker) {
      const key = await foreignKey();
      const target = new TextEncoder().encode(JSON.stringify({ targetPublic: key.hex }));
      const bundle = JSON.stringify({
        version: 'v1.0.0',
        data: toHex(target),
        dataSignature: await key.sign(target),
        enclaveQuorumPublic: key.hex,
      });
      const lie = changeAnswer(/\/challenge$/, (body) => {
        body['otpEncryptionTargetBundle'] = bundle;
      });
      return typeCode(attacker, lie, 'The bundle was replaced by a forged one, and the true code was typed.');
    },
  },
  {
    name: 'changed-byte',
    title: 'Change a single character',
    story: 'The true bundle of the enclave, with one character of the key in it changed on the way.',
    guard: 'the kit, in this browser',
    check: 'The enclave’s signature covers every byte of the bundle.',
    heldBy: 'crypto/bit-flips.test.ts',
    async run(attacker) {
      const lie = changeAnswer(/\/challenge$/, (body) => {
        const bundle = JSON.parse(String(body['otpEncryptionTargetBundle'])) as { data: string };
        bundle.data = changeOneCharacter(bundle.data, bundle.data.length - 9);
        body['otpEncryptionTargetBundle'] = JSON.stringify(bundle);
      });
      return typeCode(attacker, lie, 'One hexadecimal digit of the bundle’s data was changed.');
    },
  },
  {
    name: 'sealed-key',
    title: 'Spoil the sealed session key',
    story: 'The session key comes back sealed to this browser. One character of it is changed on the way.',
    guard: 'the kit, in this browser',
    check: 'The seal authenticates what it holds: what was changed does not open, and no session is stored.',
    heldBy: 'crypto/bit-flips.test.ts',
    async run(attacker) {
      const attempt = await attacker.wallet.emailOtp.begin();
      const code = await attacker.code(attempt.credential.id);
      const lie = changeAnswer(/\/verify$/, (body) => {
        const sealed = body['encryptedSessionSigningKey'];
        if (typeof sealed === 'string') body['encryptedSessionSigningKey'] = changeOneCharacter(sealed, 40);
      });
      const done = 'One character of encryptedSessionSigningKey was changed.';
      return outcomeOf(
        done,
        attacker.lying(lie, () => attempt.verify(code)),
      );
    },
  },
  {
    name: 'another-card',
    title: 'Freeze somebody else’s card',
    story: 'This page asks for a card that isn’t yours.',
    guard: 'the relay',
    check:
      'The relay looks up whose every id in a request is, and answers for a foreign one as for one that doesn’t exist.',
    heldBy: 'relay/ownership.test.ts',
    async run(attacker) {
      const wallet = await attacker.signedIn();
      return outcomeOf('The wallet was told to freeze a card of another customer.', wallet.card.freeze(somebodyElse));
    },
  },
];
