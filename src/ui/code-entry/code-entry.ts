/** The logic of a code screen, without markup: its state, and the handling of typed texts. */
import { CountersignError } from '../../kit/errors.ts';
import { onceShown } from '../../kit/shown.ts';
import { createSnapshot } from '../../kit/session/index.ts';
import type { CodeAttempt, Wallet } from '../../kit/wallet/index.ts';
import { codeAttemptPrefix } from '../../kit/stored.ts';
import { createKeptAttempts, type KeptAttempt } from './kept-attempts.ts';
import { readCodeEntryOptions, type CodeEntryOptions } from './options.ts';
import { readCode } from './read-code.ts';
import { isSameState, type CodeEntryPhase, type CodeEntryState } from './state.ts';

/** Between two messages, ms: the first may be on its way still, and the second makes it void. */
const pauseMs = 30_000;

/** A code screen of one wallet. No call rejects: the state has the error. */
export interface CodeEntry {
  /** The same frozen object until something changes. */
  state(): CodeEntryState;
  /** Calls `listener` after each change of `state()`; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * Takes the field's text after each change. As soon as it holds a whole code, submits that code, once. Resolves
   * when the outcome is in the state: true if a code was submitted.
   */
  submit(text: string): Promise<boolean>;
  /** Sends a new code, once it can be had. */
  resend(): Promise<void>;
  /** Ends timers and listeners; the attempt stays, for the next screen of this tab. */
  close(): void;
}

/**
 * Begins a sign-in with a code, or continues one from before a reload of this tab. A page that is rendered ahead asks for none until
 * somebody opens it.
 *
 * @example
 * const entry = createCodeEntry(wallet);
 * entry.subscribe(() => show(entry.state().phase));
 * field.addEventListener('input', () => void entry.submit(field.value));
 *
 * @throws TypeError, RangeError naming an option
 */
export function createCodeEntry(wallet: Wallet, options: CodeEntryOptions = {}): CodeEntry {
  const { type, credentialId, codeLifetimeMs, storage, clock, ...form } = readCodeEntryOptions(wallet, options);
  const kept = createKeptAttempts(storage, `${codeAttemptPrefix}${type}:${wallet.accountId}`);
  const first: CodeEntryState = { phase: 'sending', resendIn: 0, isContinued: false, storage: kept.storage };
  const shown = createSnapshot(first, isSameState);
  const flow = type === 'EMAIL_OTP' ? wallet.emailOtp : wallet.smsOtp;
  let wasSignedIn = wallet.state().status === 'signed-in';
  let attempt: CodeAttempt | undefined;
  /** Times on this page's monotonic clock: the code's end, the pause's end, and the service's next accepted request. */
  let [endsAt, pausedUntil, resendAt] = [Infinity, 0, 0];
  /** Codes of this message: the last one that the service refused, and the one that it checks now. */
  let [refused, checking]: (string | undefined)[] = [];
  let isClosed = false;
  let isFinished = false;
  let stopTimer = (): void => undefined;

  const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - clock.monotonic()) / 1000));

  /** Shows a phase, and again whenever a second has passed. */
  const show = (phase: CodeEntryPhase, more: Partial<CodeEntryState> = {}): void => {
    // After the sign-in, late results of requests are ignored.
    if (isClosed || (isFinished && phase !== 'done')) return;
    stopTimer();
    const left = secondsUntil(endsAt);
    const hasCode = phase === 'waiting' || phase === 'wrong' || phase === 'checking';
    const now = hasCode && phase !== 'checking' && left === 0 ? 'expired' : phase;
    const resendIn = secondsUntil(hasCode && now !== 'expired' ? Math.max(pausedUntil, resendAt) : resendAt);
    shown.set({
      phase: now,
      ...(attempt === undefined ? {} : { credential: attempt.credential }),
      resendIn,
      ...(hasCode && now !== 'expired' && left < Infinity ? { expiresIn: left } : {}),
      isContinued: shown.get().isContinued,
      storage: kept.storage,
      ...more,
    });
    if (now === 'done' || (resendIn === 0 && (!hasCode || now === 'expired' || left === Infinity))) return;
    const { error } = shown.get();
    stopTimer = clock.schedule(1000, () => show(shown.get().phase, error === undefined ? {} : { error }));
  };

  /** Goes on with an attempt, with what is known of its message. */
  const adopt = (taken: CodeAttempt, record: KeptAttempt, isContinued: boolean): void => {
    attempt = taken;
    refused = undefined;
    const time = taken.serviceTime() ?? clock.now();
    const sentAt = Math.min(record.sentAt ?? time, time);
    endsAt = clock.monotonic() + sentAt + codeLifetimeMs - time;
    pausedUntil = clock.monotonic() + sentAt + pauseMs - time;
    resendAt = clock.monotonic() + (record.resendAt ?? time) - time;
    show(record.over ?? 'waiting', { isContinued });
  };

  /** Goes on with a record; false where that can't be. */
  const goOn = async (record: KeptAttempt): Promise<boolean> => {
    try {
      const { challenge, sentAt } = record;
      const taken = await flow.begin({ continue: { challenge, sentAt } });
      const age = (taken.serviceTime() ?? clock.now()) - (sentAt ?? 0);
      // A marker that ended long ago belongs to another visit; the clocks of a service's machines differ by seconds.
      if (Math.abs(age) > 2 * codeLifetimeMs) return false;
      adopt(taken, record, true);
      return true;
    } catch (error) {
      const isUnusable =
        error instanceof CountersignError && ['CREDENTIAL_NOT_FOUND', 'ANSWER_INVALID'].includes(error.code);
      if (isUnusable || error instanceof TypeError) return false;
      throw error;
    }
  };

  const fits = (record: KeptAttempt | undefined): record is KeptAttempt =>
    record !== undefined && (credentialId ?? record.challenge.id) === record.challenge.id;

  const send = async (): Promise<void> => {
    show('sending');
    try {
      const record = kept.read();
      if (attempt === undefined && fits(record) && (await goOn(record))) return;
      if (attempt === undefined) attempt = await flow.begin(credentialId === undefined ? {} : { credentialId });
      else await attempt.resend();
      const sent = attempt.keep();
      if (!isFinished) kept.keep(sent);
      adopt(attempt, sent, false);
    } catch (error) {
      const { retryAfter } = error as { readonly retryAfter?: number };
      if (retryAfter !== undefined) resendAt = clock.monotonic() + retryAfter * 1000;
      afterRefusedSend(error);
    }
  };

  /** The earlier code stays valid. The wait is stored for the next page. */
  const afterRefusedSend = (error: unknown): void => {
    const time = attempt?.serviceTime() ?? null;
    const wait = resendAt - clock.monotonic();
    const record = kept.read();
    if (record !== undefined && time !== null && wait > 0) kept.keep({ ...record, resendAt: time + wait });
    const { over } = record ?? {};
    show(attempt === undefined ? 'sending' : (over ?? (refused === undefined ? 'waiting' : 'wrong')), { error });
  };

  const check = async (code: string): Promise<void> => {
    show('checking');
    try {
      await attempt?.verify(code);
      finish();
    } catch (error) {
      const { code: name, nextStep } = error as Partial<CountersignError>;
      const isWrong = name === 'CODE_WRONG';
      // The service answers alike to a wrong code and an expired one; its clock tells them apart.
      const isLate = secondsUntil(endsAt) === 0;
      if (name?.startsWith('CODE_')) refused = code;
      if (name === 'CODE_EXHAUSTED') end('exhausted');
      else if (name === 'CODE_EXPIRED' || (isWrong && isLate)) end('expired');
      else if (isWrong) show('wrong');
      else if (nextStep === 'restart') end('expired', error);
      else show('waiting', { error });
    }
  };

  const end = (over: 'expired' | 'exhausted', error?: unknown): void => {
    const record = kept.read();
    if (record !== undefined) kept.keep({ ...record, over });
    endsAt = clock.monotonic();
    show(over, error === undefined ? {} : { error });
  };

  /** Forgets the used message first: the page may leave as soon as this is done. */
  const finish = (): void => {
    kept.keep(undefined);
    isFinished = true;
    show('done');
  };

  const unsubscribe = wallet.subscribe(() => {
    const isSignedIn = wallet.state().status === 'signed-in';
    if (isSignedIn && !wasSignedIn) finish();
    wasSignedIn = isSignedIn;
  });
  const stopWaiting = onceShown(() => void (isFinished || send()));

  return Object.freeze({
    state: shown.get,
    subscribe: shown.subscribe,
    async submit(text: string): Promise<boolean> {
      const code = readCode(text, form);
      const { phase } = shown.get();
      if (code === null || isClosed || attempt === undefined) return false;
      if (phase === 'checking' || phase === 'done') return code === checking;
      if (phase === 'exhausted' || phase === 'sending') return false;
      // The same wrong code again would cost another try.
      if (code === refused) return true;
      checking = code;
      await check(code);
      checking = undefined;
      return true;
    },
    async resend(): Promise<void> {
      const { phase, resendIn, error } = shown.get();
      const isIdle = phase !== 'checking' && phase !== 'done' && (phase !== 'sending' || error !== undefined);
      if (isIdle && resendIn === 0 && !isClosed) await send();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      stopTimer();
      stopWaiting();
      unsubscribe();
      shown.clear();
    },
  });
}
