/** The parts of the kit that load when first needed. */
import type * as Login from '../crypto/login/index.ts';
import type * as Passkey from '../passkey/index.ts';
import type * as Actions from './flows/actions.ts';
import type * as EmailOtpFlow from './flows/email-otp.ts';
import { WalletError } from './wallet-error.ts';

/** Loads each door once it is needed; browsers keep what has loaded. */
export interface Doors {
  login(): Promise<typeof Login>;
  /** The same, with all that opening a sealed key takes in this engine: the key is delivered once, too early for a download to fail. */
  sealed(): Promise<typeof Login>;
  passkey(): Promise<typeof Passkey>;
  emailOtpFlow(): Promise<typeof EmailOtpFlow>;
  actions(): Promise<typeof Actions>;
}

/** The doors of this build. @throws WalletError `CHUNK_UNAVAILABLE` from each. */
export const doors: Doors = {
  login: () => load(() => import('../crypto/login/index.ts')),
  sealed: () =>
    load(async () => {
      const door = await import('../crypto/login/index.ts');
      await door.prepareToDerive();
      return door;
    }),
  passkey: () => load(() => import('../passkey/index.ts')),
  emailOtpFlow: () => load(() => import('./flows/email-otp.ts')),
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
