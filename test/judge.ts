/**
 * The rules that hold once everything has arrived, for the scheduler's runs and for the lives in flight. Each rule says in a sentence what
 * is wrong. Times are numbers that grow: steps of a scheduler, or milliseconds.
 */

/** A press of a button. */
export interface Pressed {
  readonly tab: number;
  /** Method, path and wanted state of what is asked for; of what changes the session alone, `sign-in`, `sign-out` and so on. */
  readonly intent: string;
  readonly from: number;
  /** `done`, or the error's code or name, or `gone` with its page; absent while nobody was told. */
  readonly told?: string;
  readonly at?: number;
  /** When its page looked for what other presses had left open; `from` by default. */
  readonly lookedAt?: number;
  /** When it was no longer open for other presses; `at` by default. */
  readonly closedAt?: number;
  /** The time by which sign-ins and sign-outs follow one another; `from` by default. */
  readonly reachedAt?: number;
}

/** A stamped request. */
export interface Stamped {
  readonly tab: number;
  readonly intent: string;
  readonly sentAt: number;
  /** When its page can have stamped it at the earliest; -Infinity where that isn't known. */
  readonly stampedAt: number;
  /** When the service had done what it asks for; absent where it didn't. */
  readonly doneAt?: number;
}

/** All that was seen. */
export interface Seen {
  /** Whether each page has a storage of its own. */
  readonly isAlone: boolean;
  readonly presses: readonly Pressed[];
  readonly stamped: readonly Stamped[];
  /** Tabs that are signed in at rest. */
  readonly signedIn: readonly number[];
  /** Tabs whose session has ended at rest, and why. */
  readonly ended: readonly { readonly tab: number; readonly reason: string }[];
  /** Whether as much time has passed as a session lives. */
  readonly isOld: boolean;
  /** Whether the wall clock of the device was set to a time before the sessions began. */
  readonly isSetBack: boolean;
  /** Whether what is asked for may have been the case from the beginning. */
  readonly mayBeSo: (intent: string) => boolean;
}

/** Codes that say nothing of the outcome. */
export const isUndecided = (told = 'OUTCOME_UNKNOWN'): boolean => ['OUTCOME_UNKNOWN', 'BUSY', 'gone'].includes(told);

/** Codes that say that a quote can't be paid any more, or was not. */
const unpaid: ReadonlySet<string> = new Set(['QUOTE_EXPIRED', 'QUOTE_FAILED', 'REFUSED']);

/** Outcomes of a sign-out that has left its mark. */
const signedOut: ReadonlySet<string> = new Set(['done', 'SIGNED_OUT', 'SESSION_EXPIRED']);

const isPatch = (intent: string): boolean => intent.startsWith('PATCH ');
const isOfSession = (intent: string): boolean => !intent.includes(' ');

/** Effects of an intent at the service. */
export const effectsOf = (stamped: readonly Stamped[], intent: string): readonly Required<Stamped>[] =>
  stamped.filter((sent): sent is Required<Stamped> => sent.doneAt !== undefined && sent.intent === intent);

/** All that presses and requests show to be wrong. */
export function findViolations(seen: Seen): readonly string[] {
  return [...findRepeated(seen), ...findUntruths(seen), ...findAfterSignOut(seen), ...findWrongEnds(seen)];
}

/**
 * A session runs out with its time, and with a clock that is set back in pages that didn't begin it: a page that stands alone began its
 * own. No storage is lost here, and nobody is signed out by themselves.
 */
function findWrongEnds({ isAlone, isOld, isSetBack, presses, ended }: Seen): readonly string[] {
  const mayEnd: Readonly<Record<string, boolean>> = {
    expired: isOld || (isSetBack && !isAlone),
    'signed-out': presses.some(({ intent }) => intent === 'sign-out'),
    revoked: true,
  };
  return ended.flatMap(({ tab, reason }) =>
    mayEnd[reason] === true ? [] : [`the session of tab ${tab} has ended: ${reason}`],
  );
}

/** The presses that a request may be of: those that were open when it was sent, or else the last one before. */
function ownersOf({ presses }: Seen, { tab, intent, sentAt }: Stamped): readonly Pressed[] {
  const begun = presses.filter((press) => press.tab === tab && press.intent === intent && press.from <= sentAt);
  const open = begun.filter(({ at = Infinity }) => at > sentAt);
  return open.length > 0 ? open : begun.slice(-1);
}

/** Finds work that was done twice; a state may be requested again only after the earlier request's outcome was known. */
function findRepeated(seen: Seen): readonly string[] {
  return [...new Set(seen.presses.map(({ intent }) => intent))].flatMap((intent) => {
    const done = effectsOf(seen.stamped, intent);
    const again = isPatch(intent)
      ? done.filter((effect) => done.some((earlier) => isRepeated(seen, effect, earlier)))
      : done.slice(1);
    return again.length === 0 ? [] : [`${intent} was done ${again.length + 1} times`];
  });
}

function isRepeated(seen: Seen, effect: Required<Stamped>, earlier: Required<Stamped>): boolean {
  const [press] = ownersOf(seen, effect).slice(-1);
  const others = ownersOf(seen, earlier);
  if (effect === earlier || press === undefined || effect.doneAt < earlier.doneAt) return false;
  const { intent, tab, doneAt } = effect;
  const [, path = ''] = intent.split(' ');
  const isUndone = seen.stamped.some(
    (other) =>
      other.intent !== intent &&
      other.intent.includes(path) &&
      (other.doneAt ?? Infinity) < doneAt &&
      (other.doneAt ?? 0) > earlier.doneAt,
  );
  if (isUndone || (seen.isAlone && tab !== earlier.tab)) return false;
  if (others.includes(press)) return true;
  const { from, lookedAt = from } = press;
  const isOpen = others.some(({ told, at = Infinity, closedAt = at }) => isUndecided(told) || closedAt > lookedAt);
  // Another press that was told the outcome since then has closed it.
  const isTold = seen.presses.some(
    ({ intent: other, told, at = Infinity }) =>
      other === intent && !isUndecided(told) && at > earlier.doneAt && at <= lookedAt,
  );
  return isOpen && !isTold && earlier.doneAt < from;
}

/** Finds false reports: success of undone work, failure of this press's own work, or the end of a paid quote. */
function findUntruths(seen: Seen): readonly string[] {
  return seen.presses.flatMap((press) => {
    const { tab, intent, told, from, at = Infinity } = press;
    if (told !== undefined && !/^[A-Z_]+$|^(done|gone|AbortError)$/.test(told))
      return [`tab ${tab} was told ${told} of ${intent}, which is no error of the kit`];
    if (told === undefined || isUndecided(told) || isOfSession(intent)) return [];
    const done = effectsOf(seen.stamped, intent);
    if (told === 'done') {
      const isTrue = seen.mayBeSo(intent) || done.some(({ doneAt }) => doneAt <= at);
      return isTrue ? [] : [`tab ${tab} was told that ${intent} was done, and it was not`];
    }
    const isPaid = intent.endsWith('/execute') && unpaid.has(told) && done.some(({ doneAt }) => doneAt < from);
    const isOwn = done.some((effect) => ownersOf(seen, effect).includes(press));
    return isPaid || isOwn ? [`tab ${tab} was told ${told} of ${intent}, and it was done`] : [];
  });
}

/** After a sign-out a tab signs only by a later sign-in, and then nothing that was pressed before the sign-out. */
function findAfterSignOut({ isAlone, presses, stamped, signedIn }: Seen): readonly string[] {
  const reached = ({ from, reachedAt = from }: Pressed): number => reachedAt;
  const signOuts = presses
    .filter(({ intent, told = '' }) => intent === 'sign-out' && signedOut.has(told))
    .toSorted((one, other) => reached(one) - reached(other));
  const isMeant = (tab: number) => (press: Pressed) => !isAlone || press.tab === tab;
  const signInsAfter = (signOut: Pressed, tab: number): readonly Pressed[] =>
    presses.filter((press) => press.intent === 'sign-in' && isMeant(tab)(press) && reached(press) >= reached(signOut));
  const late = stamped.flatMap(({ tab, intent, sentAt, stampedAt }) => {
    if (/^DELETE \/auth\/sessions\/|\/verify$/.test(intent)) return [];
    const signOut = signOuts.findLast((press) => isMeant(tab)(press) && (press.at ?? Infinity) <= stampedAt);
    if (signOut === undefined) return [];
    const own = presses.filter((press) => press.tab === tab && press.intent === intent);
    const isOlder = own.length > 0 && own.every(({ from }) => from < signOut.from);
    const hasLater = signInsAfter(signOut, tab).some(({ from }) => from < sentAt);
    return hasLater && !isOlder ? [] : [`tab ${tab} signed ${intent} after the sign-out`];
  });
  const left = signedIn.flatMap((tab) => {
    const signOut = signOuts.findLast(isMeant(tab));
    const isRight = signOut === undefined || signInsAfter(signOut, tab).length > 0;
    return isRight ? [] : [`tab ${tab} is signed in after the sign-out`];
  });
  return [...late, ...left];
}

/** The session that each tab shows; undefined where nobody is signed in. */
export type Shown = ReadonlyMap<number, string | undefined>;

/** All tabs of one storage show one session, which the service has. */
export function findDisagreements(shown: Shown, living: readonly string[], isAlone: boolean): readonly string[] {
  const all = [...shown].map(([tab, id]) => `tab ${tab}: ${id ?? 'nobody'}`);
  const isMixed = !isAlone && new Set(shown.values()).size > 1;
  const ended = [...shown].filter(([, id]) => id !== undefined && !living.includes(id));
  return [
    ...(isMixed ? [`the tabs disagree: ${all.join(', ')}`] : []),
    ...ended.map(([tab, id]) => `tab ${tab} shows ${id}, which has ended`),
  ];
}

/** Content of a stored record. */
export interface StoredValue {
  readonly key: string;
  readonly privateKeys: number;
  readonly sessionIds: readonly string[];
}

/** Counts the private keys of a stored value and collects the ids of sessions that it names. */
export function readValue(key: string, value: unknown): StoredValue {
  const sessionIds = new Set<string>();
  const count = (one: unknown): number => {
    if (one instanceof CryptoKey) return one.type === 'private' ? 1 : 0;
    if (typeof one === 'string' && one.startsWith('Session:')) sessionIds.add(one);
    if (typeof one !== 'object' || one === null) return 0;
    return Object.values(one).reduce<number>((sum, inner) => sum + count(inner), 0);
  };
  return { key, privateKeys: count(value), sessionIds: [...sessionIds] };
}

/** Storage holds one key of each session that a tab shows, and no other. */
export function findStrayKeys(stored: readonly StoredValue[], shown: Iterable<string | undefined>): readonly string[] {
  const current = new Set(shown);
  return stored.flatMap(({ key, privateKeys, sessionIds }) => {
    if (privateKeys > 1) return [`${key} holds ${privateKeys} keys`];
    const isUsed = sessionIds.some((id) => current.has(id));
    return privateKeys === 1 && !isUsed ? [`${key} holds a key that nobody uses`] : [];
  });
}

/** A quote with its state at rest. */
export interface JudgedQuote {
  readonly status: string;
  readonly totalSendingAmount: number;
}

/** The wallet has paid each executed quote once. */
export function findWrongBalance(funds: number, balance: number, quotes: readonly JudgedQuote[]): readonly string[] {
  const paid = quotes.filter(({ status }) => status !== 'PENDING' && status !== 'EXPIRED');
  const due = paid.reduce((rest, { totalSendingAmount }) => rest - totalSendingAmount, funds);
  return balance === due ? [] : [`the wallet holds ${balance}, and ${due} is what was not spent, each quote once`];
}

/** A closed wallet holds nothing of the browser. */
export function findLeftovers(where: string, held: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(held).flatMap(([what, count]) =>
    count === 0 ? [] : [`${where} holds ${count} ${what} after its wallet was closed`],
  );
}

/** True if a card was changed since then, and no press has heard of it: elements are told by a press that ends. */
export function isUnheard({ presses, stamped }: Pick<Seen, 'presses' | 'stamped'>, since: number): boolean {
  const isHeard = (intent: string, doneAt: number): boolean =>
    presses.some(
      ({ intent: other, told = '', at = -Infinity }) =>
        other === intent && at >= doneAt && /^(?:done|OUTCOME_UNKNOWN)$/.test(told),
    );
  return stamped.some(
    ({ intent, doneAt = -Infinity }) =>
      intent.startsWith('PATCH /cards/') && doneAt >= since && !isHeard(intent, doneAt),
  );
}

/** An element shows the card as it is, wherever somebody is signed in. */
export function findStale(shown: Shown, state: string): readonly string[] {
  return [...shown].flatMap(([tab, one]) =>
    one === state ? [] : [`tab ${tab} shows the card as ${one ?? 'nothing'}, and it is ${state}`],
  );
}

/** The visits to a wallet page, and what was let in. */
export interface Visited {
  /** When a person came by a link, and when a log-out had ended the visits. */
  readonly logIns: readonly number[];
  readonly logOuts: readonly number[];
  /** Requests that came to the service. */
  readonly admitted: readonly { readonly tab: number; readonly what: string; readonly sentAt: number }[];
  /** Sessions that tabs show at rest, and when they were asked for. */
  readonly sessions: readonly { readonly tab: number; readonly id: string; readonly askedAt: number }[];
}

/** Nothing is let in between a log-out and the next visit, and no session outlives its visit. */
export function findUninvited({ logIns, logOuts, admitted, sessions }: Visited): readonly string[] {
  const last = (times: readonly number[], before: number): number => times.findLast((at) => at < before) ?? -Infinity;
  const late = admitted.filter(({ sentAt }) => last(logOuts, sentAt) > last(logIns, sentAt));
  const old = sessions.filter(({ askedAt }) => logOuts.some((at) => at > askedAt));
  return [
    ...late.map(({ tab, what }) => `tab ${tab} was let in without a visit: ${what}`),
    ...old.map(({ tab, id }) => `tab ${tab} shows ${id} of a visit that has ended`),
  ];
}
