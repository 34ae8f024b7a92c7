/**
 * Detects if this page can have a passkey ceremony.
 *
 * Engines differ: Chromium alone says what a frame may do (`document.featurePolicy`); WebKit wants a click for each ceremony; the
 * web views of other apps have WebAuthn in part, or not at all.
 */

/**
 * - `ready`: a ceremony can start;
 * - `needs-gesture`: it can, in a click;
 * - `no-authenticator`: this device has none of its own; a security key or a phone may still serve;
 * - `blocked-by-frame`: the page is in a frame of another origin that was not allowed passkeys;
 * - `webview`: the page is in the web view of another app;
 * - `absent`: there is no WebAuthn here.
 */
export type PasskeySupport = 'ready' | 'needs-gesture' | 'no-authenticator' | 'blocked-by-frame' | 'webview' | 'absent';

/** Finds out, without starting a ceremony. */
export async function probePasskeys(): Promise<PasskeySupport> {
  const isWebView = looksLikeWebView(navigator.userAgent);
  const { PublicKeyCredential: api } = globalThis as { PublicKeyCredential?: typeof PublicKeyCredential };
  const { credentials } = navigator as { credentials?: Partial<CredentialsContainer> };
  if (!api?.isUserVerifyingPlatformAuthenticatorAvailable || !credentials?.get) return isWebView ? 'webview' : 'absent';
  const framed = isInForeignFrame();
  if (framed && !frameMayUsePasskeys()) return 'blocked-by-frame';
  if (!(await api.isUserVerifyingPlatformAuthenticatorAvailable())) return isWebView ? 'webview' : 'no-authenticator';
  return framed || navigator.vendor.startsWith('Apple') ? 'needs-gesture' : 'ready';
}

function isInForeignFrame(): boolean {
  try {
    return top !== null && top.origin !== origin;
  } catch {
    // The origin of a page from elsewhere can't be read.
    return true;
  }
}

/** Reads the frame's `allow`, if the engine tells; with other engines the ceremony itself decides. */
function frameMayUsePasskeys(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(feature: string): boolean } };
  return featurePolicy?.allowsFeature('publickey-credentials-get') ?? true;
}

/** Android marks its web views with `; wv)`; those of iOS leave out Safari's name. */
function looksLikeWebView(userAgent: string): boolean {
  return /; wv\)/.test(userAgent) || (/iPhone|iPad/.test(userAgent) && !/Safari\//.test(userAgent));
}
