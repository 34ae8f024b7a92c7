/** The terms that a customer accepts before money moves: only where the sandbox is told to ask for them. */
import { invalidInput, Refusal } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { ContractForm } from '../contracts/contract-form.ts';
import type { Service } from '../service/service.ts';

/** Agreements of the service; the first is the one that payments wait for. */
export const agreementTypes = [
  'LIGHTSPARK_END_USER_TERMS',
  'LIGHTSPARK_E_SIGN_CONSENT',
  'LIGHTSPARK_PRIVACY_POLICY',
  'LEAD_E_SIGN_CONSENT',
  'LEAD_ACCOUNTHOLDER_AGREEMENT',
  'LEAD_PRIVACY_POLICY',
  'LEAD_CARDHOLDER_AGREEMENT',
] as const;

const VERSION = 'V1';
const url = (type: string): string => `https://example.com/agreements/${type.toLowerCase()}`;

/** A consent as a customer's fields have it. */
export interface Consent {
  readonly type?: string;
  readonly acceptedAt: string;
  readonly ipAddress: string;
  readonly termsVersion: string;
  readonly acceptanceMethod: string;
}

/** The consent of people whom a test asks for. */
export function sampleConsent({ clock }: Service): Consent {
  return { acceptedAt: clock.iso(), ipAddress: '127.0.0.1', termsVersion: VERSION, acceptanceMethod: 'CHECKBOX' };
}

/** The routes in a form. */
export function termsRoutes({ cardSources }: ContractForm): readonly SandboxRoute[] {
  const [terms] = agreementTypes;
  const documents = agreementTypes.map((type) => ({ type, version: VERSION, url: url(type) }));
  return [
    route({
      method: 'GET',
      path: '/customers/end-user-terms',
      handle: () => ({ status: 200, body: { version: VERSION, url: url(terms) } }),
    }),
    // They came with the forms in which a card has one source.
    ...(cardSources === 'list'
      ? []
      : [
          route({
            method: 'GET',
            path: '/customers/agreements',
            handle: () => ({ status: 200, body: { data: documents } }),
          }),
        ]),
  ];
}

const consentsIn = (fields: Readonly<Record<string, unknown>>): readonly Consent[] => [
  ...((fields['agreementConsents'] ?? []) as readonly Consent[]),
  ...(fields['endUserTermsConsent'] === undefined ? [] : [fields['endUserTermsConsent'] as Consent]),
];

/** @throws Refusal 400 for consents in both forms, of another version or of a time to come. */
export function requireConsents({ clock }: Service, fields: Readonly<Record<string, unknown>>): void {
  const both = ['endUserTermsConsent', 'agreementConsents'].filter((field) => fields[field] !== undefined);
  if (both.length > 1) {
    throw invalidInput(both.map((field) => ({ field, message: 'Send one of the two: they say the same.' })));
  }
  for (const { acceptedAt, termsVersion } of consentsIn(fields)) {
    if (Date.parse(acceptedAt) > clock.now()) {
      throw invalidInput([{ field: `${both.join()}.acceptedAt`, message: 'This time is in the future.' }]);
    }
    if (termsVersion !== VERSION) {
      const message = `There is no such version of the terms: the one in force is ${VERSION}.`;
      throw new Refusal(400, 'END_USER_TERMS_VERSION_NOT_FOUND', message);
    }
  }
}

/** @throws Refusal 403 `END_USER_TERMS_NOT_ACCEPTED` for a customer who has to accept the terms first. */
export function requireTerms({ settings, state }: Service, customerId = ''): void {
  const customer = state.customers.get(customerId);
  if (settings.endUserTerms !== 'required' || customer === undefined) return;
  const accepted = consentsIn(customer.fields).some(({ type = agreementTypes[0] }) => type === agreementTypes[0]);
  if (accepted) return;
  const message = 'The customer has not accepted the end user terms: GET /customers/end-user-terms names them.';
  throw new Refusal(403, 'END_USER_TERMS_NOT_ACCEPTED', message);
}
