/** The owner of the wallet, by a part of their address: they know it by that, and nobody else can write to it. */
import type { Wallet } from '../../kit/wallet/index.ts';
import { mask } from '../elements/parts.ts';

/** Reads the address or number that codes go to; undefined where there is none, or it can't be read. */
export async function maskedAddress(wallet: Wallet): Promise<string | undefined> {
  const list = await wallet.credentials.list().catch(() => []);
  const found = ['EMAIL_OTP', 'SMS_OTP'].flatMap((wanted) => list.find(({ type }) => type === wanted) ?? []);
  return found[0] && mask(found[0].nickname);
}
