import type { Wallet } from 'countersign';

/** Ends every session of this wallet but the one of this browser, each by a signature. */
export async function endOthers(wallet: Wallet): Promise<number> {
  const others = (await wallet.session.list()).filter(({ current }) => !current);
  for (const { id } of others) await wallet.session.revoke({ sessionId: id });
  return others.length;
}
