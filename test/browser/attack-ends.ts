/** The attacks of the demo's stage: what each ends in, and how it is begun. */
import type { Page } from 'playwright';

/** The end of each attack. */
export const attackEnds: Readonly<Record<string, string>> = {
  'refresh-key': 'Refused by the kit, in this browser: PAYLOAD_MISMATCH',
  'forged-bundle': 'Refused by the kit, in this browser: BUNDLE_KEY_NOT_PINNED',
  'changed-byte': 'Refused by the kit, in this browser: BUNDLE_SIGNATURE_INVALID',
  'sealed-key': 'Refused by the kit, in this browser: SEALED_KEY_INVALID',
  'another-card': 'Refused by the relay: RELAY_NOT_FOUND',
  'stolen-token': 'Refused by the service: UNAUTHORIZED',
  'replayed-stamp': 'Refused by the service: ',
  'changed-request': 'Refused by the service: WALLET_SIGNATURE_BODY_MISMATCH',
  'export-key': 'Refused by the browser: InvalidAccessError',
  pollution: 'Refused by the kit, in this browser: PAYLOAD_MISMATCH',
  'swapped-quote': 'Not stopped',
  'script-pays': 'Not stopped',
  'use-the-key': 'Not stopped',
  'take-a-session': 'Not stopped',
};

/** Carries one out for the first time; resolves with what the stage says of it. */
export async function attack(page: Page, name: string): Promise<string> {
  await page.locator(`[data-attack="${name}"] a`).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.locator('.outcome').waitFor();
  return (await page.locator('.outcome').innerText()).replace(/\s+/g, ' ');
}
