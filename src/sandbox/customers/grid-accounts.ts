/** What profile `grid` asks of external accounts where it differs from `spec` (docs/sandbox.md, "The contract check"). */
import * as v from 'valibot';
import { country, date, email, phone, text } from '../http/fields.ts';
import type { FieldRule } from './account-types.ts';
import { gridAddress } from './grid-customer-schemas.ts';
import { property } from './property.ts';

const kind: FieldRule = { enum: ['CHECKING', 'SAVINGS'], optional: true };
const bankName: FieldRule = { maxLength: 255, optional: true };
const provider: FieldRule = { maxLength: 255 };
const swiftCode: FieldRule = { pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, optional: true };

/** Fields that replace or join those of profile `spec`, by account type. */
export const gridFields: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  USD_ACCOUNT: { accountNumber: { maxLength: 34 }, bankAccountType: kind, bankName },
  MXN_ACCOUNT: { bankName },
  BRL_ACCOUNT: { bankName },
  EUR_ACCOUNT: { swiftCode, bankName },
  COP_ACCOUNT: { bankAccountType: kind },
  SLV_ACCOUNT: { bankAccountType: kind, bankName },
  BDT_ACCOUNT: { branchCode: { pattern: /^[0-9]{5}$/, optional: true } },
  KES_ACCOUNT: { provider },
  TZS_ACCOUNT: { provider },
  ZMW_ACCOUNT: { provider },
  RWF_ACCOUNT: { provider },
  MWK_ACCOUNT: { provider },
  UGX_ACCOUNT: { provider, phoneNumber: { format: 'e.164' } },
  XOF_ACCOUNT: { phoneNumber: { format: 'e.164' }, region: { enum: ['BJ', 'CI', 'SN', 'TG'] } },
};

// What an individual beneficiary must have beyond a name, by the currency of the account.
const needs: Readonly<Record<string, readonly string[]>> = {
  AED: ['address'],
  EUR: ['countryOfResidence'],
  GTQ: ['phoneNumber', 'countryOfResidence'],
  JMD: ['address', 'phoneNumber'],
  BTC: ['countryOfResidence'],
  USDC: ['countryOfResidence'],
  USDT: ['countryOfResidence'],
};

/** Schema of a beneficiary: a person, or a business whose facts stand beside its type. */
export function gridBeneficiary(currency: string, input: unknown): v.GenericSchema {
  const shared = {
    email: v.optional(email),
    phoneNumber: v.optional(phone),
    countryOfResidence: v.optional(country),
    address: v.optional(gridAddress),
    registrationNumber: v.optional(text(64)),
  };
  switch (property(input, 'beneficiaryType')) {
    case 'BUSINESS':
      return v.strictObject({
        beneficiaryType: v.literal('BUSINESS'),
        legalName: text(),
        taxId: v.optional(text(64)),
        ...shared,
      });
    case 'INDIVIDUAL': {
      const required = { address: gridAddress, phoneNumber: phone, countryOfResidence: country } as const;
      const needed = Object.entries(required).filter(([name]) => needs[currency]?.includes(name));
      return v.strictObject({
        beneficiaryType: v.literal('INDIVIDUAL'),
        fullName: text(),
        birthDate: v.optional(date),
        nationality: v.optional(country),
        documentType: v.optional(v.picklist(['CC', 'CE', 'TI', 'NIT', 'PP'])),
        documentNumber: v.optional(text(50)),
        ...shared,
        ...Object.fromEntries(needed),
      });
    }
    default:
      return v.looseObject({ beneficiaryType: v.picklist(['INDIVIDUAL', 'BUSINESS']) });
  }
}
