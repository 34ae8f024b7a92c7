/** In what the sandbox differs from the facts, by the reason why; the contract test fails on any other, and on one that is gone. */

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
