/** The logic of a code screen, without markup: what to show, and what to do with what people type. */
import { CountersignError } from '../errors.ts';
import { createSnapshot } from '../session/index.ts';
import { withLock } from '../session/lock.ts';
import type { CodeAttempt, Wallet } from '../wallet/index.ts';
import { createKeptAttempts, isSameMessage, type KeptAttempt, type KeptAttempts } from './kept-attempts.ts';
import { checkCodeEntryOptions, type CodeEntryOptions } from './options.ts';
import { readCode } from './read-code.ts';
import { isSameState, type CodeEntryPhase, type CodeEntryState } from './state.ts';

/** A code screen of one wallet. No call rejects: what went wrong is in the state. */
export interface CodeEntry {
  /** The same frozen object until something changes. */
  state(): CodeEntryState;
  /** Calls `listener` after each change of `state()`; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /**
   * Takes what was typed or pasted, after each change of the field: as soon as it holds a whole code, that one is submitted, once.
   * Resolves with whether it held one that was taken, when its outcome is in the state.
   */
  submit(text: string): Promise<boolean>;
  /** Sends a new code, once it can be had. */
  resend(): Promise<void>;
  /** Ends timers and listeners; the attempt stays, for the next screen or another tab. */
  close(): void;
}

// A request ends after 30 s by itself, so another tab's sending is waited for that long.
const LOCK_WAIT_MS = 35_000;

/**
 * Begins to sign in with a code, or goes on with what a reload or another tab has begun.
 *
 * @example
 * const entry = createCodeEntry(wallet);
 * entry.subscribe(() => show(entry.state().phase));
 * field.addEventListener('input', () => void entry.submit(field.value));
 *
 * @throws TypeError, RangeError naming an option
 */
export function createCodeEntry(wallet: Wallet, options: CodeEntryOptions = {}): CodeEntry {
  const { type, credentialId, codeLifetimeMs, store, locks, channel, clock, ...form } = checkCodeEntryOptions(
    wallet,
    options,
  );
  const kept = createKeptAttempts({ store, clock, accountId: wallet.accountId, type });
  const first: CodeEntryState = { phase: 'sending', resendIn: 0, isContinued: false, storage: kept.storage };
  const shown = createSnapshot(first, isSameState);
  const flow = type === 'EMAIL_OTP' ? wallet.emailOtp : wallet.smsOtp;
  let wasSignedIn = wallet.state().status === 'signed-in';
  let attempt: CodeAttempt | undefined;
  /** On this page's monotonic clock: when the code ends, and when another can be asked for. */
  let [endsAt, resendAt] = [Infinity, 0];
  /** What the service has refused of this message, and the one that is with it. */
  let [refused, checking]: (string | undefined)[] = [];
  let isClosed = false;
  let finishing: Promise<void> | undefined;
  let stopTimer = (): void => undefined;

  const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - clock.monotonic()) / 1000));

  /** Shows a phase, and again whenever a second has passed. */
  const show = (phase: CodeEntryPhase, more: Partial<CodeEntryState> = {}): void => {
    // After the sign-in, late results of requests are ignored.
    if (isClosed || (finishing !== undefined && phase !== 'done')) return;
    stopTimer();
    const [resendIn, left] = [secondsUntil(resendAt), secondsUntil(endsAt)];
    const hasCode = phase === 'waiting' || phase === 'wrong' || phase === 'checking';
    const now = hasCode && phase !== 'checking' && left === 0 ? 'expired' : phase;
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
    resendAt = clock.monotonic() + (record.resendAt ?? time) - time;
    show(record.over ?? 'waiting', { isContinued });
  };

  const keep: KeptAttempts['change'] = async (make) => {
    const record = await kept.change(make);
    // A closed channel throws.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    if (!isClosed) channel?.postMessage(wallet.accountId);
    return record;
  };

  /** Goes on with a record; false where that can't be. */
  const goOn = async (record: KeptAttempt): Promise<boolean> => {
    try {
      const { challenge, sentAt } = record;
      const taken = await flow.begin({ continue: { challenge, sentAt } });
      const age = (taken.serviceTime() ?? clock.now()) - (sentAt ?? 0);
      // What ended long ago belongs to another visit; the clocks of a service's machines differ by seconds.
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

  const locked = <Result>(run: () => Promise<Result>): Promise<Result> =>
    withLock(`countersign:code-entry:${type}:${wallet.accountId}`, run, { locks, clock, waitMs: LOCK_WAIT_MS });

  const fits = (record: KeptAttempt | undefined): record is KeptAttempt =>
    record !== undefined && (credentialId ?? record.challenge.id) === record.challenge.id;

  /** Sends a message unless another tab has sent one since `seen`. */
  const send = async (seen: KeptAttempt | undefined): Promise<void> => {
    show('sending');
    try {
      await locked(async () => {
        if (finishing !== undefined) return;
        const record = await kept.read();
        const isNews = fits(record) && (seen === undefined || !isSameMessage(seen, record));
        if (isNews && (await goOn(record))) return;
        if (attempt === undefined) attempt = await flow.begin(credentialId === undefined ? {} : { credentialId });
        else await attempt.resend();
        const sent = attempt.keep();
        // A page that shows it may be reloaded at once.
        await keep(() => sent);
        adopt(attempt, sent, false);
      });
    } catch (error) {
      const { retryAfter } = error as { readonly retryAfter?: number };
      if (retryAfter !== undefined) resendAt = clock.monotonic() + retryAfter * 1000;
      await afterRefusedSend(error);
    }
  };

  /** The earlier code stays good; how long to wait is kept for the next page. */
  const afterRefusedSend = async (error: unknown): Promise<void> => {
    const time = attempt?.serviceTime() ?? null;
    const wait = resendAt - clock.monotonic();
    const isKnown = time !== null && wait > 0;
    const record = await (isKnown ? keep((now) => now && { ...now, resendAt: time + wait }) : kept.read());
    const { over } = record ?? {};
    show(attempt === undefined ? 'sending' : (over ?? (refused === undefined ? 'waiting' : 'wrong')), { error });
  };

  /** Goes on with another tab's message, which has made this page's own void; false where there is none. */
  const takeUp = async (record: KeptAttempt | undefined): Promise<boolean> =>
    fits(record) && !isSameMessage(record, attempt?.keep()) && goOn(record).catch(() => false);

  /** Follows what another tab has sent, or has heard of the code. */
  const follow = async (): Promise<void> => {
    const record = await kept.read();
    if (attempt === undefined || checking !== undefined) return;
    if (!(await takeUp(record)) && isSameMessage(record, attempt.keep()) && record?.over !== undefined)
      show(record.over);
  };

  const check = async (code: string): Promise<void> => {
    show('checking');
    if (await takeUp(await kept.read())) show('checking');
    try {
      await attempt?.verify(code);
      await finish();
    } catch (error) {
      const { code: name, nextStep } = error as Partial<CountersignError>;
      const isWrong = name === 'CODE_WRONG';
      // The service answers alike to a wrong code and an expired one; its clock tells them apart.
      const isLate = secondsUntil(endsAt) === 0;
      if (name?.startsWith('CODE_')) refused = code;
      if (name === 'CODE_EXHAUSTED') await end('exhausted');
      else if (name === 'CODE_EXPIRED' || (isWrong && isLate)) await end('expired');
      else if (isWrong) await afterWrongCode();
      else if (nextStep === 'restart') await end('expired', error);
      else show('waiting', { error });
    }
  };

  /** Goes on with another tab's newer message; else shows how this one ended: a message that is kept no more was used in another tab. */
  const afterWrongCode = async (): Promise<void> => {
    const record = await kept.read();
    if (await takeUp(record)) return;
    const over = isSameMessage(record, attempt?.keep()) ? record?.over : undefined;
    show(record === undefined ? 'expired' : (over ?? 'wrong'));
  };

  const end = async (over: 'expired' | 'exhausted', error?: unknown): Promise<void> => {
    const own = attempt?.keep();
    const record = await keep((now) => (now !== undefined && isSameMessage(now, own) ? { ...now, over } : now));
    if (!(await takeUp(record))) show(over, error === undefined ? {} : { error });
  };

  /** Forgets the used message first: the page may leave as soon as this is done. */
  const finish = (): Promise<void> => {
    const own = attempt?.keep();
    finishing ??= kept.change((now) => (isSameMessage(now, own) ? undefined : now)).then(() => show('done'));
    return finishing;
  };

  const unsubscribe = wallet.subscribe(() => {
    const isSignedIn = wallet.state().status === 'signed-in';
    if (isSignedIn && !wasSignedIn) void finish();
    wasSignedIn = isSignedIn;
  });
  channel?.addEventListener('message', () => void follow());
  void send(undefined);

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
      if (isIdle && resendIn === 0 && !isClosed) await send(attempt?.keep());
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      stopTimer();
      unsubscribe();
      channel?.close();
      shown.clear();
      if (options.store === undefined) kept.close();
    },
  });
}
