/** Verifies the webhooks of a sandbox, whose time may have been moved. */

import type { WireProfileName } from 'countersign';
import { createWebhookVerifier, type WebhookVerifier } from 'countersign/relay';
import type { Sandbox } from 'countersign-sandbox';

/** Makes a verifier that goes by the sandbox's own time. */
export function createSandboxVerifier(sandbox: Sandbox, profile: WireProfileName): WebhookVerifier {
  let time = 0;
  const { webhookPublicKeyPem: publicKey } = sandbox;
  const verifier = createWebhookVerifier({ publicKey, environment: 'sandbox', profile, clock: { now: () => time } });
  return Object.freeze({
    async verify(...given: Parameters<WebhookVerifier['verify']>) {
      const answer = await sandbox.fetch(new Request('http://localhost/_sandbox/clock'));
      time = Date.parse(((await answer.json()) as { now: string }).now);
      return verifier.verify(...given);
    },
  });
}
