import { type Bytes, concatBytes } from './bytes.ts';

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * Writes a raw ECDSA P-256 signature, `r || s` of 32 bytes each, as the DER of RFC 3279, section 2.2.3.
 *
 * @throws SyntaxError when the input is not 64 bytes long.
 */
export function encodeDer(rawSignature: Uint8Array): Bytes {
  if (rawSignature.length !== 64) throw invalid();
  const integers = concatBytes(encodeInteger(rawSignature.subarray(0, 32)), encodeInteger(rawSignature.subarray(32)));
  return concatBytes([SEQUENCE, integers.length], integers);
}

/**
 * Reads the one DER form of an ECDSA P-256 signature into `r || s`, 64 bytes.
 * Zero and values above the group order pass: the verifier checks the range.
 *
 * @throws SyntaxError for long-form lengths, padding, negative numbers, trailing bytes and all else.
 */
export function decodeDer(der: Uint8Array): Bytes {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) throw invalid();
  const r = integerAt(der, 2);
  const s = integerAt(der, 4 + r.length);
  if (6 + r.length + s.length !== der.length) throw invalid();
  const rawSignature = new Uint8Array(64);
  for (const [integer, end] of [
    [r, 32],
    [s, 64],
  ] as const) {
    const digits = integer[0] === 0 ? integer.subarray(1) : integer;
    if (digits.length > 32) throw invalid();
    rawSignature.set(digits, end - digits.length);
  }
  return rawSignature;
}

function encodeInteger(bigEndian: Uint8Array): Bytes {
  let start = 0;
  while (start < 31 && bigEndian[start] === 0) start += 1;
  const digits = bigEndian.subarray(start);
  // X.690, 8.3.3: the number is signed, so a set high bit takes a leading zero.
  const content = (digits[0] ?? 0) & 0x80 ? concatBytes([0], digits) : digits;
  return concatBytes([INTEGER, content.length], content);
}

function integerAt(der: Uint8Array, offset: number): Uint8Array {
  const length = der[offset + 1] ?? 0;
  const content = der.subarray(offset + 2, offset + 2 + length);
  const [first = 0x80, second = 0x80] = content;
  // X.690, 8.3.2: no more leading zeros than the sign needs.
  const padded = first === 0 && content.length > 1 && second < 0x80;
  if (der[offset] !== INTEGER || content.length !== length || first >= 0x80 || padded) throw invalid();
  return content;
}

function invalid(): SyntaxError {
  return new SyntaxError('The bytes are not an ECDSA P-256 signature in canonical DER.');
}
