/** WebAuthn challenges for adding a passkey: bound to the user, good for both legs of one request, then used up. */
import { decodeBase64url, decodeUtf8, encodeBase64url, type Bytes } from '../../kit/encoding/index.ts';
import type { Clock } from '../../kit/waiting.ts';
import { sha256Of } from '../digest.ts';
import type { RelayIdentity } from '../request/identity.ts';
import { RelayError } from '../relay-error.ts';
import type { RelayStore } from '../store/store.ts';
import type { UserHandleOf } from './user-handle.ts';

/** Answer to `POST /passkey-challenge`. */
export interface RegistrationChallenge {
  /** base64url, 32 random bytes. */
  readonly challenge: string;
  readonly expiresAt: string;
  /** base64url, 32 bytes: the account's WebAuthn user handle, which tells nothing about the user (WebAuthn, 14.6.1). */
  readonly userHandle: string;
}

/** A challenge that a request has taken out of the store. */
export interface RedeemedChallenge {
  /** Puts it back for the next leg, for the same body only. */
  giveBack(): Promise<void>;
}

/** Issues challenges and redeems them. */
export interface ChallengeStore {
  issue(identity: RelayIdentity, accountId: string): Promise<RegistrationChallenge>;
  /**
   * Takes a challenge out of the store, so that only one of two requests with it gets through.
   * @throws RelayError `RELAY_CHALLENGE_INVALID` for an unknown, expired, used or foreign challenge, for another body
   *   than the first leg's, and for client data that was made for another challenge.
   */
  redeem(identity: RelayIdentity, body: PasskeyBody): Promise<RedeemedChallenge>;
}

/** The request that redeems a challenge: the checked body of a `PASSKEY` credential, and its bytes. */
export interface PasskeyBody {
  readonly bytes: Bytes;
  readonly challenge: string;
  readonly clientDataJson: string;
}

/** Options of {@link createChallengeStore}. */
export interface CreateChallengeStoreOptions {
  readonly store: RelayStore;
  readonly clock: Clock;
  readonly lifetimeMs: number;
  readonly userHandleOf: UserHandleOf;
}

interface Entry {
  readonly expiresAt: number;
  /** Hash of the first leg's body, once there was one. */
  readonly bodySha256?: string;
}

/** Creates the challenge store. */
export function createChallengeStore({
  store,
  clock,
  lifetimeMs,
  userHandleOf,
}: CreateChallengeStoreOptions): ChallengeStore {
  return Object.freeze({
    async issue({ userId }: RelayIdentity, accountId: string) {
      const userHandle = await userHandleOf(accountId);
      const challenge = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
      const expiresAt = clock.now() + lifetimeMs;
      await store.put(key(challenge, userId), JSON.stringify({ expiresAt } satisfies Entry), { ttlMs: lifetimeMs });
      return { challenge, expiresAt: new Date(expiresAt).toISOString(), userHandle };
    },

    async redeem({ userId }: RelayIdentity, { bytes, challenge, clientDataJson }: PasskeyBody) {
      if (!isClientDataFor(challenge, clientDataJson)) throw invalid();
      const stored = await store.take(key(challenge, userId));
      if (stored === null) throw invalid();
      const entry = JSON.parse(stored) as Entry;
      if (entry.expiresAt <= clock.now()) throw invalid();
      const bodySha256 = await sha256Of(bytes);
      if (entry.bodySha256 !== undefined && entry.bodySha256 !== bodySha256) throw invalid();
      return {
        giveBack: async () => {
          const remaining = entry.expiresAt - clock.now();
          if (remaining <= 0) return;
          await store.put(key(challenge, userId), JSON.stringify({ ...entry, bodySha256 } satisfies Entry), {
            ttlMs: remaining,
          });
        },
      };
    },
  });
}

/** WebAuthn 7.1, steps 6 to 8: the ceremony's type and challenge; the origin is the service's to check. */
function isClientDataFor(challenge: string, clientDataJson: string): boolean {
  try {
    const data = JSON.parse(decodeUtf8(decodeBase64url(clientDataJson))) as Record<string, unknown> | null;
    return data?.type === 'webauthn.create' && data.challenge === challenge;
  } catch {
    return false;
  }
}

/** Key of one user's challenge: somebody who saw another user's challenge can't use it up. */
function key(challenge: string, userId: string): string {
  return `challenge:${challenge} ${userId}`;
}

function invalid(): RelayError {
  return new RelayError(
    'RELAY_CHALLENGE_INVALID',
    'The passkey challenge is unknown, used up or expired: ask for another.',
    {
      status: 409,
    },
  );
}
