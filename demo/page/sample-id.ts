/** "Sample ID", the sandbox's identity provider, as the elements offer it; with a real service there is none. */

import type { OfferedProvider } from 'countersign/elements';
import type { Demo } from './demo.ts';

/** The providers of this page. */
export function providersOf({ settings, state: { person }, requests }: Demo): readonly OfferedProvider[] {
  if (!settings.sandbox || person === null) return [];
  return [{ name: 'Sample ID', idToken: (nonce) => requests.idToken(person, nonce) }];
}
