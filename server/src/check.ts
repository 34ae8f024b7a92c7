/** Tries what the relay depends on, one part after the other. */
import { createEndpoint } from './identify-endpoint.ts';
import { failure } from './failure.ts';
import { openStore } from './store.ts';
import type { ProcessSettings } from './settings.ts';

/** Result of trying one part. */
export interface CheckedPart {
  readonly part: 'service' | 'identify' | 'store';
  readonly works: boolean;
  readonly says: string;
}

/** Tries service, identify and store. The result holds nothing of their answers. */
export async function checkParts(settings: ProcessSettings): Promise<readonly CheckedPart[]> {
  return [
    { part: 'service', ...(await tried(() => checkService(settings))) },
    { part: 'identify', ...(await tried(() => checkIdentify(settings))) },
    { part: 'store', ...(await tried(() => checkStore(settings))) },
  ];
}

async function tried(check: () => Promise<string>): Promise<{ works: boolean; says: string }> {
  try {
    return { works: true, says: await check() };
  } catch (error) {
    return { works: false, says: (error as Error).message };
  }
}

async function checkService({ relay: { baseUrl, clientId, clientSecret, timeoutMs = 20_000 } }: ProcessSettings) {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let status: number;
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/transactions?limit=1`, {
      headers: { Accept: 'application/json', Authorization: authorization },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    ({ status } = response);
    await response.body?.cancel();
  } catch (cause) {
    throw failure("it can't be reached, look at baseUrl and the network", cause);
  }
  if (status === 200) return 'it takes the credentials';
  if (status === 401 || status === 403) throw new Error(`it refuses clientId and clientSecret (${status})`);
  if (status === 404)
    throw new Error('it knows none of its own paths below baseUrl, which must hold the version (404)');
  throw new Error(`it answers ${status}; look at baseUrl`);
}

async function checkIdentify({ identify, relay: { identifyTimeoutMs = 5000 } }: ProcessSettings) {
  if (identify === null) return 'nothing is asked: people come with tickets';
  const endpoint = createEndpoint({ ...identify, timeoutMs: identifyTimeoutMs });
  try {
    const nobody = await endpoint.ask({ cookie: null, authorization: null });
    if (nobody === null) return 'it answers 401 to a request without a cookie';
  } finally {
    endpoint.close();
  }
  throw new Error('it says that somebody is signed in who sends neither Cookie nor Authorization');
}

async function checkStore({ redis, redisPrefix: prefix }: ProcessSettings) {
  if (redis === null) return 'the memory of the process; several instances need store.redis';
  let reason = '';
  const tell = (_event: string, cause = ''): void => void (reason = cause);
  const opened = openStore(redis, { prefix, tell, reconnect: false });
  try {
    await opened.connected;
    const key = `check:${crypto.randomUUID()}`;
    await opened.store.put(key, '1', { ttlMs: 5000 });
    const { count } = await opened.store.increment(key, { ttlMs: 5000 });
    if (count === 2 && (await opened.store.take(key)) === '2' && (await opened.store.take(key)) === null) {
      return 'it keeps, counts and gives once';
    }
  } catch (cause) {
    throw reason === '' ? failure("it can't be used", cause) : new Error(`it can't be used: ${reason}`);
  } finally {
    opened.close();
  }
  throw new Error("it doesn't keep what it is given");
}
