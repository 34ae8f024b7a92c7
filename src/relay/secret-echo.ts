/** Finds the relay's own secret in an answer, in the forms in which a service could echo a request. */
import { encodeBase64 } from '../encoding/base64.ts';
import { concatBytes, encodeHex, encodeUtf8 } from '../encoding/index.ts';
import { unescapings } from './unescape.ts';

/** Whether a text is free of the secret. */
export type EchoCheck = (text: string) => boolean;

/** Creates the check for a client secret; the client id alone grants nothing. */
export function createEchoCheck(secret: string): EchoCheck {
  // A form may put a plus for each space.
  const plain = [secret, secret.replaceAll(' ', '+')].flatMap(unescapings).map((form) => form.toLowerCase());
  const once = codingsOf(secret);
  // A dump of the request, encoded, holds the Basic header's base64 in base64 or hex.
  const coded = [...new Set([...once, ...once.flatMap(codingsOf)].map(squeeze))];
  return (text) =>
    unescapings(text).every((one) => {
      const [lower, squeezed] = [one.toLowerCase(), squeeze(one)];
      return !plain.some((form) => lower.includes(form)) && !coded.some((form) => squeezed.includes(form));
    });
}

/** Without what tells the alphabets of base64 apart, breaks its lines or stands between bytes in hex. */
function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

function codingsOf(text: string): readonly string[] {
  return [encodeHex(encodeUtf8(text)), ...[0, 1, 2].flatMap((before) => base64At(text, before))];
}

/**
 * The characters that stand for a text within longer base64 (RFC 4648, 4 and 5), where so many bytes modulo 3 come
 * before it: the first and the last character may hold bits of its neighbours, and are left out.
 */
function base64At(text: string, before: number): readonly string[] {
  const bytes = concatBytes(new Uint8Array(before), encodeUtf8(text));
  const whole = encodeBase64(bytes).slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
}
