/** WebAuthn user handles: stable for an account, and meaningless without the secret. */
import { encodeBase64url, encodeUtf8 } from '../../kit/encoding/index.ts';

/** The user handle of an account: base64url, 32 bytes. */
export type UserHandleOf = (accountId: string) => Promise<string>;

/** Options of {@link createUserHandles}. */
export interface CreateUserHandlesOptions {
  /** The platform's secret; without one, handles last as long as this process. */
  readonly secret: string | undefined;
  /** Called before the first handle if there is no secret. */
  readonly noSecret: () => void;
}

/** Creates the function that makes user handles: HMAC-SHA-256 of the account's id. */
export function createUserHandles({ secret, noSecret }: CreateUserHandlesOptions): UserHandleOf {
  const importKey = () => {
    if (secret === undefined) noSecret();
    const bytes = secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : encodeUtf8(secret);
    return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  };
  let key: ReturnType<typeof importKey> | undefined;
  return async (accountId) => {
    key ??= importKey();
    const handle = await crypto.subtle.sign('HMAC', await key, encodeUtf8(`passkey user handle\n${accountId}`));
    return encodeBase64url(new Uint8Array(handle));
  };
}
