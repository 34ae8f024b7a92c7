/** In what the sandbox differs from the facts, by the reason why; the contract tests fail on any other. */

/** For each profile and reason: the differences, as the comparison words them. */
export const exceptions: Readonly<Record<'spec' | 'grid', Readonly<Record<string, readonly string[]>>>> = {
  spec: {},
  grid: {
    'the guides of the public service name this code, its document lists none for the case': [
      'POST /quotes 400: code is "INSUFFICIENT_FUNDS", which is not in the enum',
      'POST /quotes/{quoteId}/execute 409: code is "QUOTE_EXPIRED", which is not in the enum',
    ],
    'the token of these examples is of May 2025': [
      'POST /auth/credentials example oauth: 401 UNAUTHORIZED, Invalid OIDC token: older than 60 seconds',
      'POST /auth/credentials/{id}/verify example oauth: 401 UNAUTHORIZED, Invalid OIDC token: older than 60 seconds',
    ],
  },
};

/** In what the sandbox differs from the facts of a later form of `grid`: in less, as more codes are listed there. */
export const laterExceptions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(exceptions.grid).map(([reason, list]) => [
    reason,
    list.filter((difference) => !difference.startsWith('POST /quotes 400')),
  ]),
);

/** Why a drawn request is refused though the facts allow it, and by which refusals. */
export const refusals: Readonly<Record<'spec' | 'grid', Readonly<Record<string, RegExp>>>> = {
  spec: {
    'the specification shows no fields of this body':
      /^(?:PATCH|POST) \/(?:cards|customers|sandbox\/cards|quotes\/|auth\/credentials\/).*(?:This field is required|Name at least one field)/,
    "a text of which the specification's words name the values":
      /: (?:type|customerType|sourceType|startDate|endDate): /,
  },
  grid: {
    'the document says in words that these exclude or need one another':
      /Name (?:at least one field|either|accountId)|must be the only field|one of the two at a time|Send one of the two|accountInfo\.(?:invoice|bolt12|lightningAddress): This field is not known/,
    'the document says in words which fields a rail needs': /accountInfo\.\w+: This field is required\.$/,
    'the document says in words that only European cards have it': /^POST \/cards: threeDSecurePassword: /,
    'the document says in words that an UMA address is looked up before it is paid': /^POST \/quotes: lookupId: Look /,
    'the document says in words that a wallet is not paid from at once': /^POST \/quotes: immediatelyExecute: /,
    'the document says in words that the platform sets its fee in dollars': /^POST \/quotes: platformFeeOverride: /,
    'a status comes alone, or with its reasons': /^PATCH \/cards\/\{id\}: \w+: A status comes with/,
    'only payments have a status to filter by': /^GET \/transactions: status: Cards have no status/,
    'the account, the credential or the customer is another':
      /: (?:The account has no such rail|This credential is|The customer is)/,
    'the drawn passkey, bundle, token or code is none':
      /: (?:attestation|encryptedOtpBundle|oidcToken): |(?:confirm|authorize): code: /,
    'an amount needs a currency that has a code': /: currency\.code: This field is required\.$/,
  },
};
