/** Derives the lives of keys and secrets from requests, answers and states. */
import type { WalletState } from 'countersign';
import { decodeBase64url, decodeUtf8, encodeHex } from '../../../../src/kit/encoding/index.ts';
import type { Happened, KeyName, NewEntry } from './entry.ts';

/** Says what happened to a key. */
export type TellKey = (entry: NewEntry & { readonly kind: 'key' }) => void;

/** Listens for what concerns keys. */
export interface KeyLife {
  sent(body: string, group: number, leg: 1 | 2 | null): void;
  received(body: string, group: number): void;
  changed(before: WalletState | null, after: WalletState): void;
}

/** Creates the listener. */
export function createKeyLife(tell: TellKey): KeyLife {
  let sealedIn: number | null = null;
  let loginKeyIn: number | null = null;
  const say = (
    group: number,
    key: KeyName,
    { happened, how, publicKeyHex = null }: { happened: Happened; how: string; publicKeyHex?: string | null },
  ): void => tell({ kind: 'key', group, key, happened, how, publicKeyHex });

  return {
    sent(body, group, leg) {
      if (body.includes('"oidcToken"') && body.includes('"clientPublicKey"')) {
        void tieOf(body).then(
          (tie) => say(group, 'identity token', tie),
          () => undefined,
        );
      }
      if (leg === 2 || !body.includes('"encryptedOtpBundle"')) return;
      loginKeyIn = group;
      say(group, 'login key', {
        happened: 'created',
        how: 'Made in this browser for this one sign-in, non-extractable.',
      });
      say(group, 'one-time code', {
        happened: 'sealed',
        how: 'Encrypted to the target key together with the public half of the login key; only the enclave can open it.',
      });
    },
    received(body, group) {
      if (body.includes('"otpEncryptionTargetBundle"')) {
        say(group, 'target key', {
          happened: 'created',
          how: 'The enclave made it for this code. Its public half came signed by the quorum key that this page has pinned.',
        });
      }
      if (!body.includes('"encryptedSessionSigningKey"')) return;
      sealedIn = group;
      say(group, 'session key', {
        happened: 'sealed',
        how: 'The enclave made it and sealed it to a key of this browser. It is delivered once.',
      });
    },
    changed(before, after) {
      const old = before?.session?.compressedPublicKeyHex;
      const fresh = after.session?.compressedPublicKeyHex;
      if (old === fresh) return;
      const group = sealedIn ?? loginKeyIn ?? 0;
      if (old !== undefined) {
        const how = `Deleted from this browser: ${fresh === undefined ? (after.ended?.reason ?? 'ended') : 'replaced'}.`;
        say(group, 'session key', { happened: 'deleted', how, publicKeyHex: old });
      }
      const isNew = sealedIn !== null || loginKeyIn !== null || (before !== null && before.status !== 'loading');
      if (fresh !== undefined && isNew) {
        const wasSealed = sealedIn !== null;
        say(group, 'session key', {
          happened: wasSealed ? 'opened' : 'created',
          how: wasSealed
            ? 'Opened in this browser and kept as a non-extractable key; the bytes were wiped.'
            : 'Made in this browser, non-extractable from the start.',
          publicKeyHex: fresh,
        });
        if (loginKeyIn !== null) {
          say(loginKeyIn, 'login key', {
            happened: 'deleted',
            how: 'Dropped: it served one sign-in and was stored nowhere.',
          });
        }
      }
      [sealedIn, loginKeyIn] = [null, null];
    },
  };
}

/** Compares an identity token with the key beside it: the token's nonce is the key's hash (docs/sign-in.md). */
async function tieOf(body: string): Promise<{ happened: Happened; how: string; publicKeyHex: string }> {
  const { oidcToken, clientPublicKey } = JSON.parse(body) as Readonly<Record<'oidcToken' | 'clientPublicKey', string>>;
  const { nonce } = JSON.parse(decodeUtf8(decodeBase64url(oidcToken.split('.')[1] ?? ''))) as { nonce?: unknown };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(clientPublicKey));
  const hash = encodeHex(new Uint8Array(digest));
  const [named, own] = [String(nonce).slice(0, 8), hash.slice(0, 8)];
  return nonce === hash
    ? {
        happened: 'tied',
        publicKeyHex: clientPublicKey,
        how: `Its nonce ${named}… is the SHA-256 of the key beside it: with another key it opens nothing.`,
      }
    : {
        happened: 'foreign',
        publicKeyHex: clientPublicKey,
        how: `Its nonce ${named}… names another key: the SHA-256 of the one beside it is ${own}….`,
      };
}
