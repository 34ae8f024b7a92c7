/** Checks of a request to the API before it is routed: the platform's credentials, and a body of a bounded size. */
import type { MiddlewareHandler } from 'hono';
import { decodeBase64 } from '../../../../src/kit/encoding/base64.ts';
import { decodeUtf8, encodeUtf8, equalBytes } from '../../../../src/kit/encoding/index.ts';
import { controlBasePath } from './path-pattern.ts';
import type { ApiEnvironment } from './exchange.ts';
import { Refusal } from './refusal.ts';

const MAX_BODY_LENGTH = 1024 * 1024;

/** HTTP Basic credentials of the platform. */
export interface ApiCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Middleware that refuses requests without the platform's credentials, and bodies that are too large. */
export function admit({ clientId, clientSecret }: ApiCredentials): MiddlewareHandler<ApiEnvironment> {
  const expected = encodeUtf8(`${clientId}:${clientSecret}`);
  return async (context, next) => {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const given = decodeBasic(encoded);
    if (!equalBytes(encodeUtf8(given), expected)) {
      const message = wrongCredentials(given, clientId);
      const headers = { 'WWW-Authenticate': 'Basic realm="sandbox"' };
      throw new Refusal(401, 'UNAUTHORIZED', message, { headers });
    }
    if (context.get('exchange').incoming.text.length > MAX_BODY_LENGTH) {
      throw new Refusal(413, 'INVALID_REQUEST_FORMAT', 'The body is larger than 1 MiB.');
    }
    await next();
  };
}

function wrongCredentials(given: string, clientId: string): string {
  if (given === '') return 'The API wants HTTP Basic authentication with the client id and secret.';
  const wrong = given.split(':')[0] === clientId ? "The client's secret is wrong" : 'There is no such client id';
  return `${wrong}: GET ${controlBasePath} names this sandbox's id and secret.`;
}

function decodeBasic(encoded: string): string {
  try {
    return decodeUtf8(decodeBase64(encoded) ?? new Uint8Array());
  } catch {
    return '';
  }
}
