/** Payloads that only the service can read: base64, base64url or hex (RFC 4648), of something other than structured text. */
import { decodeBinary, decodeHex, decodeUtf8, encodeBinary } from '../../encoding/index.ts';

/** Whether a payload is encoded, and nothing that it encodes, however often, reads as JSON, YAML, a form or a token. */
export function isOpaque(payload: string): boolean {
  const layers = decodingsOf(payload);
  return (
    layers.length > 0 && !namesActivity(payload) && !layers.some(isStructured) && !shifted(payload).some(namesActivity)
  );
}

/** What base64 says when its first one to three characters are left out, and hex wherever it begins: a reader may skip a prefix. */
function shifted(text: string): readonly string[] {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  const inBase64 = [1, 2, 3].map((skip) => atob(digits.slice(skip, digits.length - ((digits.length - skip) % 4))));
  const runs = text.match(/[0-9a-f]{26,}/gi) ?? [];
  const inHex = runs.flatMap((run) =>
    [0, 1].map((skip) => binaryOf(run.slice(skip, run.length - ((run.length - skip) % 2)))),
  );
  return [...inBase64, ...inHex];
}

function binaryOf(hex: string): string {
  return encodeBinary(decodeHex(hex));
}

/** What a text encodes, byte by character, in each encoding whose alphabet fits it. */
function decodingsOf(text: string): readonly string[] {
  const decodings: string[] = [];
  const hex = text.replace(/^(?:0x)+/i, '');
  if (hex.length % 2 === 0 && hex !== '' && !/[^0-9a-f]/i.test(hex)) {
    decodings.push(binaryOf(hex));
  }
  if (/^(?:[\w-]+|[A-Za-z0-9+/]+)={0,2}$/.test(text)) {
    try {
      decodings.push(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    } catch {
      // A length that no bytes give.
    }
  }
  return decodings;
}

function isStructured(binary: string): boolean {
  // What is left of UTF-16 and UTF-32 without their zero bytes is the same text, and white space changes no reading.
  const text = binary.replace(/^(?:\u00ff\u00fe|\u00fe\u00ff|\u00ef\u00bb\u00bf)/, '').replaceAll(/[\0\t-\r ]/g, '');
  if (namesActivity(text) || /[{,]["'][^"']{1,64}["']:/.test(text)) return true;
  if (!isText(text)) return false;
  return /[{}[\]":=&<>]/.test(text) || /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) || decodingsOf(text).some(isStructured);
}

function namesActivity(text: string): boolean {
  return /activity_type/i.test(text);
}

function isText(binary: string): boolean {
  // Of bytes that are no text hardly more than a third look like it: a few others hide nothing.
  if (binary.replaceAll(/[^!-~]/g, '').length > 0.9 * binary.length) return true;
  for (let at = 0; at < binary.length; at += 1) {
    const byte = binary.charCodeAt(at);
    if (byte === 0x7f || byte < 0x20) return false;
  }
  try {
    decodeUtf8(decodeBinary(binary));
    return true;
  } catch {
    return false;
  }
}
