/** @throws TypeError that names the argument. */
export function requireText(value: unknown, argument: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${argument} must be a string.`);
}

/** @throws TypeError that names the argument. */
export function requireObject(value: unknown, argument: string): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${argument} must be an object.`);
}

/**
 * Checks that a value is a private P-256 CryptoKey for one use.
 *
 * @throws TypeError that names the argument.
 */
export function requirePrivateKey(
  value: unknown,
  algorithm: EcKeyAlgorithm,
  argument: string,
): asserts value is CryptoKey {
  const key = value as Partial<CryptoKey> | null | undefined;
  const { name, namedCurve } = (key?.algorithm ?? {}) as Partial<EcKeyAlgorithm>;
  if (key?.type !== 'private' || name !== algorithm.name || namedCurve !== algorithm.namedCurve) {
    throw new TypeError(`${argument} must be a private ${algorithm.name} CryptoKey on P-256.`);
  }
}
