/** What signing in with a passkey and adding one have in common. */
import {
  canSignal,
  checkRelyingParty,
  passkeyAvailability,
  signalGone,
  type PasskeyAvailability,
} from '../../passkey/index.ts';
import { TransportError, type UnknownOutcome } from '../../transport/index.ts';
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

/** The error for a challenge that serves no more. */
export function challengeExpired(): TransportError {
  return new TransportError('CHALLENGE_EXPIRED', 'The passkey waited too long. Start again.', { nextStep: 'restart' });
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
    const { signal } = readOptions(options, flow);
    return track(context, flow, (own) => share(context, { key, signal, unknown }, (flight) => run(own, flight)));
  };
}
