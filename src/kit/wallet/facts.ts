/** All flows of the wallet, by their names in events. Types derived from this list fail to compile when a row is missing. */

/**
 * The flows. `by`: a `method` of the wallet, an `attempt` that a method has begun, or the `kit` by itself;
 * `needsSession`: it requires a session; `intent`: the check of the payload that it stamps (payload/activities.ts), if any.
 */
export const flowFacts = {
  'emailOtp.begin': { by: 'method', needsSession: false },
  'emailOtp.verify': { by: 'attempt', needsSession: false, intent: 'email-otp.verify' },
  'emailOtp.resend': { by: 'attempt', needsSession: false },
  'smsOtp.begin': { by: 'method', needsSession: false },
  'smsOtp.verify': { by: 'attempt', needsSession: false, intent: 'sms-otp.verify' },
  'smsOtp.resend': { by: 'attempt', needsSession: false },
  'oauth.begin': { by: 'method', needsSession: false },
  'oauth.verify': { by: 'attempt', needsSession: false },
  'passkey.prepare': { by: 'method', needsSession: false },
  'passkey.signIn': { by: 'attempt', needsSession: false, intent: 'passkey.sign-in' },
  'passkey.prepareAdd': { by: 'method', needsSession: false },
  'passkey.add': { by: 'attempt', needsSession: true, intent: 'credential.add-passkey' },
  'passkey.available': { by: 'method', needsSession: false },
  'quote.execute': { by: 'method', needsSession: true, intent: 'quote.execute' },
  'quote.authorize': { by: 'method', needsSession: false },
  'quote.resendAuthorization': { by: 'method', needsSession: false },
  'quote.get': { by: 'method', needsSession: false },
  'quote.look': { by: 'method', needsSession: false },
  'quote.unfinished': { by: 'method', needsSession: false },
  'transaction.get': { by: 'method', needsSession: false },
  'transaction.list': { by: 'method', needsSession: false },
  'transaction.follow': { by: 'method', needsSession: false },
  'payee.get': { by: 'method', needsSession: false },
  'payee.name': { by: 'method', needsSession: false },
  'account.get': { by: 'method', needsSession: false },
  'account.export': { by: 'method', needsSession: true, intent: 'account.export' },
  'card.list': { by: 'method', needsSession: false },
  'session.refresh': { by: 'method', needsSession: true, intent: 'session.refresh' },
  'session.revoke': { by: 'method', needsSession: true, intent: 'session.revoke' },
  'session.list': { by: 'method', needsSession: false },
  'credentials.list': { by: 'method', needsSession: false },
  'credentials.remove': { by: 'method', needsSession: true, intent: 'credential.remove' },
  'credentials.addEmailOtp': { by: 'method', needsSession: true, intent: 'credential.add-email-otp' },
  'credentials.addSmsOtp': { by: 'method', needsSession: true, intent: 'credential.add-sms-otp' },
  'credentials.addOAuth': { by: 'method', needsSession: true, intent: 'credential.add-oauth' },
  'credentials.changeEmail': { by: 'method', needsSession: true, intent: 'customer.change-email' },
  'credentials.changePhone': { by: 'method', needsSession: true, intent: 'customer.change-phone' },
  'card.freeze': { by: 'method', needsSession: true, intent: 'card.freeze' },
  'card.unfreeze': { by: 'method', needsSession: true, intent: 'card.unfreeze' },
  'card.close': { by: 'method', needsSession: true, intent: 'card.close' },
  'delegatedKeys.create': { by: 'method', needsSession: true, intent: 'delegated-key.create' },
  'delegatedKeys.list': { by: 'method', needsSession: false },
  'delegatedKeys.revoke': { by: 'method', needsSession: false },
  signedRetry: { by: 'method', needsSession: true },
  /** Refreshes the session before its end. */
  'background.refresh': { by: 'kit', needsSession: true },
  /** Ends a signed-out or replaced session at the service. */
  'background.revoke': { by: 'kit', needsSession: false },
} as const;

/** A method of the wallet, or the kit's own work. */
export type WalletFlow = keyof typeof flowFacts;

/** The flows of one kind. */
export type FlowsBy<By extends 'method' | 'attempt' | 'kit'> = {
  [Flow in WalletFlow]: (typeof flowFacts)[Flow]['by'] extends By ? Flow : never;
}[WalletFlow];

/** Stamped actions of the wallet, as `approve` and reports name them. */
export type IntentName = Extract<(typeof flowFacts)[WalletFlow], { readonly intent: string }>['intent'];
