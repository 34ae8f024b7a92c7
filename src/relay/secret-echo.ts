/** Finds the relay's own secret in an answer: an error page or a debug field that repeats the request. */
import { encodeBase64 } from '../kit/encoding/base64.ts';
import { encodeBase64url, encodeHex, encodeUtf8 } from '../kit/encoding/index.ts';

/** Whether a text is free of the secret. */
export type EchoCheck = (text: string) => boolean;

/** Creates the check: the secret as it is and as JSON writes it, and it or the credentials of HTTP Basic in base64, base64url and hex. */
export function createEchoCheck(clientId: string, clientSecret: string): EchoCheck {
  const encoded = [clientSecret, `${clientId}:${clientSecret}`].map(encodeUtf8).flatMap((bytes) => {
    const base64 = encodeBase64(bytes).replace(/=+$/, '');
    return [base64, encodeBase64url(bytes)];
  });
  const forms = [clientSecret, JSON.stringify(clientSecret).slice(1, -1), ...encoded];
  // The hex of the credentials ends in it.
  const hex = encodeHex(encodeUtf8(clientSecret));
  return (text) => !forms.some((form) => text.includes(form)) && !text.toLowerCase().includes(hex);
}
