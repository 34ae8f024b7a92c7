/** The figures and choices that a sandbox is created with. */

/** An identity provider whose ID tokens open wallets. */
export interface IdentityProvider {
  /** The claim `iss` of its tokens. */
  readonly issuer: string;
  /** The platform's client id with the provider: the claim `aud`. */
  readonly audience: string;
  /** The public keys of its tokens (RFC 7517), RS256 or ES256. */
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
}

/** Settings of a sandbox; times are in milliseconds. */
export interface SandboxSettings {
  /** The one-time code. Default `000000`. */
  readonly otpCode: string;
  /** How long a code lives, ms. Default 5 minutes. */
  readonly otpMs: number;
  /** Lifetime of a signed retry's challenge, ms. Default 5 minutes. */
  readonly challengeMs: number;
  /** How long a session lives, ms. Default 15 minutes. */
  readonly sessionMs: number;
  /** How long a quote lives, ms. Default 5 minutes. */
  readonly quoteMs: number;
  /** Time for which a new card stays PROCESSING, ms. Default 2 seconds, in profile `grid` 0. */
  readonly provisionMs: number;
  /** Time until a payment is settled, ms. Default 5 seconds. */
  readonly settlementMs: number;
  /** The fee of a quote, in hundredths of a percent. Default 50. */
  readonly feeBasisPoints: number;
  /** State of the old session after a refresh. Default `keep`. */
  readonly afterRefresh: 'keep' | 'revoke';
  /** Regions (ISO 3166-1 alpha-2) whose customers authorise payments strongly. Default the European Economic Area. */
  readonly strongAuthenticationRegions: readonly string[];
  /** RP ids that passkeys may belong to. Default `localhost`. */
  readonly relyingParties: readonly string[];
  /** Origins outside them whose pages may use their passkeys, for browsers that know related origins. Default none. */
  readonly relatedOrigins: readonly string[];
  /** Identity providers beside the built-in one. Default none: Google's and Apple's tokens are checked once their keys are given. */
  readonly identityProviders: readonly IdentityProvider[];
  /** Number of records of a kind that are kept: ended sessions, codes and challenges, logged requests, webhook events. Default 1,000. */
  readonly historyLimit: number;
  /** Whether money that the funding call puts into a wallet can be spent. Default `spendable`, in profile `grid` `book-only`. */
  readonly walletFunding: 'spendable' | 'book-only';
  /** Payments of customers who aren't APPROVED. Default `refuse`. */
  readonly unapprovedPayments: 'refuse' | 'accept';
  /** Whether a customer's payments wait for their consent to the end user terms; profile `grid` alone. Default `unasked`. */
  readonly endUserTerms: 'required' | 'unasked';
  /** Limit of codes for one credential within a minute; 0 for none. Default 0, in profile `grid` 10. */
  readonly codesPerMinute: number;
  /** Unknown fields and query parameters: an error, or a line in the request log. Default `refuse`. */
  readonly unknownFields: 'refuse' | 'accept';
  /**
   * Forgets the protection against double execution: a quote that was executed is executed again, `Idempotency-Key` or
   * not, and the money leaves twice. With it a test shows that its check of "executed once" can fail. Default false.
   */
  readonly unsafeExecuteTwice: boolean;
}
