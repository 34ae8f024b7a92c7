/** A signed action as a table: its phases, what can happen in each, on which condition, and where that leads. Pure. */

/**
 * Where a signed action stands.
 *
 * `opening`: its record is read. `asking`: the request is under way without a stamp. `challenged`: the payload is compared with
 * what was asked for, and the person is asked. `approved`: it is stamped. `committing`: the stamped request is under way.
 * `uncertain`: the service is read, to find out what came of it. `rekeying`: the stamp's key was refused, and the session is
 * read again. `done`, `refused` (nothing was done, and nothing will be) and `unknown` (nobody can tell) end it.
 */
export type ActionPhase =
  | 'opening'
  | 'asking'
  | 'challenged'
  | 'approved'
  | 'committing'
  | 'uncertain'
  | 'rekeying'
  | 'done'
  | 'refused'
  | 'unknown';

/**
 * What happens to a signed action.
 *
 * Of the record: `fresh` (nothing was sent), `resumed` (something was, and its outcome isn't known), `ended` (other runs have ended,
 * and nothing of theirs can still happen), `busy` (another tab may be at it). Of an answer: `challenge`, `success`, `refusal` (this request did nothing), `conflict` (409), `key-refused` (401), `throttled`
 * (429), `fault` (no usable answer). `veto`: the payload, the person, the session or the caller's signal said no. `overtaken`:
 * another tab has sent a stamp for the same action, or has ended it. `found-over`: it was not done and can't be any more. `found-undone`: it
 * isn't done so far. `found-nothing`: the service couldn't be read.
 */
export type ActionEvent =
  | 'fresh'
  | 'resumed'
  | 'ended'
  | 'busy'
  | 'challenge'
  | 'success'
  | 'refusal'
  | 'conflict'
  | 'key-refused'
  | 'throttled'
  | 'fault'
  | 'approval'
  | 'veto'
  | 'stamp'
  | 'expiry'
  | 'overtaken'
  | 'found-done'
  | 'found-over'
  | 'found-undone'
  | 'found-nothing'
  | 'other-key'
  | 'same-key';

/** All that decides about the next phase. */
export interface ActionState {
  readonly phase: ActionPhase;
  /** Whether the service may do the action without a stamp. */
  readonly mayCommitUnsigned: boolean;
  /** Whether the payload came with the action, so that no first request asks for it. */
  readonly hasPayload: boolean;
  /** Whether that payload's time was over before anything began. */
  readonly expiredAhead: boolean;
  /** Whether another run of this action, before or in another tab, has sent what can do it. */
  readonly sentBefore: boolean;
  /** Whether another tab may be at it now. */
  readonly elsewhere: boolean;
  /** How many requests of this run may have done the action: sent, and no answer has said whether they did. */
  readonly open: number;
  /** How often this run has asked for the payload, or taken the one at hand, and how often it has sent a stamp. */
  readonly asked: number;
  readonly stamped: number;
  readonly resent: boolean;
  readonly renewed: boolean;
  readonly rekeyed: boolean;
  /** The last event that was an answer. */
  readonly answer: ActionEvent | undefined;
}

/** One row of the table. */
export interface ActionTransition {
  readonly from: ActionPhase;
  readonly on: readonly ActionEvent[];
  readonly if?: (state: ActionState) => boolean;
  readonly to: ActionPhase;
}

type Condition = (state: ActionState) => boolean;

const nothingOpen: Condition = ({ open, sentBefore }) => open === 0 && !sentBefore;
const payloadAtHand: Condition = ({ hasPayload }) => hasPayload;
const expiredAhead: Condition = (state) => state.hasPayload && state.expiredAhead;
const elsewhere: Condition = (state) => state.elsewhere;
const nothingAsked: Condition = ({ asked, stamped }) => asked === 0 && stamped === 0;
const nothingAskedYet: Condition = (state) => nothingAsked(state) && state.hasPayload;
const keyRefused: Condition = ({ stamped, answer, rekeyed }) => stamped > 0 && answer === 'key-refused' && !rekeyed;
const keyRefusedAlone: Condition = (state) => keyRefused(state) && nothingOpen(state);
const keyRefusedAgain: Condition = (state) => state.rekeyed && state.answer === 'key-refused' && nothingOpen(state);
const maySendAgain: Condition = ({ stamped, resent, answer }) => stamped > 0 && !resent && answer === 'fault';
const mayAskAgain: Condition = ({ stamped, resent, answer, mayCommitUnsigned }) =>
  mayCommitUnsigned && stamped === 0 && !resent && answer === 'fault';
const refusedByAnswer: Condition = ({ answer = 'challenge' }) => answer !== 'challenge';
const notRenewed: Condition = ({ renewed, hasPayload }) => !renewed && !hasPayload;

/** What the conditions of the table are called. */
export const actionConditions: Readonly<Record<string, Condition>> = {
  'nothing open': nothingOpen,
  'payload at hand': payloadAtHand,
  'payload expired ahead': expiredAhead,
  'another tab is at it': elsewhere,
  'nothing asked yet': nothingAsked,
  'nothing asked yet, payload at hand': nothingAskedYet,
  'key refused': keyRefused,
  'key refused, nothing open': keyRefusedAlone,
  'key refused again, nothing open': keyRefusedAgain,
  'may be sent again': maySendAgain,
  'may be asked again': mayAskAgain,
  'not renewed yet': notRenewed,
  'an answer refused it': refusedByAnswer,
};

/** Every transition there is, the first that fits counts; an event that isn't listed in a phase can't happen there. */
export const actionTransitions: readonly ActionTransition[] = [
  { from: 'opening', on: ['fresh'], if: expiredAhead, to: 'uncertain' },
  { from: 'opening', on: ['fresh'], if: payloadAtHand, to: 'challenged' },
  { from: 'opening', on: ['fresh'], to: 'asking' },
  { from: 'opening', on: ['resumed', 'ended', 'busy'], to: 'uncertain' },

  { from: 'asking', on: ['challenge'], to: 'challenged' },
  { from: 'asking', on: ['success'], to: 'done' },
  { from: 'asking', on: ['conflict'], to: 'uncertain' },
  { from: 'asking', on: ['veto', 'refusal', 'key-refused', 'throttled', 'fault'], if: nothingOpen, to: 'refused' },
  { from: 'asking', on: ['veto', 'refusal', 'key-refused', 'throttled', 'fault'], to: 'uncertain' },

  { from: 'challenged', on: ['approval'], to: 'approved' },
  { from: 'challenged', on: ['veto'], if: nothingOpen, to: 'refused' },
  { from: 'challenged', on: ['veto'], to: 'unknown' },

  { from: 'approved', on: ['stamp'], to: 'committing' },
  { from: 'approved', on: ['overtaken'], to: 'uncertain' },
  { from: 'approved', on: ['expiry'], if: payloadAtHand, to: 'uncertain' },
  { from: 'approved', on: ['expiry'], if: notRenewed, to: 'asking' },
  { from: 'approved', on: ['expiry', 'veto'], if: nothingOpen, to: 'refused' },
  { from: 'approved', on: ['expiry', 'veto'], to: 'unknown' },

  { from: 'committing', on: ['success'], to: 'done' },
  { from: 'committing', on: ['refusal', 'veto'], if: nothingOpen, to: 'refused' },
  { from: 'committing', on: ['refusal', 'veto', 'conflict', 'key-refused', 'throttled', 'fault'], to: 'uncertain' },

  { from: 'uncertain', on: ['found-done'], to: 'done' },
  { from: 'uncertain', on: ['found-over'], to: 'refused' },
  { from: 'uncertain', on: ['found-undone'], if: elsewhere, to: 'refused' },
  { from: 'uncertain', on: ['found-undone'], if: nothingAskedYet, to: 'challenged' },
  { from: 'uncertain', on: ['found-undone'], if: nothingAsked, to: 'asking' },
  { from: 'uncertain', on: ['found-undone'], if: keyRefused, to: 'rekeying' },
  { from: 'uncertain', on: ['found-undone'], if: nothingOpen, to: 'refused' },
  { from: 'uncertain', on: ['found-undone'], if: maySendAgain, to: 'committing' },
  { from: 'uncertain', on: ['found-undone'], if: mayAskAgain, to: 'asking' },
  { from: 'uncertain', on: ['found-nothing'], if: keyRefusedAlone, to: 'rekeying' },
  { from: 'uncertain', on: ['found-nothing'], if: keyRefusedAgain, to: 'refused' },
  { from: 'uncertain', on: ['found-undone', 'found-nothing'], to: 'unknown' },

  { from: 'rekeying', on: ['other-key'], to: 'approved' },
  { from: 'rekeying', on: ['same-key'], if: nothingOpen, to: 'refused' },
  { from: 'rekeying', on: ['same-key', 'found-nothing'], to: 'unknown' },

  { from: 'refused', on: ['overtaken'], if: refusedByAnswer, to: 'uncertain' },
  { from: 'refused', on: ['overtaken'], to: 'refused' },
];

/** The phases that end an action; of these only `refused` is left again, where another tab turns out to have sent a stamp. */
export const actionEnds: ReadonlySet<ActionPhase> = new Set(['done', 'refused', 'unknown']);

/** What is known of an action before it begins. */
export type ActionStart = Pick<ActionState, 'mayCommitUnsigned' | 'hasPayload' | 'expiredAhead'>;

/** The state of an action that begins. */
export function beginAction(start: ActionStart): ActionState {
  return {
    ...start,
    phase: 'opening',
    sentBefore: false,
    elsewhere: false,
    open: 0,
    asked: 0,
    stamped: 0,
    resent: false,
    renewed: false,
    rekeyed: false,
    answer: undefined,
  };
}

// These settle the request that they answer: it did nothing, or it was done and the answer says so.
const settling: ReadonlySet<ActionEvent> = new Set(['challenge', 'success', 'refusal', 'conflict', 'key-refused']);
const answers: ReadonlySet<ActionEvent> = new Set([...settling, 'throttled', 'fault']);

/** The state after an event. @throws Error for an event that can't happen in this phase. */
export function stepAction(state: ActionState, event: ActionEvent): ActionState {
  const seen = learn(state, event);
  const transition = actionTransitions.find(
    (row) => row.from === state.phase && row.on.includes(event) && (row.if === undefined || row.if(seen)),
  );
  if (transition === undefined) throw new Error(`A signed action has no transition for ${event} while ${state.phase}.`);
  return enter(seen, transition.to);
}

/** What an event tells, before anything changes. */
function learn(state: ActionState, event: ActionEvent): ActionState {
  const isOpenRequest = state.phase === 'committing' || (state.phase === 'asking' && state.mayCommitUnsigned);
  // A request that was vetoed was not sent.
  const isSettled = isOpenRequest && (settling.has(event) || event === 'veto');
  const isElsewhere = event === 'busy' || event === 'overtaken';
  return {
    ...state,
    answer: answers.has(event) ? event : state.answer,
    open: state.open - (isSettled ? 1 : 0),
    sentBefore: state.sentBefore || isElsewhere || event === 'resumed',
    elsewhere: state.elsewhere || isElsewhere,
  };
}

/** What entering a phase adds: the request that is sent in it, and what may happen only once. */
function enter(state: ActionState, phase: ActionPhase): ActionState {
  const { phase: from, asked, stamped, open } = state;
  const resent = state.resent || (from === 'uncertain' && asked + stamped > 0);
  const more: Partial<Record<ActionPhase, Partial<ActionState>>> = {
    asking: {
      asked: asked + 1,
      open: open + (state.mayCommitUnsigned ? 1 : 0),
      renewed: state.renewed || from === 'approved',
      resent,
    },
    challenged: { asked: asked + (state.hasPayload ? 1 : 0) },
    approved: { rekeyed: state.rekeyed || from === 'rekeying' },
    committing: { stamped: stamped + 1, open: open + 1, resent },
  };
  return { ...state, ...more[phase], phase };
}

/** Whether something that can do the action was sent, by whichever run, and nobody was told yet that it did or didn't. */
export function isOpen(state: ActionState): boolean {
  return state.phase === 'done' || !nothingOpen(state);
}
