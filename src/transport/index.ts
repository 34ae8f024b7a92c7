/** Requests to the relay, and the signed retry. */
export { judge, readErrorBody } from './answer.ts';
export type { Answer, Verdict } from './answer.ts';
export { codeExpired, invalidAnswer, outcomeUnknown, toError } from './answer-error.ts';
export type { ToErrorOptions, UnknownOutcome } from './answer-error.ts';
export { actionConditions, actionEnds, actionTransitions, beginAction, stepAction } from './action-machine.ts';
export type { ActionEvent, ActionTransition, ActionPhase, ActionState } from './action-machine.ts';
export { runAction } from './run-action.ts';
export type {
  ActionNotes,
  Challenge,
  Finding,
  KeyRefusal,
  OpenedAction,
  SignedAction,
  StampedChallenge,
} from './run-action.ts';
export { createTransport } from './request.ts';
export type { CreateTransportOptions, Transport, TransportRequest } from './request.ts';
export { TransportError } from './transport-error.ts';
export type { TransportErrorCode, TransportErrorOptions } from './transport-error.ts';
