/** A WebCrypto that tells what was asked of it. */

/** The methods of an engine, each of which a test may replace. */
export type Watched = Record<string, unknown>;

/** Calls that handle points, which may come out of the engine. */
export const publicHandling = ['importKey raw true ', 'exportKey raw'];

/** An engine that passes every call on, and writes down key handling: method, format or extractability, usages. */
export function watched(subtle: SubtleCrypto, used: string[]): Watched {
  return {
    sign: subtle.sign.bind(subtle),
    verify: subtle.verify.bind(subtle),
    encrypt: subtle.encrypt.bind(subtle),
    decrypt: subtle.decrypt.bind(subtle),
    deriveBits: subtle.deriveBits.bind(subtle),
    digest: subtle.digest.bind(subtle),
    generateKey(algorithm: EcKeyAlgorithm, extractable: boolean, usages: KeyUsage[]) {
      used.push(`generateKey ${extractable}`);
      return subtle.generateKey(algorithm, extractable, usages);
    },
    exportKey(format: 'raw' | 'pkcs8', key: CryptoKey) {
      used.push(`exportKey ${format}`);
      return subtle.exportKey(format, key);
    },
    importKey(...given: Parameters<SubtleCrypto['importKey']>) {
      used.push(`importKey ${given[0]} ${given[3]} ${[...given[4]].join()}`);
      return subtle.importKey(...given);
    },
  };
}

/** Runs with another engine in the place of `crypto.subtle`. */
export async function withSubtle<Result>(subtle: unknown, run: () => Promise<Result>): Promise<Result> {
  const own = Object.getOwnPropertyDescriptor(crypto, 'subtle');
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: subtle });
  try {
    return await run();
  } finally {
    if (own === undefined) Reflect.deleteProperty(crypto, 'subtle');
    else Object.defineProperty(crypto, 'subtle', own);
  }
}

/**
 * Counts the rounds of WebCrypto that follow one another: an engine answers all calls of a round together, once
 * nothing else is left to run.
 */
export async function countRounds(run: () => Promise<unknown>): Promise<number> {
  const { subtle } = crypto;
  let round: Promise<void> | undefined;
  let rounds = 0;
  let answers: Promise<unknown>[] = [];
  const nextRound = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await Promise.allSettled(answers);
    answers = [];
    round = undefined;
    rounds += 1;
  };
  const counting = new Proxy(subtle, {
    get: (_, method: 'digest') =>
      // @hpke/core awaits the engine, which has no `then`.
      method in subtle &&
      (async (...given: Parameters<SubtleCrypto['digest']>) => {
        const answer = subtle[method](...given);
        answers.push(answer);
        await (round ??= nextRound());
        return answer;
      }),
  });
  await withSubtle(counting, run);
  return rounds;
}
