/** The domain that passkeys belong to (WebAuthn Level 3, 5.1.3 and 5.11). */
import { PasskeyError } from './passkey-error.ts';

/**
 * The relying party's id for ceremonies on this page: the page's host by default. Browsers with related origins check
 * an id that isn't a suffix of the host, and ask the relying party itself.
 *
 * @throws PasskeyError `DOMAIN_INVALID` where the browser is sure to refuse it
 */
export async function checkRelyingParty(given: string | undefined): Promise<string> {
  // Outside a page there is no location, and no passkey either, which the ceremony itself says.
  const host = (globalThis as { location?: Location }).location?.hostname ?? '';
  if (given === undefined) return host;
  if (host === given || host.endsWith(`.${given}`) || (await knowsRelatedOrigins())) return given;
  const message =
    "The page's host doesn't lie within `relyingPartyId`, and this browser knows no related origins. Pass the host's domain.";
  throw new PasskeyError('DOMAIN_INVALID', message, { nextStep: 'configure' });
}

async function knowsRelatedOrigins(): Promise<boolean> {
  type Api = { getClientCapabilities?(): Promise<Readonly<Record<string, boolean>>> };
  const { PublicKeyCredential: api } = globalThis as { PublicKeyCredential?: Api };
  const capabilities = await api?.getClientCapabilities?.().catch(() => undefined);
  return capabilities?.['relatedOrigins'] === true;
}
