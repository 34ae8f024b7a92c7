/** Authenticators of a person on a page of Chromium: nothing real, only plugged-in ones. */
import {
  createVirtualAuthenticator,
  type CreateVirtualAuthenticatorOptions,
  type VirtualAuthenticator,
} from 'countersign-sandbox/testing';
import type { Page } from 'playwright';

/** Authenticators that one page can reach. */
export interface Device {
  plugIn(options?: CreateVirtualAuthenticatorOptions): Promise<VirtualAuthenticator>;
}

/** Puts the page's real authenticators out of reach. */
export async function deviceOf(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  return { plugIn: (options) => createVirtualAuthenticator(session, options) };
}
