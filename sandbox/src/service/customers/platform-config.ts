/** The platform's configuration, as the public service keeps it. */
import * as v from 'valibot';
import { amount, currencyCode, email, matching, text } from '../http/fields.ts';
import { invalidInput } from '../http/refusal.ts';
import { isLoopbackUrl } from '../http/loopback.ts';
import type { Service } from '../service/service.ts';
import type { PlatformConfig } from './platform-config-record.ts';

const fieldNames =
  'FULL_NAME BIRTH_DATE NATIONALITY PHONE_NUMBER EMAIL POSTAL_ADDRESS TAX_ID REGISTRATION_NUMBER USER_TYPE COUNTRY_OF_RESIDENCE ACCOUNT_IDENTIFIER FI_LEGAL_ENTITY_NAME FI_ADDRESS PURPOSE_OF_PAYMENT ULTIMATE_INSTITUTION_COUNTRY IDENTIFIER BUSINESS_TYPE COMPANY_LEGAL_NAME ID_TYPE ID_NUMBER'.split(
    ' ',
  );
const fieldName = v.picklist(fieldNames);
const whole = (min: number, max: number): v.GenericSchema<unknown, number> => amount(max, min);
const url = matching(/^https?:\/\/[^\s]{1,500}$/);
const optionalText = v.optional(text());

/** Schema of a change of it. */
export const platformConfig: v.GenericSchema<unknown, PlatformConfig> = v.strictObject({
  umaDomain: v.optional(matching(/^[A-Za-z0-9.-]{1,190}$/)),
  webhookEndpoint: v.optional(text(2048)),
  supportedCurrencies: v.optional(
    v.array(
      v.strictObject({
        currencyCode,
        minAmount: whole(0, 9e15),
        maxAmount: whole(0, 9e15),
        requiredCounterpartyFields: v.array(v.strictObject({ name: fieldName, mandatory: v.boolean() })),
        providerRequiredCustomerFields: v.optional(v.array(fieldName)),
        providerRequiredCounterpartyCustomerFields: v.optional(v.array(fieldName)),
        enabledTransactionTypes: v.array(v.picklist(['INCOMING', 'OUTGOING'])),
      }),
    ),
  ),
  embeddedWalletConfig: v.optional(
    v.strictObject({
      appName: optionalText,
      otpLength: v.optional(whole(4, 12)),
      alphanumeric: v.optional(v.boolean()),
      expirationSeconds: v.optional(whole(1, 86_400)),
      sendFromEmailAddress: v.optional(email),
      sendFromEmailSenderName: optionalText,
      replyToEmailAddress: v.optional(email),
      logoUrl: v.optional(url),
    }),
  ),
  cardTokenization2faConfig: v.optional(
    v.strictObject({
      displayName: optionalText,
      logoUrl: v.optional(matching(/^https:\/\/[^\s]{1,500}$/)),
      email: v.optional(
        v.strictObject({
          fromAddress: v.optional(email),
          fromName: optionalText,
          replyToAddress: v.optional(email),
          subject: optionalText,
          bodyText: v.optional(text(2000)),
        }),
      ),
      sms: v.optional(v.strictObject({ templateSid: v.optional(text(64)), bodyText: v.optional(text(480)) })),
    }),
  ),
  feeConfigs: v.optional(
    v.array(
      v.pipe(
        v.strictObject({
          feeType: v.literal('CROSS_CURRENCY_TRANSACTION'),
          sourceCurrency: currencyCode,
          variableFeeBps: whole(0, 10_000),
          fixedFee: v.strictObject({ amount: whole(0, 9e15), currency: currencyCode }),
        }),
        v.check(
          ({ sourceCurrency, fixedFee }) => sourceCurrency === fixedFee.currency,
          'fixedFee is in sourceCurrency.',
        ),
      ),
    ),
  ),
});

/** The configuration of a sandbox that was never configured: every currency that the platform has an account in, without limits. */
export function initialConfig(currencies: readonly string[]): PlatformConfig {
  return {
    umaDomain: 'sandbox.example.com',
    supportedCurrencies: currencies.map((code) => ({
      currencyCode: code,
      minAmount: 1,
      maxAmount: 9e15,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    })),
  };
}

/** The configuration as answered. */
export function platformConfigAnswer({ state }: Service): unknown {
  const { endpoint } = state.webhooks;
  return {
    isRegulatedFinancialInstitution: false,
    ...state.platformConfig,
    ...(endpoint === null ? {} : { webhookEndpoint: endpoint }),
  };
}

/** Changes what is named; nested settings are replaced one by one. @throws Refusal 400 for an endpoint off this machine. */
export function changePlatformConfig({ state }: Service, { webhookEndpoint, ...change }: PlatformConfig): void {
  if (webhookEndpoint !== undefined && !isLoopbackUrl(webhookEndpoint)) {
    const message = 'The sandbox sends webhooks to this machine only: name a loopback URL.';
    throw invalidInput([{ field: 'webhookEndpoint', message }]);
  }
  if (webhookEndpoint !== undefined) state.webhooks.endpoint = webhookEndpoint;
  const wallet = { ...state.platformConfig.embeddedWalletConfig, ...change.embeddedWalletConfig };
  state.platformConfig = {
    ...state.platformConfig,
    ...change,
    ...(change.embeddedWalletConfig === undefined ? {} : { embeddedWalletConfig: wallet }),
  };
}
