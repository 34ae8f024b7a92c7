/** How the passkeys that were made in this browser are reached. The service's list doesn't say, and a browser asks better if it knows. */
import type { WalletContext } from '../context.ts';

const longestList = 20;

type Kept = Readonly<Record<string, readonly string[]>>;

const keyOf = ({ accountId }: WalletContext): string => `passkeys:${accountId}`;

/** What is kept of one passkey, by its WebAuthn id; nothing where the store fails. */
export async function readTransports(
  context: WalletContext,
  credentialId: string,
): Promise<readonly string[] | undefined> {
  try {
    const kept = (await context.session.store().read(keyOf(context))) as Kept | undefined;
    const found: unknown = kept !== undefined && Object.hasOwn(kept, credentialId) ? kept[credentialId] : undefined;
    return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it, best effort; of too many the oldest goes. */
export async function keepTransports(
  context: WalletContext,
  { credentialId, transports }: { readonly credentialId: string; readonly transports: readonly string[] },
): Promise<void> {
  const add = (kept: unknown): Kept =>
    Object.fromEntries(
      [...Object.entries((kept ?? {}) as Kept), [credentialId, transports] as const].slice(-longestList),
    );
  await context.session
    .store()
    .update(keyOf(context), add)
    .catch(() => undefined);
}
