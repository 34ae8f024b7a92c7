/** Finds the relay's own credentials in an answer, however they are written. */
import { encodeBase64 } from '../encoding/base64.ts';
import { concatBytes, encodeHex, encodeUtf8 } from '../encoding/index.ts';

/** Whether a text, and the JSON that it stands for, is free of the secrets. */
export type EchoCheck = (text: string, body: unknown) => boolean;

// A secret too short to be one would be found in any answer.
const shortest = 8;

/** Creates the check for some secrets. */
export function createEchoCheck(secrets: readonly string[]): EchoCheck {
  const forms = secrets.filter((secret) => secret.length >= shortest).flatMap(formsOf);
  return (text, body) => {
    const texts = [text, text.toLowerCase(), ...(text.includes('\\') ? [JSON.stringify(body)] : [])];
    return !forms.some((form) => texts.some((one) => one.includes(form)));
  };
}

function formsOf(secret: string): readonly string[] {
  return [
    secret,
    secret.toLowerCase(),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeHex(encodeUtf8(secret)),
    ...[0, 1, 2].flatMap((before) => base64At(secret, before)),
  ];
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
