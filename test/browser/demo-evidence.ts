/** Evidence about the demo's page from outside: its storage, its text, and the secrets on its wire. */
import type { Page, Request } from 'playwright';
import type { Visit } from './demo-bench.ts';

/** Compressed public key (hex) that a request's stamp names, or null without a stamp. */
export function signerOf(request: Request): string | null {
  const headers = request.headers();
  const stamp = headers['service-wallet-signature'] ?? headers['grid-wallet-signature'];
  if (stamp === undefined) return null;
  return (JSON.parse(Buffer.from(stamp, 'base64url').toString()) as { publicKey: string }).publicKey;
}

/** Result of trying to export one stored key. */
export type ExportOutcome = Readonly<Record<'jwk' | 'pkcs8' | 'raw', string>> & {
  readonly extractable: boolean;
  readonly usages: readonly string[];
};

/** Runs in the page: reads every record of every database. */
const readRecords = `async () => {
  const ask = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const all = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await ask(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      all.push(...(await ask(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  return all;
}`;

/** Tries to export each private key in the page's databases. */
export async function exportStoredKeys(page: Page): Promise<readonly ExportOutcome[]> {
  return page.evaluate(`(async () => {
    const keysIn = (value) => {
      if (value instanceof CryptoKey) return [value];
      return typeof value === 'object' && value !== null ? Object.values(value).flatMap(keysIn) : [];
    };
    const outcomes = [];
    for (const key of keysIn(await (${readRecords})())) {
      const outcome = { extractable: key.extractable, usages: key.usages };
      for (const format of ['jwk', 'pkcs8', 'raw'])
        outcome[format] = await crypto.subtle.exportKey(format, key).then(() => 'exported', () => 'refused');
      outcomes.push(outcome);
    }
    return outcomes;
  })()`);
}

/** The only compressed public key in the page's databases: that of its session. */
export async function storedPublicKey(page: Page): Promise<string> {
  const found = await page.evaluate<string>(`(${readRecords})().then((records) => JSON.stringify(records))`);
  const keys = new Set(found.match(/\b0[23][0-9a-f]{64}\b/g));
  if (keys.size !== 1) throw new Error(`expected one stored public key, found ${String(keys.size)}`);
  return [...keys][0] ?? '';
}

/** Everything that a script of the page, or a person, could read; each text begins with the step's name. */
export async function readEverything(page: Page, step: string): Promise<readonly string[]> {
  const texts = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify(Object.entries(localStorage)),
    JSON.stringify(Object.entries(sessionStorage)),
    document.cookie,
    location.href,
    JSON.stringify(history.state),
    document.title,
    ...[...document.querySelectorAll('input')].filter(({ name }) => name !== 'code').map(({ value }) => value),
  ]);
  return texts.map((text) => `${step} ${text}`);
}

const secretFields = [
  'payloadToSign',
  'requestId',
  'encryptedOtpBundle',
  'encryptedSessionSigningKey',
  'otpEncryptionTargetBundle',
];

const telling = 24;

/** Parts that give a secret away even when it is cut short or escaped: its beginning, and the beginning of its longest plain run. */
function traces(secret: string): readonly string[] {
  const runs = (secret.match(/[A-Za-z0-9_-]{16,}/g) ?? []).sort((one, other) => other.length - one.length);
  return [secret.slice(0, telling), ...runs.slice(0, 1).map((run) => run.slice(0, telling))];
}

/** Traces of every secret that crossed the page's wire, by the name it had there. */
export async function secretsOf({ requests, responses }: Visit): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  const add = (name: string, secret: string): void => {
    const known = found.get(name) ?? new Set();
    for (const trace of traces(secret)) known.add(trace);
    found.set(name, known);
  };
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, item] of Object.entries(value)) {
      if (secretFields.includes(name) && typeof item === 'string') add(name, item);
      read(item);
    }
  };
  for (const request of requests) {
    const headers = request.headers();
    if (headers['service-wallet-signature'] !== undefined) add('stamp', headers['service-wallet-signature']);
    if (headers['request-id'] !== undefined) add('Request-Id', headers['request-id']);
    if (request.postData() !== null) read(request.postDataJSON());
  }
  for (const response of responses) {
    if (response.headers()['content-type']?.includes('json') === true) read(await response.json());
  }
  return found;
}
