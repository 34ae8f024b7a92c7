import { ecdh, ecdsa, hpke } from 'virtual:vectors';
import { expect, test } from 'vitest';
import { createSuite } from '../../src/crypto/hpke.ts';
import { importClientKeyPair } from '../../src/crypto/index.ts';
import { readPoint } from '../../src/crypto/point.ts';
import { verifySignature } from '../../src/crypto/signature.ts';
import { decodeDer, decodeHex, encodeHex } from '../../src/encoding/index.ts';
import { report } from '../report.ts';

test.skipIf(ecdsa === null)(
  'Wycheproof ECDSA: 174 valid DER signatures verify, high s included, and 310 invalid ones do not',
  { timeout: 30_000 },
  async () => {
    const counts = { valid: 0, invalid: 0, highS: 0 };
    for (const { publicKey, tests } of ecdsa?.testGroups ?? []) {
      const signer = readPoint(decodeHex(publicKey.uncompressed));
      for (const { tcId, comment, msg, sig, result } of tests) {
        const verifies = await verifySignature(decodeHex(sig), decodeHex(msg), signer).catch((error: unknown) => {
          expect(error, `${tcId} ${comment}`).toMatchObject({ name: 'EncodingError', code: 'DER_INVALID' });
          return false;
        });
        expect(verifies, `${tcId} ${comment}`).toBe(result === 'valid');
        counts[result] += 1;
        if (verifies && isHighS(sig)) counts.highS += 1;
      }
    }
    expect(counts).toEqual({ valid: 174, invalid: 310, highS: 71 });
    report(`Wycheproof ECDSA: ${counts.valid} verified (${counts.highS} with high s), ${counts.invalid} refused`);
  },
);

test.skipIf(ecdh === null)(
  'Wycheproof ECDH: 331 valid points agree on the shared secret, and 24 invalid points are refused before an engine sees them',
  { timeout: 30_000 },
  async () => {
    const counts = { valid: 0, acceptable: 0, invalid: 0 };
    for (const { tcId, comment, public: point, private: scalar, shared, result } of ecdh?.testGroups[0]?.tests ?? []) {
      counts[result] += 1;
      if (result === 'invalid') {
        expect(() => readPoint(decodeHex(point)), `${tcId} ${comment}`).toThrow(
          expect.objectContaining({ code: 'POINT_INVALID' }),
        );
        continue;
      }
      const { agreementKey } = await importClientKeyPair(decodeHex(scalar.slice(-64).padStart(64, '0')));
      const peer = await crypto.subtle.importKey(
        'raw',
        readPoint(decodeHex(point)),
        { name: 'ECDH', namedCurve: 'P-256' },
        false,
        [],
      );
      const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, agreementKey, 256);
      expect(encodeHex(new Uint8Array(bits)), `${tcId} ${comment}`).toBe(shared);
    }
    expect(counts).toEqual({ valid: 330, acceptable: 1, invalid: 24 });
    report(`Wycheproof ECDH: ${counts.valid + counts.acceptable} agreed, ${counts.invalid} points refused`);
  },
);

test.skipIf(hpke === null)(
  'RFC 9180: the suite in use reproduces the 257 encryptions, 3 exports and the encapsulated key, and opens them again',
  { timeout: 30_000 },
  async () => {
    const [vector] = hpke ?? [];
    if (vector === undefined) throw new Error('The file holds no vector.');
    const info = decodeHex(vector.info);
    const keysOf = async (scalar: string, point: string): Promise<CryptoKeyPair> => ({
      privateKey: (await importClientKeyPair(decodeHex(scalar))).agreementKey,
      publicKey: await crypto.subtle.importKey(
        'raw',
        decodeHex(point),
        { name: 'ECDH', namedCurve: 'P-256' },
        true,
        [],
      ),
    });
    const recipientKey = await keysOf(vector.skRm, vector.pkRm);
    const ekm = await keysOf(vector.skEm, vector.pkEm);
    const sender = await createSuite().createSenderContext({ recipientPublicKey: recipientKey.publicKey, info, ekm });
    expect(encodeHex(new Uint8Array(sender.enc))).toBe(vector.enc);
    const recipient = await createSuite().createRecipientContext({ recipientKey, enc: sender.enc, info });
    for (const { aad, ct, pt } of vector.encryptions) {
      expect(encodeHex(new Uint8Array(await sender.seal(decodeHex(pt), decodeHex(aad))))).toBe(ct);
      expect(encodeHex(new Uint8Array(await recipient.open(decodeHex(ct), decodeHex(aad))))).toBe(pt);
    }
    for (const { exporter_context: context, L, exported_value: value } of vector.exports) {
      expect(encodeHex(new Uint8Array(await recipient.export(decodeHex(context), L)))).toBe(value);
    }
    expect([vector.encryptions.length, vector.exports.length]).toEqual([257, 3]);
    report(`RFC 9180: ${vector.encryptions.length} encryptions, ${vector.exports.length} exports`);
  },
);

// Half of the group order, rounded down.
function isHighS(signature: string): boolean {
  const s = BigInt(`0x${encodeHex(decodeDer(decodeHex(signature)).subarray(32))}`);
  return s > 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n;
}
