/** The properties of all elements, in one table: a page may set them before an element is defined, and React's components set them. */
import type { ElementName, ElementsByName } from './elements.ts';

type PropertyName = { [Name in ElementName]: Exclude<keyof ElementsByName[Name], keyof HTMLElement> }[ElementName];

/** A property that is missing here doesn't compile. */
export const properties: Readonly<Record<PropertyName, true>> = {
  wallet: true,
  locale: true,
  providers: true,
  type: true,
  quote: true,
  payee: true,
  serviceTime: true,
  transactionId: true,
  customerId: true,
  savePhoneNumber: true,
  cardId: true,
  error: true,
};
