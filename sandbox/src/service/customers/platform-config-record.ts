/** The platform's configuration as it is kept; apart from its schema, so that declarations need no schema library. */

/** Limits of a platform in a currency; amounts are those that are sent, in smallest units. */
export interface SupportedCurrency {
  readonly currencyCode: string;
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly requiredCounterpartyFields: readonly unknown[];
  readonly enabledTransactionTypes: readonly ('INCOMING' | 'OUTGOING')[];
}

/** Configurable settings of a platform. */
export interface PlatformConfig {
  readonly umaDomain?: string | undefined;
  readonly webhookEndpoint?: string | undefined;
  readonly supportedCurrencies?: readonly SupportedCurrency[] | undefined;
  readonly embeddedWalletConfig?: { readonly expirationSeconds?: number | undefined } | undefined;
  readonly cardTokenization2faConfig?: object | undefined;
  readonly feeConfigs?:
    | readonly {
        readonly sourceCurrency: string;
        readonly variableFeeBps: number;
        readonly fixedFee: { readonly amount: number; readonly currency: string };
      }[]
    | undefined;
}
