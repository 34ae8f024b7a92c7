/** The signed retry as a table: its phases, what can happen in each, and where that leads. */

/**
 * Where a signed action stands.
 *
 * `asking`: the first leg is on its way, nothing is signed. `challenged`: a payload is at hand. `committing`: the stamped leg
 * is on its way: from here on the action may have been done. `uncertain`: an answer is missing, and the service is read to find
 * out. `done`, `refused` (nothing was done) and `lost` (nobody can tell) end it.
 */
export type SignedRetryPhase = 'asking' | 'challenged' | 'committing' | 'uncertain' | 'done' | 'refused' | 'lost';

/**
 * What happens to a signed action.
 *
 * `fault`: no usable answer to a request that can do the action; `failure`: none to one that can't. `veto`: the payload or the
 * person said no. `overtaken`: another tab has sent a stamp for the same action. `found-*`: what reading the service told.
 */
export type SignedRetryEvent =
  | 'challenge'
  | 'stamp'
  | 'veto'
  | 'expiry'
  | 'overtaken'
  | 'success'
  | 'refusal'
  | 'throttled'
  | 'failure'
  | 'fault'
  | 'found-done'
  | 'found-undone'
  | 'found-nothing';

/** Every move there is; an event that isn't listed in a phase can't happen there. */
export const signedRetryMoves: Readonly<
  Record<SignedRetryPhase, Readonly<Partial<Record<SignedRetryEvent, SignedRetryPhase>>>>
> = {
  asking: {
    challenge: 'challenged',
    success: 'done',
    refusal: 'refused',
    throttled: 'refused',
    failure: 'refused',
    fault: 'uncertain',
  },
  challenged: { stamp: 'committing', veto: 'refused', expiry: 'asking', overtaken: 'uncertain' },
  committing: { success: 'done', refusal: 'refused', throttled: 'refused', fault: 'uncertain' },
  uncertain: { 'found-done': 'done', 'found-undone': 'asking', 'found-nothing': 'lost', failure: 'refused' },
  done: {},
  refused: {},
  lost: {},
};
