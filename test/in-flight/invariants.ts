/** What must hold whatever happens: each rule reads what was seen and says in one sentence what is wrong. */
import { effectsOf, intentOfExchange, type Effect, type Observations, type Pressed } from './observations.ts';
import type { Exchange } from './proxy.ts';

/** Codes that say nothing of what became of the action. */
export const unclear: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'gone']);

/** Codes that say only that this press sent nothing. */
const sentNothing: ReadonlySet<string> = new Set([
  'AbortError',
  'BUSY',
  'CHUNK_UNAVAILABLE',
  'CLOCK_UNCERTAIN',
  'SESSION_EXPIRED',
  'SIGNED_OUT',
  'UPDATE_REQUIRED',
  'WALLET_CLOSED',
]);

/** How long after a sign-out was pressed a request that was stamped before may still leave its page, ms. */
const stampedBeforeMs = 1_000;

/** By how much what a tab says of its state may come after it, ms. */
const changesComeLateMs = 200;

/** Codes of a press that sent nothing and may be repeated. */
const transient: ReadonlySet<string> = new Set([
  'ANSWER_INVALID',
  'NETWORK_FAILED',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'TIMED_OUT',
]);

/** What befalls the tabs when the browser deletes what is stored. */
const eviction = 'storage is evicted';

const isDoneOnce = (intent: string): boolean => !intent.startsWith('PATCH');

/** All rules over what was seen; empty when everything is right. */
export function violations(seen: Observations): readonly string[] {
  return [...effectRules(seen), ...toldRules(seen), ...signOutRules(seen)];
}

/** One effect per intent: as many as there were presses one after the other, and one for what can be done once. */
function* effectRules(seen: Observations): Generator<string> {
  const effects = effectsOf(seen);
  for (const intent of new Set(seen.presses.map((press) => press.intent))) {
    if (intent === undefined) continue;
    const count = effects.filter((effect) => effect.intent === intent).length;
    const presses = seen.presses.filter((press) => press.intent === intent);
    const allowed = isDoneOnce(intent)
      ? 1
      : countSuccessive(presses) +
        countUndone(effects, intent, seen) +
        countUnrecorded(effects, intent, seen) +
        countClosed(effects, intent, seen);
    if (count > allowed) yield `${intent} was done ${count} times, for ${allowed} asked one after the other`;
  }
}

/** How many presses at most followed one another without overlapping; one that nobody was told of never ended. */
function countSuccessive(presses: readonly Pressed[]): number {
  const endOf = ({ told, end = Infinity }: Pressed): number =>
    told === undefined || unclear.has(told.told) ? Infinity : end;
  let count = 0;
  let until = -Infinity;
  for (const press of [...presses].sort((left, right) => endOf(left) - endOf(right))) {
    if (press.start < until) continue;
    count += 1;
    until = endOf(press);
  }
  return Math.max(1, count);
}

/**
 * How often something else was done in between that was pressed before somebody pressed this anew. Presses keep their order in one
 * page; of two that overlap in two tabs, either may come first.
 */
function countUndone(effects: readonly Effect[], intent: string, { presses }: Pick<Observations, 'presses'>): number {
  const [method = '', path = ''] = intent.split(' ');
  const own = effects.filter((effect) => effect.intent === intent);
  const others = effects.filter((effect) => effect.intent !== intent && effect.intent.startsWith(`${method} ${path} `));
  /** When the press came that the effect was for: the first of its tab that waited for it. */
  const pressedAt = ({ intent: done, at, exchange }: Effect): number =>
    Math.min(
      ...presses
        .filter(({ intent: pressed, tab }) => pressed === done && tab === exchange.tab)
        .filter(({ start, end = Infinity }) => start <= at && end >= at)
        .map(({ start }) => start),
    );
  const mayFollow = ({ tab, start, end = Infinity }: Pressed, other: Effect): boolean =>
    (tab === other.exchange.tab ? start : end) >= pressedAt(other);
  const isUndone = ({ at: until }: Effect, { at: since }: Effect): boolean =>
    others.some(
      (other) =>
        other.at > since &&
        other.at < until &&
        presses.some((one) => one.intent === intent && one.start <= until && mayFollow(one, other)),
    );
  return own.slice(1).filter((effect, place) => isUndone(effect, own[place] as Effect)).length;
}

/**
 * How often no record kept it from being done anew: what a tab in memory knows of it is in none, and a press that waited elsewhere does
 * it again; and the browser may have deleted it since it was done before, or since it was sent by a page that then ended.
 */
function countUnrecorded(effects: readonly Effect[], intent: string, seen: Observations): number {
  const own = effects.filter((effect) => effect.intent === intent);
  const isForgotten = (effect: Effect, before: Effect | undefined): boolean =>
    before !== undefined &&
    seen.incidents.some(
      ({ at, what }) =>
        what === eviction && at > (wasLeft(before) ? before.exchange.sentAt : before.at) && at < effect.at,
    );
  /** Whether the page ended that sent it: nobody was left who could store the record again. */
  const wasLeft = ({ at, exchange: { tab } }: Effect): boolean => {
    const waiting = seen.presses.filter(
      (press) => press.tab === tab && press.intent === intent && press.start <= at && (press.end ?? Infinity) >= at,
    );
    return waiting.length > 0 && waiting.every(({ told }) => told?.told === 'gone');
  };
  return own.filter((effect, place) => isUnrecordedEffect(seen, effect) || isForgotten(effect, own[place - 1])).length;
}

/**
 * How often another tab did it anew for a press that came after the answer had reached the page of the first: that one may have closed its
 * record by then, though its caller hears of it later. Whatever that tab had pressed before joins the first.
 */
function countClosed(effects: readonly Effect[], intent: string, { presses, sightings }: Observations): number {
  const own = effects.filter((effect) => effect.intent === intent);
  const isClosed = ({ exchange: { tab, sentAt } }: Effect, { exchange: first, at }: Effect): boolean => {
    const heard = sightings.find(({ place, exchange }) => place === 'delivered' && exchange === first)?.at ?? Infinity;
    const isUnderWay = (press: Pressed, time: number): boolean =>
      press.intent === intent && press.start <= time && (press.end ?? Infinity) >= time;
    const later = presses.filter((press) => press.tab === tab && isUnderWay(press, sentAt));
    const untold = presses.filter((press) => press.tab === first.tab && isUnderWay(press, at));
    return (
      tab !== first.tab &&
      later.length > 0 &&
      later.every(({ start }) => start > heard && untold.some(({ end = Infinity }) => end > start))
    );
  };
  return own.slice(1).filter((effect, place) => isClosed(effect, own[place] as Effect)).length;
}

/** Whether a tab did it that kept its records in memory, or did when it sent the request and lost them with its wallet since. */
function isUnrecordedEffect({ changes }: Observations, { at, exchange: { tab, sentAt } }: Effect): boolean {
  const isLost = changes.some(
    (change) => change.tab === tab && change.state.status === 'loading' && change.at > sentAt && change.at <= at,
  );
  return storageAt(changes, tab, isLost ? sentAt : at) === 'memory';
}

/** Where a tab kept its records at one time, as far as it has said. */
function storageAt(changes: Observations['changes'], tab: number, at: number): string | undefined {
  return changes.findLast((change) => change.tab === tab && change.at <= at)?.state.storage;
}

/** Nobody is told failure of what is done, that nothing was done of what still may happen, or success of what is not done. */
function* toldRules(seen: Observations): Generator<string> {
  const effects = effectsOf(seen);
  for (const press of seen.presses) {
    const { intent, told, end, number, tab } = press;
    if (told === undefined || end === undefined) continue;
    if (!/^[A-Z_]+$/.test(told.told) && !['done', 'gone', 'AbortError'].includes(told.told)) {
      yield `press ${number} in tab ${tab} ended with ${told.told}, which is no error of the kit: ${told.message ?? ''}`;
    }
    if (intent === undefined || unclear.has(told.told)) continue;
    const own = effects.filter((effect) => effect.intent === intent);
    const since = isDoneOnce(intent) ? -Infinity : press.start;
    if (told.told === 'done') {
      if (isDoneOnce(intent) && !own.some(({ at }) => at <= end))
        yield `press ${number} was told that ${intent} is done, which it was not`;
      continue;
    }
    // Without its record, which tabs share and the browser may delete, what was removed is not there, and what was done is asked for.
    const isForgotten = seen.incidents.some(({ at, what }) => what === eviction && at <= end);
    const isUnrecorded =
      (told.told === 'CREDENTIAL_NOT_FOUND' || transient.has(told.told)) &&
      (isForgotten || wasInMemory(seen, press) || own.every((effect) => isUnrecordedEffect(seen, effect)));
    const counted =
      sentNothing.has(told.told) || isUnrecorded
        ? own.filter(({ exchange }) => exchange.tab === tab && exchange.sentAt >= press.start)
        : own;
    const wrong = counted.find((effect: Effect) => effect.at >= since && effect.exchange.sentAt <= end);
    const isUndone = effects.some(
      (effect) =>
        effect.intent !== intent &&
        effect.exchange.path === wrong?.exchange.path &&
        effect.at > wrong.at &&
        effect.at <= end,
    );
    // A tab in memory doesn't see what another tab does: it judges by its own requests and by the end state.
    const isExcused = ({ exchange }: Effect): boolean =>
      told.told === 'REFUSED' &&
      isUndone &&
      (wasResent(seen, exchange) || (exchange.tab !== tab && wasInMemory(seen, press)));
    if (wrong !== undefined && !isExcused(wrong)) {
      const when = wrong.at <= end ? 'had been done' : 'was still to be done';
      yield `press ${number} in tab ${tab} was told ${told.told} at ${end}, but ${intent} ${when} at ${wrong.at} (request ${wrong.exchange.number})`;
    }
  }
}

/**
 * Whether the browser itself sent a request again when its connection was cut, as it does on a connection that it had kept. The kit
 * sees one request, and a 401 as the first answer to it: the service has seen the request id before. It reads the end state then, which
 * another tab may have changed.
 */
function wasResent({ sightings }: Observations, lost: Exchange): boolean {
  const cut = sightings.findIndex(({ place, exchange }) => place === 'cut' && exchange === lost);
  // The kit reads the end state before it sends anything again.
  const next = sightings
    .slice(cut + 1)
    .find(({ place, exchange: { tab, method, requestId } }) =>
      tab !== lost.tab
        ? false
        : (place === 'sent' && requestId === lost.requestId) || (place === 'delivered' && method === 'GET'),
    );
  return cut >= 0 && next?.place === 'sent';
}

/** Whether a tab kept its records in memory at some time of a press. */
export function wasInMemory(
  { changes }: Pick<Observations, 'changes'>,
  { tab, start, end = Infinity }: Pressed,
): boolean {
  // What a tab says of its storage reaches the trace after what it tells the press.
  const own = changes.filter((change) => change.tab === tab && change.at <= end + changesComeLateMs);
  const during = own.filter(({ at }, place) => at >= start || (own[place + 1]?.at ?? Infinity) > start);
  return during.some(({ state }) => state.storage === 'memory');
}

/** What a sign-out is told that has left its mark. */
const signedOut: ReadonlySet<string> = new Set(['done', 'SIGNED_OUT', 'SESSION_EXPIRED']);

/**
 * After a pressed sign-out no tab signs but by a sign-in whose code was typed after it, and then only what was pressed after it.
 */
function* signOutRules(seen: Observations): Generator<string> {
  const { presses, sightings, incidents, changes } = seen;
  const signOuts = presses.filter(({ press, told }) => press.kind === 'sign-out' && signedOut.has(told?.told ?? ''));
  const signIns = presses.filter(({ press }) => press.kind === 'sign-in');
  for (const { place, exchange } of sightings) {
    const { tab, sentAt, leg, path, method, number } = exchange;
    if (place !== 'sent' || leg !== 2 || path.endsWith('/verify')) continue;
    if (method === 'DELETE' && path.startsWith('/auth/sessions/')) continue;
    const pressed = signOuts.findLast(({ start }) => start + stampedBeforeMs < sentAt);
    if (pressed === undefined) continue;
    // A page that stood still sends what it had stamped before.
    const thawed = incidents.some(
      (incident) =>
        incident.tab === tab && incident.what === 'resumed' && Math.abs(sentAt - incident.at) < stampedBeforeMs,
    );
    // Whoever hears no messages learns of a sign-out from storage, if what it has left there is still there.
    const isErased = incidents.some(
      ({ at, what }) => what === eviction && at >= pressed.start - stampedBeforeMs && at <= sentAt,
    );
    // A session that a tab in memory has refreshed meanwhile lives on (docs/reliability.md).
    const isRenewed = sightings.some(
      ({ began, at, exchange: { tab: by } }) =>
        began !== undefined && at > pressed.start && storageAt(changes, by, pressed.start) === 'memory',
    );
    const isUntold = storageAt(changes, tab, sentAt) === 'memory' || isErased || isRenewed;
    const isCutOff = isUntold && incidents.some(({ what }) => what === 'no channel');
    if (thawed || isCutOff) continue;
    const typed = signInOf(seen, exchange);
    const isLater =
      typed === undefined
        ? signIns.some(({ start, end = Infinity }) => start < sentAt && end >= pressed.start)
        : typed >= pressed.start;
    const what = `tab ${tab} signed ${method} ${path} (request ${number}) at ${sentAt}`;
    const when = `the sign-out of press ${pressed.number} at ${pressed.start}`;
    if (!isLater) yield `${what}, after ${when}`;
    const intent = intentOfExchange(exchange);
    const own = presses.filter((press) => press.tab === tab && press.intent === intent && press.start <= sentAt);
    if (isLater && own.length > 0 && own.every(({ start }) => start < pressed.start))
      yield `${what} under a later sign-in, though it was pressed before ${when}`;
  }
}

/** When the code of the sign-in was sent whose session, or a refreshed one in its place, signs a request; undefined where nobody saw it. */
function signInOf({ sightings, changes }: Observations, { signer }: Exchange): number | undefined {
  const shown = changes.find(({ state }) => signer !== undefined && state.session?.compressedPublicKeyHex === signer);
  let sessionId = shown?.state.session?.sessionId;
  for (;;) {
    const born = sightings.find(({ began }) => began !== undefined && began === sessionId)?.exchange;
    if (born === undefined) return undefined;
    if (born.path.endsWith('/verify')) {
      const first = sightings.findLast(
        ({ place, exchange: { tab, path, leg, sentAt } }) =>
          place === 'sent' && leg === 1 && tab === born.tab && path === born.path && sentAt <= born.sentAt,
      );
      return first?.exchange.sentAt ?? born.sentAt;
    }
    [, sessionId] = /^\/auth\/sessions\/([^/]+)\/refresh$/.exec(born.path) ?? [];
  }
}
