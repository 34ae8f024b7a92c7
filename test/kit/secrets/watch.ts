/** Puts the secrets of one test bench under watch as they pass, and listens to everything that is printed. */
import { inspect } from 'node:util';
import type { Marks } from './marks.ts';

const secretFields: ReadonlySet<string> = new Set([
  'payloadToSign',
  'encryptedOtpBundle',
  'encryptedSessionSigningKey',
  'otpEncryptionTargetBundle',
  'oidcToken',
  'idToken',
  // Field of a passkey's assertion.
  'signature',
]);

/** Adds the secrets of a JSON body. */
export function watchBody(marks: Marks, text: string): void {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return;
  }
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (secretFields.has(name) && typeof inner === 'string' && inner.length > 20) marks.add(name, inner);
      else read(inner);
    }
  };
  read(body);
}

/** Adds what a request and its answer hold, and gives both on as they are. */
export async function watchExchange(
  marks: Marks,
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  for (const [name, value] of request.headers) if (name.endsWith('wallet-signature')) marks.add('stamp', value);
  watchBody(marks, await request.clone().text());
  const response = await send(request);
  watchBody(marks, await response.clone().text());
  return response;
}

/** Adds every private key that crosses WebCrypto as bytes or as a JWK, until the returned function is called. */
export function watchKeys(marks: Marks): () => void {
  const { subtle } = globalThis.crypto;
  const own = { importKey: subtle.importKey.bind(subtle), exportKey: subtle.exportKey.bind(subtle) };
  const note = (format: string, data: unknown): void => {
    if (format === 'pkcs8') marks.add('private key', scalarIn(new Uint8Array(data as ArrayBuffer)));
    if (format === 'jwk' && (data as JsonWebKey).d !== undefined) {
      marks.add('private key', Buffer.from((data as { d: string }).d, 'base64url'));
    }
  };
  Object.assign(subtle, {
    importKey: (format: string, data: unknown, ...rest: unknown[]) => {
      note(format, data);
      return (own.importKey as (...all: unknown[]) => Promise<CryptoKey>)(format, data, ...rest);
    },
    exportKey: async (format: string, key: CryptoKey) => {
      const data: unknown = await (own.exportKey as (...all: unknown[]) => Promise<unknown>)(format, key);
      note(format, data);
      return data;
    },
  });
  return () => {
    Reflect.deleteProperty(subtle, 'importKey');
    Reflect.deleteProperty(subtle, 'exportKey');
  };
}

/** The scalar of a P-256 key in PKCS#8: the 32 bytes of the first octet string of that length (RFC 5915). */
function scalarIn(pkcs8: Uint8Array): Uint8Array {
  const at = pkcs8.findIndex((byte, index) => byte === 4 && pkcs8[index + 1] === 32);
  return pkcs8.slice(at + 2, at + 34);
}

/** Collects what goes to the console, until `stop`. */
export function watchConsole(): { readonly lines: readonly string[]; stop(): void } {
  const lines: string[] = [];
  const names = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const;
  const own = names.map((name) => [name, console[name]] as const);
  for (const name of names) {
    console[name] = (...all: unknown[]) => void lines.push(all.map((one) => inspect(one, { depth: 20 })).join(' '));
  }
  return {
    lines,
    stop: () => {
      for (const [name, method] of own) console[name] = method;
    },
  };
}
