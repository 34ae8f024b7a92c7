/** The marker of an action: that a stamp may be on its way, in the store that all tabs share (docs/reliability.md, an action). */
import { encodeHex, encodeUtf8 } from '../../encoding/index.ts';
import { markerPrefix } from '../../stored.ts';
import type { WalletContext } from '../context.ts';
import type { RequestToSign } from '../payload/intent.ts';

/** What is stored: never a body, a payload or a stamp, with which a reader could act. */
export interface Marker {
  /** The same for every attempt at this action until its outcome is known. */
  readonly idempotencyKey: string;
  /** When nothing that was sent can do the action any more, epoch ms on the service's clock. */
  readonly until: number;
}

/** The place of one action's marker. */
export interface MarkerOf {
  /** @throws SessionError `STORE_UNAVAILABLE` */
  find(): Promise<Marker | undefined>;
  /** @throws SessionError `STORE_UNAVAILABLE`: then nothing may be sent */
  set(marker: Marker): Promise<void>;
  /** The outcome is known, and told. A marker that can't be removed changes nothing. */
  remove(): Promise<void>;
}

/** The marker under the account, method, path and the SHA-256 of the body. */
export async function markerOf(
  { accountId, session }: WalletContext,
  { method, path, body = '' }: RequestToSign,
): Promise<MarkerOf> {
  const digest = encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encodeUtf8(body))));
  const key = `${markerPrefix}${accountId}:${method} ${path}:${digest}`;
  return {
    find: async () => readMarker(await session.store().read(key)),
    set: async (marker) => void (await session.store().update(key, () => marker)),
    remove: async () => {
      await session
        .store()
        .update(key, () => undefined)
        .catch(() => undefined);
    },
  };
}

function readMarker(value: unknown): Marker | undefined {
  const { idempotencyKey, until } = (value ?? {}) as Partial<Record<keyof Marker, unknown>>;
  return typeof idempotencyKey === 'string' && typeof until === 'number' ? { idempotencyKey, until } : undefined;
}
