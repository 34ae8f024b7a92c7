/** The wire of a page with an inspector: holding requests up, and knowing what is secret on it. */
import type { Page } from 'playwright';
import type { ServeKitOptions } from './kit-page.ts';

/** Holds up stamped requests between relay and sandbox until they are let go. */
export function createGate(): { readonly between: NonNullable<ServeKitOptions['between']>; hold(): () => void } {
  let held: Promise<void> = Promise.resolve();
  return {
    async between(request, next) {
      if (request.headers.has('Service-Wallet-Signature')) await held;
      return next(request);
    },
    hold() {
      let letGo = (): void => undefined;
      held = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
  };
}

/** Every payload and stamp that crosses the page's wire. */
export function watchSecrets(page: Page): Set<string> {
  const secrets = new Set<string>();
  page.on('request', (request) => {
    const stamp = request.headers()['service-wallet-signature'];
    if (stamp !== undefined) secrets.add(stamp);
  });
  page.on('response', async (response) => {
    if (response.status() !== 202) return;
    const { payloadToSign, requestId } = (await response.json()) as Record<string, string>;
    for (const secret of [payloadToSign, requestId]) if (secret !== undefined) secrets.add(secret);
  });
  return secrets;
}
