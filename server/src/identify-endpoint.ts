/** Asks the platform's own endpoint who sends a request. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { failure } from './failure.ts';
import { readUnixUrl, type IdentifySettings } from './settings.ts';

/** The headers of a browser's request that say who sends it. */
export interface Credentials {
  readonly cookie: string | null;
  readonly authorization: string | null;
}

/**
 * Asks once; resolves with the endpoint's JSON, or with null when signed out (401). @throws Error that describes the
 * fault, and holds nothing of the answer.
 */
export type AskEndpoint = (credentials: Credentials) => Promise<object | null>;

/** Options of {@link createEndpoint}. */
export interface CreateEndpointOptions extends IdentifySettings {
  /** After which a call is given up. */
  readonly timeoutMs: number;
}

/** The endpoint, and what ends its connections. */
export interface Endpoint {
  readonly ask: AskEndpoint;
  close(): void;
}

const mostBytes = 65_536;

/** Creates the calls of the endpoint, which gets only the two headers and the relay's own secret. */
export function createEndpoint({ url, secret, timeoutMs }: CreateEndpointOptions): Endpoint {
  const unix = readUnixUrl(url);
  const secure = unix === null && url.startsWith('https:');
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const place: RequestOptions = unix === null ? {} : { ...unix, host: 'localhost' };
  const start = secure ? httpsRequest : httpRequest;

  const send = (headers: Record<string, string>): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options: RequestOptions = {
        ...place,
        method: 'POST',
        headers,
        agent,
        signal: AbortSignal.timeout(timeoutMs),
      };
      const request = unix === null ? start(url, options, resolve) : start(options, resolve);
      request.on('error', (error) => reject(Object.assign(error, { wasReused: request.reusedSocket })));
      request.end();
    });

  const call = async (headers: Record<string, string>): Promise<IncomingMessage> => {
    for (;;) {
      try {
        return await send(headers);
      } catch (error) {
        const { code, wasReused } = error as { readonly code?: string; readonly wasReused?: boolean };
        // The endpoint had closed a kept connection. The request changes nothing, and is sent again.
        if (code !== 'ECONNRESET' || wasReused !== true) throw error;
      }
    }
  };

  return {
    async ask({ cookie, authorization }) {
      const headers: Record<string, string> = { Accept: 'application/json', 'Content-Length': '0' };
      if (cookie !== null) headers['Cookie'] = cookie;
      if (authorization !== null) headers['Authorization'] = authorization;
      if (secret !== null) headers['Relay-Secret'] = secret;
      let answer: IncomingMessage;
      let bytes: Buffer | null;
      try {
        answer = await call(headers);
        bytes = await readAll(answer);
      } catch (cause) {
        throw failure('identify could not be asked, look at identify.url', cause);
      }
      const { statusCode: status = 0 } = answer;
      if (status === 401) return null;
      if (status !== 200) throw new Error(`identify answered ${status}, where 200 or 401 is expected`);
      if (bytes === null) throw new Error(`identify answered more than ${mostBytes} bytes`);
      if (!/^application\/json\s*(;|$)/i.test(answer.headers['content-type'] ?? '')) {
        throw new Error('identify answered something else than application/json');
      }
      return parse(bytes);
    },
    close: () => agent.destroy(),
  };
}

/** Reads the whole body. Returns null for one that is too large, without waiting for its rest. */
async function readAll(answer: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parse(bytes: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Error("identify answered what isn't JSON in UTF-8");
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error('identify answered no JSON object');
}
