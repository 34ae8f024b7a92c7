/** Codes of `RelayError`: the relay's own refusals, and those of the webhook verifier. */
export const relayErrors = {
  RELAY_ROUTE_NOT_FOUND: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The relay has no such route, or its group is not switched on.',
    remedy: 'Compare the `relay` of the wallet with the `mountPath` and the `groups` of the relay.',
  },
  RELAY_NOT_FOUND: {
    nextSteps: ['restart'],
    actor: 'page',
    cause: "There is no such record, it belongs to somebody else, or `identify` doesn't list its owner.",
    remedy:
      'Read the list again, and go on with what it holds. If the record is in no list, look at the `customerId` and `accountIds` of `identify`.',
  },
  RELAY_TARGET_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'The request target is malformed.',
    remedy: 'Send the path and the query as docs/relay-reference.md lists them.',
  },
  RELAY_UNAUTHENTICATED: {
    nextSteps: ['log-in'],
    actor: 'person',
    cause: '`identify` knows nobody for this request.',
    remedy: "Have the person log in to the platform; if they are, look why `identify` doesn't find the session.",
  },
  RELAY_IDENTITY_INVALID: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: '`identify` answered with something else than a user or null.',
    remedy: 'Have `identify` return `{ userId, customerId, accountIds }`, or null when nobody is signed in.',
  },
  RELAY_IDENTIFY_TIMED_OUT: {
    nextSteps: ['retry'],
    actor: 'operator',
    cause: '`identify` did not answer within `identifyTimeoutMs`.',
    remedy: 'Try again. If it happens again, look at the session store of the platform.',
  },
  RELAY_SIGN_IN_REQUIRED: {
    nextSteps: ['reauthenticate'],
    actor: 'person',
    cause:
      'A change of credentials or addresses, a new payee or a first payment to one needs a recent sign-in through the relay (`recentSignInMs`).',
    remedy: 'Have the person sign in to the wallet again, and then do it again: nothing was sent.',
  },
  RELAY_ORIGIN_REFUSED: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The request comes from a page whose origin is not allowed.',
    remedy:
      "Add the page's origin to `origins`, also when a proxy ends TLS before the relay. Without an `audit`, the server's console says what came and what is allowed.",
  },
  RELAY_SITE_REFUSED: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The page and the relay are on different sites, which browsers keep apart whatever `origins` allows.',
    remedy: 'Serve both from hosts of one site, such as `app.example.com` and `api.example.com`.',
  },
  RELAY_ORIGINS_REQUIRED: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The relay has no `origins`, and was not reached by a loopback name.',
    remedy: "Set `origins` to the origins of the platform's pages.",
  },
  RELAY_SCOPE_REQUIRED: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'A list was asked for without the parameter that says whose.',
    remedy: 'Pass the parameter that the message names.',
  },
  RELAY_QUERY_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'A parameter of the query is unknown, repeated, or has an invalid value.',
    remedy: 'Send the parameters that docs/relay-reference.md lists for the route, each once.',
  },
  RELAY_HEADER_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'A header is missing, repeated, too long or malformed.',
    remedy: 'Send the header that the message names in its documented form.',
  },
  RELAY_CONTENT_TYPE_UNSUPPORTED: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'The body is not declared as JSON in UTF-8, uncompressed.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  RELAY_BODY_TOO_LARGE: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'The body is larger than the relay takes.',
    remedy: 'Send at most 65,536 bytes.',
  },
  RELAY_BODY_TIMED_OUT: {
    nextSteps: ['retry'],
    actor: 'page',
    cause: 'The body did not arrive in time.',
    remedy: 'Try again.',
  },
  RELAY_BODY_NOT_CANONICAL: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'The body is not JSON exactly as `JSON.stringify` writes it, so that two readers could read it differently.',
    remedy: 'Send `JSON.stringify(value)`.',
  },
  RELAY_BODY_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'The body has a field that is missing, unknown or of another form, or the route takes no body.',
    remedy: 'Send the fields that docs/relay-reference.md lists for the route.',
  },
  RELAY_BODY_CONSUMED: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The body was read before the request reached the relay.',
    remedy: 'Mount the relay before any body parser.',
  },
  RELAY_CHALLENGE_INVALID: {
    nextSteps: ['restart'],
    actor: 'page',
    cause: 'The challenge is unknown, used, expired, for another user or for another body.',
    remedy: 'Ask for a new challenge and start the ceremony again.',
  },
  RELAY_RATE_LIMITED: {
    nextSteps: ['retry'],
    actor: 'page',
    cause: 'There were too many requests by this user.',
    remedy: 'Try again after `retryAfter` seconds.',
  },
  RELAY_CLIENT_CLOSED: {
    nextSteps: ['retry'],
    actor: 'page',
    cause: 'The client gave the request up before its end.',
    remedy: 'Nothing is to be done: nobody waits for the answer.',
  },
  RELAY_UPSTREAM_UNREACHABLE: {
    nextSteps: ['retry'],
    actor: 'operator',
    cause: 'The service could not be reached.',
    remedy: 'Try again. If it happens again, look at `baseUrl` and at the network of the relay.',
  },
  RELAY_UPSTREAM_TIMED_OUT: {
    nextSteps: ['retry'],
    actor: 'operator',
    cause: 'The service did not answer in time.',
    remedy: 'Try again.',
  },
  RELAY_UPSTREAM_INVALID: {
    nextSteps: ['retry'],
    actor: 'operator',
    cause:
      "The service's answer can not be passed on: its status, size or body is another than documented, or a list holds a record that is not the person's.",
    remedy:
      'Try again. If it happens again, look at what answers under `baseUrl`, and for a list at the `customerId` and `accountIds` that `identify` returns.',
  },
  RELAY_UPSTREAM_REFUSED: {
    nextSteps: ['configure'],
    actor: 'operator',
    cause: "The service refused the relay's own credentials.",
    remedy: 'Check `clientId`, `clientSecret` and the permissions of that token.',
  },
  RELAY_BASE_URL_REFUSED: {
    nextSteps: ['configure'],
    actor: 'operator',
    cause: 'What answers below `baseUrl` knows none of the paths of the service.',
    remedy: "Set `baseUrl` to the service's address with its version, such as `https://…/2025-10-13`.",
  },
  RELAY_STORE_TIMED_OUT: {
    nextSteps: ['retry'],
    actor: 'operator',
    cause: '`store` did not answer within two seconds.',
    remedy: 'Try again. If it happens again, look at the store.',
  },
  RELAY_INTERNAL_ERROR: {
    nextSteps: ['retry'],
    actor: 'operator',
    cause: 'The relay itself failed, or `identify` or `store` did.',
    remedy:
      'The message names the part: look at the cause that `audit` tells. Connect the client of a store before the first request.',
  },
  WEBHOOK_SIGNATURE_MISSING: {
    nextSteps: ['fix-input'],
    actor: 'operator',
    cause: 'A delivery carries no signature header.',
    remedy: 'Answer 401. If every delivery lacks it, look for a proxy that drops the header, and at the profile.',
  },
  WEBHOOK_SIGNATURE_MALFORMED: {
    nextSteps: ['fix-input'],
    actor: 'operator',
    cause: 'The signature header of a delivery can not be read.',
    remedy: 'Answer 401.',
  },
  WEBHOOK_SIGNATURE_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'operator',
    cause: "The signature of a delivery is not the service's for this body.",
    remedy:
      'Answer 401. If every delivery fails, compare the public key with the one of the dashboard, and pass the body unread.',
  },
  WEBHOOK_BODY_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'operator',
    cause: "A delivery is too large, or its body isn't an event of the service.",
    remedy: 'Answer 400.',
  },
  WEBHOOK_TIMESTAMP_REFUSED: {
    nextSteps: ['fix-input'],
    actor: 'operator',
    cause: "The event's time is older than `replayWindowMs`, more than five minutes ahead, or no time.",
    remedy: 'Answer 400. If every delivery is refused, set the clock of the server.',
  },
  WEBHOOK_IN_PROGRESS: {
    nextSteps: ['retry'],
    actor: 'operator',
    cause: 'Another delivery of this event is being handled.',
    remedy: 'Answer 503: the service tries again later.',
  },
  WEBHOOK_REPLAYED: {
    nextSteps: ['fix-input'],
    actor: 'operator',
    cause: 'This event was handled before.',
    remedy: 'Answer 409: the service takes it as delivered.',
  },
} as const;
