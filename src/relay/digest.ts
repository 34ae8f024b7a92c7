/** The hash by which the relay tells whether two things are the same. */
import { encodeBase64url, type Bytes } from '../kit/encoding/index.ts';

/** SHA-256 in base64url. */
export async function sha256Of(bytes: Bytes): Promise<string> {
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
