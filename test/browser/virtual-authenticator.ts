/** Authenticators inside Chromium, by the DevTools protocol: what a person has in their hands and pockets. */
import type { CDPSession, Page } from 'playwright';

/** A passkey as a keychain carries it to another device. */
export type ExportedPasskey = Awaited<ReturnType<typeof exportAll>>[number];

/** One authenticator. */
export interface Authenticator {
  /** Whether the person passes its check. */
  verify(passes: boolean): Promise<void>;
  /** Whether the person answers the prompt; without, it stays until something ends it. */
  answer(answers: boolean): Promise<void>;
  passkeys(): Promise<readonly ExportedPasskey[]>;
  take(passkey: ExportedPasskey): Promise<void>;
  remove(): Promise<void>;
}

/** What one page can reach. */
export interface Device {
  plugIn(options?: { readonly verifies?: boolean; readonly keeps?: boolean }): Promise<Authenticator>;
}

const exportAll = async (session: CDPSession, authenticatorId: string) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

/** Puts the page's real authenticators out of reach, and virtual ones in their place. */
export async function deviceOf(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  return {
    async plugIn({ verifies = true, keeps = true } = {}) {
      const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: keeps,
          hasUserVerification: verifies,
          isUserVerified: verifies,
          automaticPresenceSimulation: true,
        },
      });
      return {
        verify: async (isUserVerified) => {
          await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
        },
        answer: async (enabled) => {
          await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
        },
        passkeys: () => exportAll(session, authenticatorId),
        take: async (credential) => {
          await session.send('WebAuthn.addCredential', { authenticatorId, credential });
        },
        remove: async () => {
          await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
        },
      };
    },
  };
}
