/** Schemas of customers: requests and answers. */
import * as v from 'valibot';
import { country, date, email, phone, text } from '../http/fields.ts';

/** A postal address. */
export const address: v.GenericSchema = v.strictObject({
  line1: v.optional(text()),
  line2: v.optional(text()),
  city: v.optional(text()),
  state: v.optional(text()),
  postalCode: v.optional(text(20)),
  country: v.optional(country),
});

const businessInfo = v.strictObject({
  legalName: text(),
  taxId: v.optional(text()),
  registrationNumber: v.optional(text()),
});

const shared = {
  platformCustomerId: text(),
  region: country,
  email,
  phoneNumber: v.optional(phone),
  address: v.optional(address),
};

const person = { birthDate: v.optional(date), nationality: v.optional(country) };

/** Body of `POST /customers`. */
export interface CreateCustomer {
  readonly customerType: 'INDIVIDUAL' | 'BUSINESS';
  readonly platformCustomerId?: string | undefined;
  readonly region?: string | undefined;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly fullName?: string | undefined;
  readonly [field: string]: unknown;
}

/** Schema of {@link CreateCustomer}: a person has a name, a business its legal one. */
export const createCustomer: v.GenericSchema<unknown, CreateCustomer> = v.variant('customerType', [
  v.strictObject({ customerType: v.literal('INDIVIDUAL'), fullName: text(), ...shared, ...person }),
  v.strictObject({ customerType: v.literal('BUSINESS'), businessInfo, ...shared }),
]);

/** Body of `PATCH /customers/{id}`. */
export interface ChangeCustomer {
  readonly customerType?: 'INDIVIDUAL' | 'BUSINESS' | undefined;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly fullName?: string | undefined;
  readonly [field: string]: unknown;
}

/** Schema of {@link ChangeCustomer}. */
export const changeCustomer: v.GenericSchema<unknown, ChangeCustomer> = v.strictObject({
  email: v.optional(email),
  phoneNumber: v.optional(phone),
  fullName: v.optional(text()),
  address: v.optional(address),
  ...person,
});
