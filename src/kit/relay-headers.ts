/** Headers by which the relay says more than the service's own answer does. */

/** Response header of the relay, with the value `not-forwarded`: it refused the request and sent nothing of it to the service. */
export const relayRefusalHeader = 'Relay-Refusal';

/** Response header of the relay, with the value `configure`: a setting is wrong, and trying again can't help. */
export const relayNextStepHeader = 'Relay-Next-Step';

/** Response header of the relay, with the value `new`: the account that was read has not been paid yet, as far as the relay remembers. */
export const relayPayeeHeader = 'Relay-Payee';
