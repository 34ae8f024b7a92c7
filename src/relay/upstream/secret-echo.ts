/** Finds the relay's own secret in an answer: an error page or a debug field that repeats the request. */
import { encodeBase64 } from '../../kit/encoding/base64.ts';
import { encodeBase64url, encodeHex, encodeUtf8 } from '../../kit/encoding/index.ts';
import { unescapings } from '../unescape.ts';

/** Returns true if a text is free of the secret. */
export type EchoCheck = (text: string) => boolean;

// A form that its escapes make shorter could be in any answer.
const shortest = 8;

/**
 * Creates the check: the secret as it is and as JSON writes it, and it or the credentials of HTTP Basic in base64, base64url and hex,
 * each also behind escapes.
 */
export function createEchoCheck(clientId: string, clientSecret: string): EchoCheck {
  const encoded = [clientSecret, `${clientId}:${clientSecret}`].map(encodeUtf8).flatMap((bytes) => {
    const base64 = encodeBase64(bytes).replace(/=+$/, '');
    return [base64, encodeBase64url(bytes)];
  });
  const written = [clientSecret, JSON.stringify(clientSecret).slice(1, -1), ...encoded];
  // A secret may hold what reads as an escape.
  const forms = written.flatMap((form) => unescapings(form)).filter(({ length }) => length >= shortest);
  // The hex of the credentials ends in it.
  const hex = encodeHex(encodeUtf8(clientSecret));
  const isFree = (text: string): boolean =>
    !forms.some((form) => text.includes(form)) && !text.toLowerCase().includes(hex);
  return (text) => unescapings(text).every(isFree);
}
