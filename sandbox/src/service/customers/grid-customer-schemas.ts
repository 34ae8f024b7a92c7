/** Schemas of customers as the public service's document describes them: requests and lists. */
import * as v from 'valibot';
import type { ContractForm } from '../contracts/contract-form.ts';
import { agreementTypes } from './end-user-terms.ts';
import { country, currencyCode, date, dateTime, email, matching, phone, text } from '../http/fields.ts';
import type { ChangeCustomer, CreateCustomer } from './customer-schemas.ts';

const oneOf = (values: string): v.GenericSchema => v.optional(v.picklist(values.split(' ')));
const someOf = (values: string): v.GenericSchema => v.optional(v.array(v.picklist(values.split(' '))));
const countries = v.optional(v.array(country));
const note = v.optional(text(500));

/** A postal address: of its parts line, postal code and country are required. */
export const gridAddress: v.GenericSchema = v.strictObject({
  line1: text(),
  line2: v.optional(text()),
  city: v.optional(text()),
  state: v.optional(text()),
  postalCode: text(20),
  country,
});

/** An UMA address: `$name@domain`. */
export const umaAddress: v.GenericSchema<unknown, string> = matching(/^\$[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,190}$/);

const purposes =
  'CONTRACTOR_PAYOUTS CREATOR_PAYOUTS EMPLOYEE_PAYOUTS MARKETPLACE_SELLER_PAYOUTS SUPPLIER_PAYMENTS CROSS_BORDER_B2B AR_AUTOMATION AP_AUTOMATION EMBEDDED_PAYMENTS PLATFORM_FEE_COLLECTION P2P_TRANSFERS CHARITABLE_DONATIONS OTHER';
const counts = 'COUNT_UNDER_10 COUNT_10_TO_100 COUNT_100_TO_500 COUNT_500_TO_1000 COUNT_OVER_1000';
const volumes = 'VOLUME_UNDER_10K VOLUME_10K_TO_100K VOLUME_100K_TO_1M VOLUME_1M_TO_10M VOLUME_OVER_10M';
const kycStatuses = 'UNVERIFIED PENDING APPROVED REJECTED HOLD';

const activity = {
  purposeOfAccount: oneOf(purposes),
  purposeOfAccountOtherDescription: note,
  expectedMonthlyTransactionCount: oneOf(counts),
  expectedMonthlyTransactionVolume: oneOf(volumes),
  sourceOfFundsOtherDescription: note,
};

const consent = {
  acceptedAt: dateTime,
  ipAddress: text(45),
  termsVersion: text(64),
  acceptanceMethod: v.picklist(['CHECKBOX', 'CLICK_TO_ACCEPT']),
};

const shared = {
  currencies: v.optional(v.array(currencyCode)),
  email: v.optional(email),
  phoneNumber: v.optional(phone),
  umaAddress: v.optional(umaAddress),
  address: v.optional(gridAddress),
  endUserTermsConsent: v.optional(v.strictObject(consent)),
};

const person = {
  customerType: v.literal('INDIVIDUAL'),
  kycStatus: oneOf(kycStatuses),
  fullName: v.optional(text()),
  birthDate: v.optional(date),
  nationality: v.optional(country),
  idType: oneOf('SSN ITIN EIN NON_US_TAX_ID'),
  identifier: v.optional(text(64)),
  countryOfIssuance: v.optional(country),
  sourceOfFundsCategories: someOf(
    'SALARY SELF_EMPLOYMENT_INCOME INVESTMENT_INCOME PENSION RENTAL_INCOME GIFT INHERITANCE LOAN SAVINGS SALE_OF_ASSETS OTHER',
  ),
  sourceOfWealthCategories: someOf(
    'SALARY BUSINESS_INCOME INVESTMENTS INHERITANCE PROPERTY_SALE GIFT RETIREMENT SAVINGS OTHER',
  ),
  sourceOfWealthOtherDescription: note,
  annualIncomeRange: oneOf('UNDER_50K RANGE_50K_100K RANGE_100K_250K RANGE_250K_1M OVER_1M'),
  netWorthRange: oneOf('UNDER_100K RANGE_100K_500K RANGE_500K_1M RANGE_1M_5M RANGE_5M_25M OVER_25M'),
  pepStatus: oneOf('NONE DOMESTIC FOREIGN HIO FAMILY_OR_ASSOCIATE'),
  ...activity,
};

const businessFields = {
  doingBusinessAs: v.optional(text()),
  registrationNumber: v.optional(text()),
  entityType: oneOf(
    'SOLE_PROPRIETORSHIP PARTNERSHIP LLC CORPORATION S_CORPORATION NON_PROFIT PUBLICLY_LISTED_COMPANY TRUST PRIVATE_FOUNDATION CHARITY OTHER',
  ),
  countriesOfOperation: countries,
  businessType: oneOf(
    'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION UTILITIES CONSTRUCTION MANUFACTURING WHOLESALE_TRADE RETAIL_TRADE TRANSPORTATION_AND_WAREHOUSING INFORMATION FINANCE_AND_INSURANCE REAL_ESTATE_AND_RENTAL_AND_LEASING PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES EDUCATIONAL_SERVICES HEALTH_CARE_AND_SOCIAL_ASSISTANCE ARTS_ENTERTAINMENT_AND_RECREATION ACCOMMODATION_AND_FOOD_SERVICES OTHER_SERVICES PUBLIC_ADMINISTRATION',
  ),
  sourceOfFunds: v.optional(text(500)),
  expectedRecipientJurisdictions: countries,
  naicsCode: v.optional(matching(/^\d{2,6}$/)),
  sourceOfFundsCategories: someOf(
    'OPERATING_REVENUE INVESTMENT_INCOME LOANS VENTURE_CAPITAL PERSONAL_SAVINGS DONATIONS OTHER',
  ),
  expectedCounterpartyCountries: countries,
  primaryContactFirstName: v.optional(text(250)),
  primaryContactLastName: v.optional(text(250)),
  ...activity,
};

const business = { customerType: v.literal('BUSINESS'), kybStatus: oneOf(kycStatuses) };
const identity = { legalName: text(), country, incorporatedOn: date, taxId: text() };

// Where a card has one source, consents are a list, each to one agreement. Elsewhere the field is unknown.
const list = v.pipe(v.array(v.strictObject({ type: v.picklist(agreementTypes), ...consent })), v.minLength(1));
const sharedIn = ({ cardSources }: ContractForm) => ({
  ...shared,
  agreementConsents: v.optional<v.GenericSchema>(cardSources === 'list' ? v.never() : list),
});

/** Schema of `POST /customers` in profile `grid`: only the type is required, and of a business what identifies it. */
export function createGridCustomer(form: ContractForm): v.GenericSchema<unknown, CreateCustomer> {
  const own = { platformCustomerId: v.optional(text()), region: v.optional(country), ...sharedIn(form) };
  const info = v.strictObject({ ...identity, ...businessFields });
  return v.variant('customerType', [
    v.strictObject({ ...own, ...person }),
    v.strictObject({ ...own, ...business, businessInfo: info }),
  ]);
}

/** Schema of `PATCH /customers/{id}` in profile `grid`: the type is repeated. */
export function changeGridCustomer(form: ContractForm): v.GenericSchema<unknown, ChangeCustomer> {
  const own = sharedIn(form);
  const info = v.optional(v.partial(v.strictObject({ ...identity, ...businessFields })));
  return v.variant('customerType', [
    v.strictObject({ ...own, ...person }),
    v.strictObject({ ...own, ...business, businessInfo: info }),
  ]);
}
