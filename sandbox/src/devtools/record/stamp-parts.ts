/** Takes a stamp apart, for showing it: verifying it is `verifyStamp`'s. */
import { decodeBase64url, decodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import { wireProfiles } from '../../../../src/kit/wire.ts';

/** The three fields of a stamp. */
export interface StampParts {
  /** 66 hex digits. */
  readonly publicKey: string;
  readonly scheme: string;
  /** DER, hex. */
  readonly signature: string;
}

/** Reads unpadded base64url of JSON (docs/protocol.md, section 2.5); null for anything else. */
export function readStamp(stamp: string): StampParts | null {
  try {
    const fields: unknown = JSON.parse(decodeUtf8(decodeBase64url(stamp)));
    const { publicKey, scheme, signature } = fields as Readonly<Record<string, unknown>>;
    const isWhole = typeof publicKey === 'string' && typeof scheme === 'string' && typeof signature === 'string';
    return isWhole ? { publicKey, scheme, signature } : null;
  } catch {
    return null;
  }
}

/** The stamp among the headers of a request, in whichever profile's header it is. */
export function stampOf(headers: Headers, named: string | undefined): { header: string; stamp: string } | null {
  const names = [
    ...(named === undefined ? [] : [named]),
    ...Object.values(wireProfiles).map((one) => one.signatureHeader),
  ];
  const header = names.find((name) => headers.has(name));
  return header === undefined ? null : { header, stamp: headers.get(header) ?? '' };
}
