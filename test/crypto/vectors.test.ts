import { ecdh, ecdsa, hpke } from 'virtual:vectors';
import { expect, test } from 'vitest';
import { setUp } from '../../src/crypto/hpke.ts';
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
  'RFC 9180: the suite in use comes, on both sides, to the key and the nonces of the 257 encryptions',
  { timeout: 30_000 },
  async () => {
    const [vector] = hpke ?? [];
    if (vector === undefined) throw new Error('The file holds no vector.');
    const [enc, recipient, info] = [decodeHex(vector.enc), decodeHex(vector.pkRm), decodeHex(vector.info)];
    const ephemeralKey = await agreementKeyOf(vector.skEm);
    const recipientKey = await agreementKeyOf(vector.skRm);
    const sender = await setUp(crypto.subtle, ephemeralKey, { peer: recipient, enc, recipient }, info);
    const receiver = await setUp(crypto.subtle, recipientKey, { peer: enc, enc, recipient }, info);
    expect(encodeHex(sender.nonce)).toBe(vector.base_nonce);
    for (const [sequence, { aad, ct, pt, nonce }] of vector.encryptions.entries()) {
      // RFC 9180, section 5.2: the sequence number is combined with the base nonce; the kit itself sends number 0 only.
      const iv = sender.nonce.map((byte, at) => (at < 10 ? byte : byte ^ ((sequence >> (8 * (11 - at))) & 0xff)));
      expect(encodeHex(iv)).toBe(nonce);
      const algorithm = { name: 'AES-GCM', iv, additionalData: decodeHex(aad) };
      const ciphertext = await crypto.subtle.encrypt(algorithm, sender.key, decodeHex(pt));
      expect(encodeHex(new Uint8Array(ciphertext))).toBe(ct);
      expect(encodeHex(new Uint8Array(await crypto.subtle.decrypt(algorithm, receiver.key, decodeHex(ct))))).toBe(pt);
    }
    expect(vector.encryptions.length).toBe(257);
    report(`RFC 9180: ${vector.encryptions.length} encryptions`);
  },
);

// Half of the group order, rounded down.
function isHighS(signature: string): boolean {
  const s = BigInt(`0x${encodeHex(decodeDer(decodeHex(signature)).subarray(32))}`);
  return s > 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n;
}

async function agreementKeyOf(scalar: string): Promise<CryptoKey> {
  return (await importClientKeyPair(decodeHex(scalar), { uses: ['agree'] })).agreementKey;
}
