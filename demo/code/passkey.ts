import type { Wallet } from 'countersign';

/** Everything that takes time comes first, so that the press starts the device's own dialogue at once. */
export async function preparePasskey(wallet: Wallet, nickname: string): Promise<() => Promise<unknown>> {
  const passkey = await wallet.passkey.prepareAdd({ nickname, relyingPartyName: 'Sample wallet' });
  return () => passkey.add();
}
