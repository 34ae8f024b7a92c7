/** Detects passkey support without starting a ceremony. */
import { browserSupportsWebAuthn, platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import type { Clock } from '../waiting.ts';

/**
 * - `here`: this device can keep and use passkeys;
 * - `elsewhere`: only a security key or a phone can;
 * - `no`: there is no WebAuthn in this page: an old browser, a web view, a page without https, or a frame that isn't allowed it.
 */
export type PasskeyAvailability = 'here' | 'elsewhere' | 'no';

// Some web views never answer.
const patienceMs = 2000;

/** Finds out; never rejects. */
export async function passkeyAvailability(clock: Clock): Promise<PasskeyAvailability> {
  if (!browserSupportsWebAuthn() || !frameMay()) return 'no';
  let stop = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    stop = clock.schedule(patienceMs, () => resolve(false));
  });
  // An engine without the question throws at once.
  const asked = (async () => platformAuthenticatorIsAvailable())().catch(() => false);
  const isHere = await Promise.race([asked, late]);
  stop();
  return isHere ? 'here' : 'elsewhere';
}

/** Reads the frame's permission, where the engine reports it: Chromium does. */
function frameMay(): boolean {
  type WithPolicy = { readonly featurePolicy?: { allowsFeature(feature: string): boolean } };
  const { document } = globalThis as { document?: WithPolicy };
  return document?.featurePolicy?.allowsFeature('publickey-credentials-get') ?? true;
}
