/** What the demo's own sandboxes have in common, beside the profile. */

/** A wallet can be paid from, and a payment takes as long as one press of "Skip a minute ahead" skips. */
export const sandboxSettings = { walletFunding: 'spendable', settlementMs: 60_000 } as const;
