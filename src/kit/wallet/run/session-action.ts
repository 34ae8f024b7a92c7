/** Signed actions of this browser's session: shared by equal presses, under the locks of all tabs, with a marker. */
import { stamp } from '../../crypto/signing/index.ts';
import { encodeHex, encodeUtf8 } from '../../encoding/index.ts';
import { bare } from '../../own-members.ts';
import { endedAtService, pinIds } from '../../session/adopt.ts';
import { markerPrefix } from '../../stored.ts';
import type { AuthSession } from '../../wire.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { intentText, type Intent, type RequestToSign } from '../payload/intent.ts';
import { readSession } from '../response-readers.ts';
import { WalletError } from '../wallet-error.ts';
import { runAction, type Marker, type MarkerOf, type SignedAction } from './action.ts';
import { withActionLocks, type First } from './locks.ts';
import { readList, type List } from './send.ts';
import { share, withDeadline, type Flight, type ShareOptions } from './share.ts';
import type { Signer } from './sign.ts';

/** Runs a signed action of this browser's session. Equal ones share its outcome. @throws WalletError `BUSY` beside another intent's */
export async function signedAction<Outcome>(
  context: WalletContext,
  action: SignedAction<Outcome>,
  { signal }: Required<SignalOptions>,
): Promise<Outcome> {
  const { request: asked, intent, unknown } = action;
  return sharedRun(context, { asked, intent, signal, unknown }, (flight) => runSessionAction(context, action, flight));
}

/** Options of {@link sharedRun}. */
export interface SharedRunOptions extends Omit<ShareOptions, 'key' | 'content'> {
  /** Equal for presses of one sign-in that would do the same. */
  readonly asked: RequestToSign;
  /** Equal for those that check the same. */
  readonly intent: Intent;
}

/** Shares a run among equal presses of this browser's session. */
export async function sharedRun<Outcome>(
  context: WalletContext,
  { asked, intent, ...how }: SharedRunOptions,
  run: (flight: Flight) => Promise<Outcome>,
): Promise<Outcome> {
  const { method, path, body = '' } = bare(asked);
  const content = { text: intentText(intent), busy: otherIntent };
  return share(context, { ...how, content, key: `${await context.epoch} ${method} ${path} ${body}` }, run);
}

const otherIntent = 'The same request is under way with another intent: nothing was signed.';

/**
 * Runs a signed action of the session within the caller's own flight, which does more than this action. `asked`: the request by which
 * its marker is known, where the service takes it in more than one form.
 */
export async function runSessionAction<Outcome>(
  context: WalletContext,
  action: SignedAction<Outcome>,
  flight: Flight,
  asked: RequestToSign = action.request,
): Promise<Outcome> {
  const { signal } = flight;
  return runAction(context, action, {
    flight,
    signer: signAsSession(context),
    marker: await markerOf(context, asked),
    // No refresh overtakes a stamp, and actions about different things don't wait for each other.
    hold: (run) => {
      const inTime = (first?: First) => withDeadline(context, (deadline) => run(deadline, first));
      return withActionLocks(context, inTime, { subject: subjectOf(action.request.path), signal });
    },
  });
}

/** The subject of an action: a card, a quote, the customer with the credentials, whose look-ups read one list; else its path. */
function subjectOf(path: string): string {
  const [record] = /^\/(cards|quotes)\/[^/]+/.exec(path) ?? [];
  return record ?? (/^\/(auth\/credentials|customers)(\/|$)/.test(path) ? '/customer' : path);
}

/** The marker under the account, method, path and the SHA-256 of the body. */
export async function markerOf({ accountId, session }: WalletContext, asked: RequestToSign): Promise<MarkerOf> {
  const { method, path, body = '' } = bare(asked);
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
  const { idempotencyKey, until } = bare(Object(value) as Partial<Record<keyof Marker, unknown>>);
  return typeof idempotencyKey === 'string' && typeof until === 'number' ? { idempotencyKey, until } : undefined;
}

/** Stamps with the key of the stored session, in the epoch of the press. `onlyId`: only that session's. */
export function signAsSession(context: WalletContext, onlyId?: string): Signer {
  const { session, epoch } = context;
  const current = async () => {
    const active = await session.current();
    const isMeant = onlyId === undefined ? active.epoch === (await epoch) : active.sessionId === onlyId;
    if (isMeant) return active;
    const message = 'Somebody has signed in anew since: nothing was signed. Try again.';
    throw new WalletError('BUSY', message, { nextStep: 'retry' });
  };
  return {
    check: async () => (await current()).ids,
    pinIds: (ids) => pinIds(context.account, ids),
    isOver: (sessionId) => endIfUnlisted(context, sessionId),
    async stamp(payloadToSign) {
      const active = await current();
      return { stamp: await stamp(payloadToSign, active), sessionId: active.sessionId };
    },
  };
}

/** Lists the account's sessions. @throws TransportError */
export function readSessions(context: WalletContext, signal?: AbortSignal): Promise<List<AuthSession>> {
  const { accountId } = context;
  const reading = { path: '/auth/sessions', query: { accountId }, signal };
  return readList(context, reading, (item) => readSession(item, accountId));
}

/** Asks the service once if a session of this browser lives; a whole list without it ends it in every tab. Returns false if unknown. */
export async function endIfUnlisted(context: WalletContext, sessionId: string): Promise<boolean> {
  try {
    const { items, isWhole } = await readSessions(context);
    if (!isWhole || items.some(({ id }) => id === sessionId)) return false;
    await endedAtService(context.account, sessionId);
    return true;
  } catch {
    return false;
  }
}
