/** For each code of `PasskeyError`, the way in which a caller of the wallet meets it. */
import type { PasskeyErrorCode } from 'countersign';
import { vi } from 'vitest';
import { addPasskey, createInterceptedWallet, type InterceptedWallet } from '../../journeys/intercepted-wallet.ts';
import type { Provocations } from './provocations.ts';

/** Replaces the ceremony in the browser. */
const browserDoes = (does: () => Promise<never>): void => {
  Object.assign(navigator.credentials, { create: does, get: does });
};
const refuses = (name: string) => (): Promise<never> => Promise.reject(new DOMException('', name));

/** Adds a passkey where the browser does this. */
async function adding(does: (intercepted: InterceptedWallet) => Promise<never>): Promise<unknown> {
  const intercepted = await createInterceptedWallet();
  const handle = await intercepted.wallet.passkey.prepareAdd({ nickname: 'Laptop' });
  browserDoes(() => does(intercepted));
  return handle.add();
}

export const provokePasskey: Provocations<PasskeyErrorCode> = {
  CANCELLED: () => adding(refuses('NotAllowedError')),
  PASSKEY_TIMED_OUT: () =>
    adding(({ bench }) => {
      bench.clock.advance(2 * 60_000);
      return new Promise(() => {});
    }),
  ALREADY_REGISTERED: async () => {
    const intercepted = await createInterceptedWallet();
    await addPasskey(intercepted, 'Laptop');
    return addPasskey(intercepted, 'Laptop again');
  },
  PASSKEY_NOT_FOUND: async () => {
    const intercepted = await createInterceptedWallet();
    await addPasskey(intercepted, 'Laptop');
    const handle = await intercepted.newWallet().passkey.prepare();
    browserDoes(refuses('InvalidStateError'));
    return handle.signIn();
  },
  VERIFICATION_UNAVAILABLE: () => adding(refuses('ConstraintError')),
  UNSUPPORTED: async () => {
    const intercepted = await createInterceptedWallet();
    const handle = await intercepted.wallet.passkey.prepareAdd({ nickname: 'Laptop' });
    vi.stubGlobal('PublicKeyCredential', undefined);
    return handle.add();
  },
  DOMAIN_INVALID: async () => {
    const intercepted = await createInterceptedWallet();
    const wallet = intercepted.newWallet({ relyingPartyId: 'other.example.com' });
    await (await wallet.emailOtp.begin()).verify('000000');
    return wallet.passkey.prepareAdd({ nickname: 'Laptop' });
  },
  PASSKEY_BUSY: () => adding(refuses('OperationError')),
  AUTHENTICATOR_FAILED: () => adding(refuses('UnknownError')),
  CEREMONY_FAILED: () => adding(refuses('DataError')),
};
