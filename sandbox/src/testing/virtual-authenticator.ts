/** Authenticators inside Chromium, by the WebAuthn domain of its DevTools protocol: a device's own, a security key, a phone. */
import { checkOptionNames } from '../../../src/kit/options.ts';

/** A DevTools session of one page, such as Playwright's `CDPSession` or Puppeteer's. */
export interface DevToolsSession {
  /** Sends a command of the protocol. */
  send(method: never, params?: never): Promise<unknown>;
}

/** A passkey as a keychain carries it to another device; the private key is PKCS#8 in base64. */
export interface ExportedPasskey {
  /** Base64. */
  readonly credentialId: string;
  /** Whether it is discoverable. */
  readonly isResidentCredential: boolean;
  /** PKCS#8 in base64. */
  readonly privateKey: string;
  /** How often it has signed. */
  readonly signCount: number;
  /** The host that it belongs to. */
  readonly rpId?: string;
  /** Base64. */
  readonly userHandle?: string;
}

/** Options of {@link createVirtualAuthenticator}. */
export interface CreateVirtualAuthenticatorOptions {
  /**
   * Whether it can verify its user (a fingerprint, a PIN), and succeeds until {@link VirtualAuthenticator.verify} says
   * otherwise. Default true.
   */
  readonly verifies?: boolean;
  /** Whether it keeps discoverable passkeys. Default true. */
  readonly keeps?: boolean;
}

/** One authenticator that answers by itself. */
export interface VirtualAuthenticator {
  /** Whether the person passes its check from now on. */
  verify(passes: boolean): Promise<void>;
  /** Whether the person answers the prompt from now on; without, it stays until something ends it. */
  answer(answers: boolean): Promise<void>;
  /** The passkeys it holds. */
  passkeys(): Promise<readonly ExportedPasskey[]>;
  /** Takes over a passkey of another authenticator, as a keychain does. */
  take(passkey: ExportedPasskey): Promise<void>;
  /** Unplugs it, with all its passkeys. */
  remove(): Promise<void>;
}

/**
 * Adds an authenticator to the page of a session, and puts the page's real ones out of reach.
 *
 * @example
 * const authenticator = await createVirtualAuthenticator(await page.context().newCDPSession(page));
 * await authenticator.verify(false);
 *
 * @throws TypeError naming the argument; whatever the session rejects with
 */
export async function createVirtualAuthenticator(
  session: DevToolsSession,
  options: CreateVirtualAuthenticatorOptions = {},
): Promise<VirtualAuthenticator> {
  if (typeof (session as Partial<DevToolsSession> | null | undefined)?.send !== 'function') {
    throw new TypeError('createVirtualAuthenticator: session must be a DevTools session with a method send');
  }
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('createVirtualAuthenticator: options must be an object');
  }
  const { verifies = true, keeps = true } = options;
  checkOptionNames(options, { verifies, keeps }, 'createVirtualAuthenticator');
  // Playwright and Puppeteer type their commands, each in its own way.
  const send = (command: string, params: object = {}): Promise<unknown> =>
    session.send(`WebAuthn.${command}` as never, params as never);
  await send('enable');
  const { authenticatorId } = (await send('addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: keeps,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  })) as { readonly authenticatorId: string };
  return Object.freeze({
    async verify(isUserVerified: boolean) {
      await send('setUserVerified', { authenticatorId, isUserVerified });
    },
    async answer(enabled: boolean) {
      await send('setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async passkeys() {
      const { credentials } = (await send('getCredentials', { authenticatorId })) as {
        readonly credentials: readonly ExportedPasskey[];
      };
      return credentials;
    },
    async take(credential: ExportedPasskey) {
      await send('addCredential', { authenticatorId, credential });
    },
    async remove() {
      await send('removeVirtualAuthenticator', { authenticatorId });
    },
  });
}
