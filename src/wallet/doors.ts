/** The parts of the kit that load when first needed. */
import type * as Login from '../crypto/login.ts';
import type * as Sealed from '../crypto/sealed.ts';
import type * as Passkey from '../passkey/index.ts';
import type { CreateTransportOptions, Transport } from '../transport/index.ts';
import type * as Actions from './flows/actions.ts';
import type * as EmailOtpFlow from './flows/email-otp.ts';
import type * as PasskeyFlow from './flows/passkey.ts';
import { WalletError } from './wallet-error.ts';

/** Loads each door once it is needed; browsers keep what has loaded. */
export interface Doors {
  login(): Promise<typeof Login>;
  /** With all that opening a key takes in this engine: the key is delivered once, too early for a download to fail. */
  sealed(): Promise<typeof Sealed>;
  passkey(): Promise<typeof Passkey>;
  emailOtpFlow(): Promise<typeof EmailOtpFlow>;
  passkeyFlow(): Promise<typeof PasskeyFlow>;
  actions(): Promise<typeof Actions>;
}

/** The doors of this build. @throws WalletError `CHUNK_UNAVAILABLE` from each. */
export const doors: Doors = {
  login: () => load(() => import('../crypto/login.ts')),
  sealed: () =>
    load(async () => {
      const door = await import('../crypto/sealed.ts');
      await door.prepareToDerive();
      return door;
    }),
  passkey: () => load(() => import('../passkey/index.ts')),
  emailOtpFlow: () => load(() => import('./flows/email-otp.ts')),
  passkeyFlow: () => load(() => import('./flows/passkey.ts')),
  actions: () => load(() => import('./flows/actions.ts')),
};

async function load<Door>(importDoor: () => Promise<Door>): Promise<Door> {
  try {
    return await importDoor();
  } catch (cause) {
    throw new WalletError(
      'CHUNK_UNAVAILABLE',
      'A part of this page could not be loaded, perhaps because a newer version was published. Nothing was signed: try again, or reload the page.',
      { nextStep: 'retry', cause },
    );
  }
}

/** A transport that is loaded with its first request. */
export function createLazyTransport(options: CreateTransportOptions): Transport {
  let transport: Transport | undefined;
  return {
    async send(request) {
      const { createTransport } = await load(() => import('../transport/request.ts'));
      transport ??= createTransport(options);
      return transport.send(request);
    },
    serviceTime: () => transport?.serviceTime() ?? null,
  };
}
