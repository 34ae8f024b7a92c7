/** The platform's configuration as it is kept; apart from its schema, so that declarations need no schema library. */

/** What a platform may configure. */
export interface PlatformConfig {
  readonly umaDomain?: string | undefined;
  readonly webhookEndpoint?: string | undefined;
  readonly supportedCurrencies?: readonly unknown[] | undefined;
  readonly embeddedWalletConfig?: { readonly expirationSeconds?: number | undefined } | undefined;
  readonly cardTokenization2faConfig?: object | undefined;
  readonly feeConfigs?: readonly unknown[] | undefined;
}
