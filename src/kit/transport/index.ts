/** Requests to the relay, and what their answers mean. */
export { challengeExpired, codeExpired, invalidAnswer, judge, outcomeUnknown, toError } from './request.ts';
export type { Answer, ToErrorOptions, UnknownOutcome, Verdict } from './request.ts';
export { createTransport } from './request.ts';
export type { CreateTransportOptions, Transport, TransportRequest } from './request.ts';
export { TransportError } from './transport-error.ts';
export type { TransportErrorCode, TransportErrorOptions } from './transport-error.ts';
