/** What signing in with a passkey and adding one have in common. */
import {
  canSignal,
  checkRelyingParty,
  passkeyAvailability,
  signalGone,
  type PasskeyAvailability,
} from '../../passkey/index.ts';
import { challengeExpired, type UnknownOutcome } from '../../transport/index.ts';
import { readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { share, type Flight } from '../share.ts';
import { track } from '../notes.ts';

const ceremonyTimeoutMs = 120_000;

/** The relying party's id on this page. @throws PasskeyError `DOMAIN_INVALID` */
export function relyingPartyOf({ passkeys }: WalletContext): Promise<string> {
  return checkRelyingParty(passkeys.relyingPartyId);
}

/** Whether a passkey can be used on this page, before a button is drawn. */
export function passkeyAvailable({ clock }: WalletContext): Promise<PasskeyAvailability> {
  return passkeyAvailability(clock);
}

/** Whether password managers are to hear of passkeys that are gone, and can. */
export function tellsGone({ passkeys }: WalletContext): boolean {
  return passkeys.signals !== false && canSignal();
}

/**
 * Tells the password manager that a passkey is gone. For passkeys of which the service itself has said so: a wrong signal deletes
 * a real one. Best effort.
 */
export async function tellGone(context: WalletContext, credentialId: string | undefined): Promise<void> {
  if (credentialId === undefined || !tellsGone(context)) return;
  try {
    await signalGone({ credentialId, relyingPartyId: await relyingPartyOf(context) });
  } catch {
    // The passkey stays in the list of its password manager, and can be deleted there.
  }
}

/**
 * How long a prompt may stay, ms, if its challenge lives for `leftMs`; undefined where it isn't known.
 *
 * @throws TransportError `CHALLENGE_EXPIRED`
 */
export function promptTime(leftMs: number | undefined): number {
  if (leftMs === undefined) return ceremonyTimeoutMs;
  if (leftMs > 0) return Math.min(ceremonyTimeoutMs, leftMs);
  throw challengeExpired();
}

/** What a click starts. */
interface ClickableOptions<Outcome> {
  readonly unknown: UnknownOutcome;
  readonly run: (own: WalletContext, flight: Flight) => Promise<Outcome>;
}

/** The method that a click calls, at once; clicks meanwhile share its outcome. */
export function clickable<Outcome>(
  context: WalletContext,
  flow: 'passkey.signIn' | 'passkey.add',
  { unknown, run }: ClickableOptions<Outcome>,
): (options?: SignalOptions) => Promise<Outcome> {
  const key = `passkey ${crypto.randomUUID()}`;
  return async (options) => {
    const { signal } = readOptions(options, flow, {});
    return track(context, flow, (own) => share(context, { key, signal, unknown }, (flight) => run(own, flight)));
  };
}

// How the passkeys that were made in this browser are reached: the service's list doesn't say, and a browser asks better if it knows.
const longestList = 20;

type Kept = Readonly<Record<string, readonly string[]>>;

const keyOf = ({ accountId }: WalletContext): string => `passkeys:${accountId}`;

/** What is kept of one passkey, by its WebAuthn id; nothing where the store fails. */
export async function readTransports(
  context: WalletContext,
  credentialId: string,
): Promise<readonly string[] | undefined> {
  try {
    const kept = (await context.session.store().read(keyOf(context))) as Kept | undefined;
    const found: unknown = kept !== undefined && Object.hasOwn(kept, credentialId) ? kept[credentialId] : undefined;
    return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it, best effort; of too many the oldest goes. */
export async function keepTransports(
  context: WalletContext,
  { credentialId, transports }: { readonly credentialId: string; readonly transports: readonly string[] },
): Promise<void> {
  const add = (kept: unknown): Kept =>
    Object.fromEntries(
      [...Object.entries((kept ?? {}) as Kept), [credentialId, transports] as const].slice(-longestList),
    );
  await context.session
    .store()
    .update(keyOf(context), add)
    .catch(() => undefined);
}
