/** How the page makes the wallet of a person. */

import type { CreateWalletOptions } from 'countersign';
import type { Person } from './requests.ts';
import type { PageSettings } from './settings.ts';

/** The options for a person's account. */
export function walletOptions(
  { accountId }: Person,
  { enclaveKeys, profile, sandbox }: PageSettings,
): CreateWalletOptions {
  const environment = sandbox ? 'sandbox' : 'production';
  return { relay: '/wallet', accountId, enclaveKeys, environment, profile };
}
