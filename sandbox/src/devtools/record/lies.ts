/** Lies of a back-end: changes of an answer's payload before the wallet reads it. */

// The generator of P-256: a point whose private half is the number one.
const otherKey =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

/** Each lie. */
export type LieName = 'another activity' | 'another key' | 'another wallet' | 'another amount';

/** For each lie, the part of a payload that it replaces, and the replacement. */
export const lies: Readonly<Record<LieName, readonly [RegExp, string]>> = {
  'another activity': [/ACTIVITY_TYPE_[A-Z0-9_]+/, 'ACTIVITY_TYPE_EXPORT_WALLET'],
  'another key': [/\b0(?:4[0-9a-f]{128}|[23][0-9a-f]{64})\b/, otherKey],
  'another wallet': [/("signWith":")[^"]+/, '$1another-wallet'],
  'another amount': [/("unsignedTransaction":"[^"]*?)[1-9a-f](?=0*")/, '$17'],
};

/** The answer with its payload changed; the same text where it has none that the lie fits. */
export function lieIn(answer: string, name: LieName): string {
  const [pattern, replacement] = lies[name];
  return answer.replaceAll(
    /("payloadToSign":)("(?:[^"\\]|\\.)*")/g,
    (_, before: string, payload: string) =>
      before + JSON.stringify((JSON.parse(payload) as string).replace(pattern, replacement)),
  );
}
