import { decodeBase64url, decodeUtf8, encodeHex } from '../../encoding/index.ts';
import { type JsonObject, parseStrictJson } from '../strict-json.ts';
import { copyOwn } from '../../own-members.ts';

const KEY_NAME = /^(cnf|jwk|jkt|.*public_?key(_?hex)?)$/i;

/**
 * Reads a compact JWT (RFC 7519) whose parts are canonical base64url and whose JSON has one reading. Its signature is *not* verified.
 *
 * @throws Error for anything else, and for `alg: none`.
 */
export function readToken(text: string): { header: JsonObject; claims: JsonObject; publicKeys: readonly string[] } {
  const [header, claims, signature, ...rest] = text.split('.', 4).map(decodeBase64url);
  if (header === undefined || claims === undefined || !signature?.length || rest.length > 0) throw new SyntaxError();
  const token = { header: readObject(header), claims: readObject(claims) };
  const { alg } = copyOwn(token.header);
  if (typeof alg !== 'string' || /^\s*(none)?\s*$/i.test(alg)) throw new SyntaxError();
  return { ...token, publicKeys: Object.freeze([...new Set(keysIn(token.claims, false))]) };
}

function readObject(bytes: Uint8Array): JsonObject {
  const text = decodeUtf8(bytes);
  if (!/^\s*\{/.test(text)) throw new SyntaxError();
  return parseStrictJson(text) as JsonObject;
}

// Any point counts, wherever it stands; under a name that speaks of a key, anything does: an unknown form must not pass as "no key".
function keysIn(value: unknown, named: boolean): readonly string[] {
  if (value === null) return [];
  if (typeof value !== 'object') {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const isPoint = /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(text);
    return isPoint ? [text.toLowerCase()] : named ? [text] : [];
  }
  const { kty, x, y } = copyOwn(value as JsonObject);
  const isJwk = kty === 'EC' && typeof x === 'string' && typeof y === 'string';
  const inner = Object.entries(value).flatMap(([name, field]) =>
    keysIn(field, (named && !isJwk) || KEY_NAME.test(name)),
  );
  return isJwk ? [`04${encodeHex(decodeBase64url(x))}${encodeHex(decodeBase64url(y))}`, ...inner] : inner;
}
