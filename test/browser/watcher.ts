/** A script that watches everything that a page does with bytes and keys, from before the page's own code. */

/** Everything that it has seen, as the page tells it. */
export interface Loot {
  /** Private keys that it could export, or that passed as JWK or PKCS#8. */
  readonly privateKeys: readonly string[];
  /** Every byte string that passed, in hex. */
  readonly bytes: readonly string[];
  /** Every text that passed. */
  readonly texts: readonly string[];
  /** How many calls were watched, by name. */
  readonly calls: Readonly<Record<string, number>>;
}

declare global {
  interface Window {
    loot(): Promise<Loot>;
  }
}

/** Runs in the page: wraps Web Crypto, JSON, texts, typed arrays and storage, and passes every call on. */
export function watch(): void {
  const keys = new Set<CryptoKey>();
  const privateKeys: string[] = [];
  const bytes = new Set<string>();
  const texts = new Set<string>();
  const calls: Record<string, number> = {};
  const { exportKey } = SubtleCrypto.prototype;
  const { stringify } = JSON;
  const from = Array.from.bind(Array);
  const longest = 4096;
  let isBusy = false;

  const note = (value: unknown, depth = 0): void => {
    if (typeof value === 'string') {
      if (value.length >= 32 && value.length <= longest) texts.add(value);
    } else if (value instanceof CryptoKey) keys.add(value);
    else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
      const view = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer);
      if (view.length < 32 || view.length > longest) return;
      bytes.add(from(view, (byte) => byte.toString(16).padStart(2, '0')).join(''));
    } else if (typeof value === 'object' && value !== null && value !== window && depth < 4) {
      // Not the window, which `fetch` and others are called on: walking through it takes the page seconds, and holds nothing that passed.
      for (const member of Object.values(value)) note(member, depth + 1);
    }
  };
  /** Notes without being watched itself. */
  const see = (...values: readonly unknown[]): void => {
    if (isBusy) return;
    isBusy = true;
    try {
      values.forEach((value) => note(value));
    } finally {
      isBusy = false;
    }
  };
  const wrap = (holder: object, name: string): void => {
    const members = holder as Record<string, unknown>;
    const original = members[name] as (this: unknown, ...given: unknown[]) => unknown;
    if (typeof original !== 'function') return;
    members[name] = function (this: unknown, ...given: unknown[]): unknown {
      if (!isBusy) calls[name] = (calls[name] ?? 0) + 1;
      see(this, ...given);
      const result = original.apply(this, given);
      if (result instanceof Promise) {
        const [format] = given;
        const noted = async (): Promise<void> => {
          see(await result);
          if (name === 'exportKey' && (format === 'pkcs8' || format === 'jwk')) privateKeys.push(format);
        };
        noted().catch(() => undefined);
      } else see(result);
      return result;
    };
  };

  for (const name of Object.getOwnPropertyNames(SubtleCrypto.prototype)) {
    if (name !== 'constructor') wrap(SubtleCrypto.prototype, name);
  }
  const typedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object };
  for (const name of ['fill', 'set', 'slice', 'subarray', 'copyWithin', 'at', 'map', 'reverse', 'values', 'toReversed'])
    wrap(typedArray.prototype, name);
  wrap(typedArray, 'from');
  wrap(ArrayBuffer.prototype, 'slice');
  for (const name of ['getBigUint64', 'getUint8', 'setUint8']) wrap(DataView.prototype, name);
  for (const name of ['parse', 'stringify']) wrap(JSON, name);
  for (const name of ['freeze', 'assign', 'entries', 'values']) wrap(Object, name);
  wrap(Array, 'from');
  wrap(String, 'fromCharCode');
  wrap(TextEncoder.prototype, 'encode');
  wrap(TextDecoder.prototype, 'decode');
  wrap(Crypto.prototype, 'getRandomValues');
  for (const name of ['btoa', 'atob', 'BigInt', 'structuredClone', 'fetch']) wrap(window, name);
  for (const name of ['put', 'add']) wrap(IDBObjectStore.prototype, name);
  wrap(BroadcastChannel.prototype, 'postMessage');

  window.loot = async () => {
    isBusy = true;
    for (const key of keys) {
      if (key.type !== 'private') continue;
      for (const format of ['pkcs8', 'jwk'] as const) {
        await exportKey
          .call(crypto.subtle, format, key)
          .then((exported: ArrayBuffer | JsonWebKey) => privateKeys.push(stringify(exported)))
          .catch(() => undefined);
      }
    }
    return { privateKeys, bytes: [...bytes], texts: [...texts], calls };
  };
}
