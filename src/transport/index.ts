/** Requests to the relay, and the signed retry. */
export { judge, readErrorBody, toError, invalidAnswer } from './answer.ts';
export type { Answer, Instant, ToErrorOptions, Verdict } from './answer.ts';
export { createTransport } from './request.ts';
export type { CreateTransportOptions, Transport, TransportClock, TransportRequest } from './request.ts';
export { signedRetry } from './signed-retry.ts';
export type { Challenge, Finding, SignedAction, StampedChallenge } from './signed-retry.ts';
export { signedRetryMoves } from './signed-retry-moves.ts';
export type { SignedRetryEvent, SignedRetryPhase } from './signed-retry-moves.ts';
export { TransportError } from './transport-error.ts';
export type { TransportErrorCode, TransportErrorOptions } from './transport-error.ts';
