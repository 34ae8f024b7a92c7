/** Limits of a relay that a test never meets. */
import type { RelayLimits } from 'countersign/relay';

const never = { limit: 1_000_000, windowMs: 60_000 };

/** For `createRelay({ limits })`. */
export const unlimited: RelayLimits = {
  reads: never,
  changes: never,
  ownerChecks: never,
  completions: never,
  codes: never,
  verifications: never,
  challenges: never,
};
