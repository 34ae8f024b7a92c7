/** Tells from requests, answers and states what keys and secrets went through. */
import type { WalletState } from '../../wallet/index.ts';
import type { KeyName, NewEntry } from './entry.ts';

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
    {
      happened,
      how,
      publicKeyHex = null,
    }: { happened: 'born' | 'sealed' | 'opened' | 'destroyed'; how: string; publicKeyHex?: string | null },
  ): void => tell({ kind: 'key', group, key, happened, how, publicKeyHex });

  return {
    sent(body, group, leg) {
      if (leg === 2 || !body.includes('"encryptedOtpBundle"')) return;
      loginKeyIn = group;
      say(group, 'login key', { happened: 'born', how: 'Made in this browser for this one sign-in, non-extractable.' });
      say(group, 'one-time code', {
        happened: 'sealed',
        how: 'Encrypted to the target key together with the public half of the login key; only the enclave can open it.',
      });
    },
    received(body, group) {
      if (body.includes('"otpEncryptionTargetBundle"')) {
        say(group, 'target key', {
          happened: 'born',
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
        say(group, 'session key', { happened: 'destroyed', how, publicKeyHex: old });
      }
      const isNew = sealedIn !== null || loginKeyIn !== null || (before !== null && before.status !== 'loading');
      if (fresh !== undefined && isNew) {
        const wasSealed = sealedIn !== null;
        say(group, 'session key', {
          happened: wasSealed ? 'opened' : 'born',
          how: wasSealed
            ? 'Opened in this browser and kept as a non-extractable key; the bytes were wiped.'
            : 'Made in this browser, non-extractable from birth.',
          publicKeyHex: fresh,
        });
        if (loginKeyIn !== null) {
          say(loginKeyIn, 'login key', {
            happened: 'destroyed',
            how: 'Dropped: it served one sign-in and was stored nowhere.',
          });
        }
      }
      [sealedIn, loginKeyIn] = [null, null];
    },
  };
}
