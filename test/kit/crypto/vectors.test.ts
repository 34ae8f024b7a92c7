import { expect, test } from 'vitest';
import { createSuite } from '../../../src/kit/crypto/login/hpke.ts';
import { type ClientAgreementKeyPair, importClientKeyPair } from '../../../src/kit/crypto/login/index.ts';
import { readPoint, verifySignature } from '../../../src/kit/crypto/p256.ts';
import { decodeDer, decodeHex, encodeHex } from '../../../src/kit/encoding/index.ts';
import { report } from '../../report.ts';
import ecdh from '../../vectors/ecdh.json' with { type: 'json' };
import ecdsa from '../../vectors/ecdsa.json' with { type: 'json' };
import hpke from '../../vectors/hpke.json' with { type: 'json' };

test(
  'Wycheproof ECDSA: 174 valid DER signatures verify, high s included, and 310 invalid ones do not',
  { timeout: 30_000 },
  async () => {
    const counts = { valid: 0, invalid: 0, highS: 0 };
    const signers = ecdsa.publicKeysHex.map((publicKeyHex) => readPoint(decodeHex(publicKeyHex)));
    for (const { id, key, messageHex, signatureHex, valid } of ecdsa.cases) {
      const signature = decodeHex(signatureHex);
      const signer = signers[key] as Uint8Array<ArrayBuffer>;
      const verifies = await verifySignature(signature, decodeHex(messageHex), signer).catch((error: unknown) => {
        expect(error, `case ${id}`).toBeInstanceOf(SyntaxError);
        return false;
      });
      expect(verifies, `case ${id}`).toBe(valid);
      counts[valid ? 'valid' : 'invalid'] += 1;
      if (verifies && isHighS(signatureHex)) counts.highS += 1;
    }
    expect(counts).toEqual({ valid: 174, invalid: 310, highS: 71 });
    report(`Wycheproof ECDSA: ${counts.valid} verified (${counts.highS} with high s), ${counts.invalid} refused`);
  },
);

/** Keys by their scalars, of which the 355 cases of ECDH share 30. */
const imported = new Map<string, Promise<ClientAgreementKeyPair>>();
function importOnce(scalarHex: string): Promise<ClientAgreementKeyPair> {
  const key = imported.get(scalarHex) ?? importClientKeyPair(decodeHex(scalarHex), { uses: ['agree'] });
  imported.set(scalarHex, key);
  return key;
}

test(
  'Wycheproof ECDH: 331 valid points agree on the shared secret, and 24 invalid points are refused before an engine sees them',
  { timeout: 30_000 },
  async () => {
    const counts: Record<string, number> = { valid: 0, acceptable: 0, invalid: 0 };
    for (const { id, publicHex, scalarHex, sharedHex, verdict } of ecdh.cases) {
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      if (verdict === 'invalid') {
        expect(() => readPoint(decodeHex(publicHex)), `case ${id}`).toThrow(
          expect.objectContaining({ code: 'POINT_INVALID' }),
        );
        continue;
      }
      const { agreementKey } = await importOnce(scalarHex);
      const peer = await crypto.subtle.importKey(
        'raw',
        readPoint(decodeHex(publicHex)),
        { name: 'ECDH', namedCurve: 'P-256' },
        false,
        [],
      );
      const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, agreementKey, 256);
      expect(encodeHex(new Uint8Array(bits)), `case ${id}`).toBe(sharedHex);
    }
    expect(counts).toEqual({ valid: 330, acceptable: 1, invalid: 24 });
    report(`Wycheproof ECDH: ${ecdh.cases.length - 24} agreed, 24 points refused`);
  },
);

test(
  'RFC 9180: the suite in use reproduces the 257 encryptions and the encapsulated key, opens them again, and exports nothing',
  { timeout: 30_000 },
  async () => {
    const info = decodeHex(hpke.infoHex);
    const suite = createSuite(crypto.subtle);
    const keysOf = async ({ scalarHex, publicHex }: typeof hpke.recipient): Promise<CryptoKeyPair> => ({
      privateKey: (await importClientKeyPair(decodeHex(scalarHex))).agreementKey,
      publicKey: await suite.kem.deserializePublicKey(decodeHex(publicHex)),
    });
    const recipientKey = await keysOf(hpke.recipient);
    const ekm = await keysOf(hpke.ephemeral);
    const sender = await suite.createSenderContext({ recipientPublicKey: recipientKey.publicKey, ekm, info });
    expect(encodeHex(new Uint8Array(sender.enc))).toBe(hpke.encapsulatedHex);
    const recipient = await suite.createRecipientContext({ recipientKey, enc: sender.enc, info });
    const plaintext = decodeHex(hpke.plaintextHex);
    for (const { aadHex, ciphertextHex } of hpke.encryptions) {
      const aad = decodeHex(aadHex);
      expect(encodeHex(new Uint8Array(await sender.seal(plaintext, aad)))).toBe(ciphertextHex);
      expect(encodeHex(new Uint8Array(await recipient.open(decodeHex(ciphertextHex), aad)))).toBe(hpke.plaintextHex);
    }
    // The exporter's secret isn't derived: nothing in the kit exports.
    for (const { contextHex, length } of hpke.exports)
      await expect(recipient.export(decodeHex(contextHex), length)).rejects.toThrow();
    expect([hpke.encryptions.length, hpke.exports.length]).toEqual([257, 3]);
    report(`RFC 9180: ${hpke.encryptions.length} encryptions`);
  },
);

// Half of the group order, rounded down.
function isHighS(signature: string): boolean {
  const s = BigInt(`0x${encodeHex(decodeDer(decodeHex(signature)).subarray(32))}`);
  return s > 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n;
}
