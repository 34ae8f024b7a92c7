/** `countersign/relay`: the relay that a platform mounts in its back-end, and the verifier of the service's webhooks. */
export type { NameAccount, NameAccountContext } from './account-name.ts';
export type { RelayAudit, RelayAuditEvent } from './audit.ts';
export type { Clock, PartialClock } from '../kit/waiting.ts';
export type { WireProfile, WireProfileName } from '../kit/wire.ts';
export type { Identify, RelayContext, RelayIdentity } from './request/identity.ts';
export { relayMistakes, relayOptionNames, type CreateRelayOptions } from './options.ts';
export { defaultRelayLimits, type RelayLimits, type RelayRateLimit } from './limits/limits.ts';
export { createRelay, type Relay } from './relay.ts';
export { RelayError, type RelayErrorCode, type RelayErrorOptions } from './relay-error.ts';
export { relayGroups, type RelayGroup } from './routes/routes.ts';
export {
  createMemoryRelayStore,
  type CreateMemoryRelayStoreOptions,
  type RelayCounter,
  type RelayStore,
  type RelayStoreOptions,
} from './store/store.ts';
export {
  createWebhookVerifier,
  type CreateWebhookVerifierOptions,
  type VerifyWebhookOptions,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookVerifier,
} from './webhook.ts';
