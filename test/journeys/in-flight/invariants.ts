/** What must hold whatever happens: each rule reads what was seen and says in one sentence what is wrong. */
import { effectsOf, type Effect, type Observations, type Pressed } from './observations.ts';

/** Codes that say nothing of what became of the action. */
export const unclear: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'gone']);

/** Codes that say that a quote can't be paid any more, or was not. */
const unpaid: ReadonlySet<string> = new Set(['QUOTE_EXPIRED', 'QUOTE_FAILED', 'REFUSED']);

/** How long after a sign-out was pressed a request that was stamped before may still leave its page, ms. */
const stampedBeforeMs = 1_000;

const isDoneOnce = (intent: string): boolean => !intent.startsWith('PATCH');

/** All rules over what was seen; empty when everything is right. */
export function violations(seen: Observations): readonly string[] {
  return [...effectRules(seen), ...toldRules(seen), ...signOutRules(seen)];
}

/** What can be done once has one effect; anything else has none for a press that began when it was done, and might be looked up. */
function* effectRules(seen: Observations): Generator<string> {
  const effects = effectsOf(seen);
  for (const intent of new Set(seen.presses.map((press) => press.intent))) {
    if (intent === undefined) continue;
    const own = effects.filter((effect) => effect.intent === intent);
    const again = isDoneOnce(intent)
      ? own.slice(1)
      : own.filter((effect) => own.some((one) => isRepeated(seen, effect, one)));
    if (again.length > 0) yield `${intent} was done ${again.length + 1} times`;
  }
}

/** Whether an effect is that of a press that began after the other one, whose own press nobody had been told the outcome of. */
function isRepeated({ presses, sightings, isAlone = false }: Observations, effect: Effect, other: Effect): boolean {
  const pressesOf = ({ intent, exchange: { tab, sentAt } }: Effect): readonly Pressed[] =>
    presses.filter((press) => press.tab === tab && press.intent === intent && press.start <= sentAt);
  const { path } = effect.exchange;
  const since = Math.max(...pressesOf(effect).map(({ start }) => start));
  // Its marker goes when the answer is heard, a little before its caller is told.
  const heard = sightings.find(({ place, exchange }) => place === 'delivered' && exchange === other.exchange)?.at;
  const isOpen = pressesOf(other).some(
    ({ told, end = Infinity }) =>
      told === undefined || unclear.has(told.told) || Math.min(end, heard ?? Infinity) > since,
  );
  const isUndone = presses.some(
    ({ intent = '', start }) => intent !== effect.intent && intent.includes(path) && start <= effect.at,
  );
  // Whoever pressed it since then and was told what came of it has removed the marker.
  const isTold = presses.some(
    ({ intent, told, end = Infinity }) =>
      intent === effect.intent && told !== undefined && !unclear.has(told.told) && end > other.at && end <= since,
  );
  // A page that stands alone knows nothing of others.
  const isKnown = !isAlone || effect.exchange.tab === other.exchange.tab;
  return isKnown && isOpen && !isTold && !isUndone && other !== effect && other.at < since;
}

/** Nobody is told failure of what this press did, that a paid quote is over, or success of what is not done. */
function* toldRules(seen: Observations): Generator<string> {
  const effects = effectsOf(seen);
  for (const { intent, told, start, end, number, tab } of seen.presses) {
    if (told === undefined || end === undefined) continue;
    if (!/^[A-Z_]+$/.test(told.told) && !['done', 'gone', 'AbortError'].includes(told.told)) {
      yield `press ${number} in tab ${tab} ended with ${told.told}, which is no error of the kit: ${told.message ?? ''}`;
    }
    if (intent === undefined || unclear.has(told.told)) continue;
    const own = effects.filter((effect) => effect.intent === intent);
    if (told.told === 'done') {
      if (isDoneOnce(intent) && !own.some(({ at }) => at <= end))
        yield `press ${number} was told that ${intent} is done, which it was not`;
      continue;
    }
    const isPaid = intent.endsWith('/execute') && unpaid.has(told.told) && own.some(({ at }) => at < start);
    const isOwn = own.some(({ exchange }) => exchange.tab === tab && exchange.sentAt >= start && exchange.sentAt < end);
    if (isPaid || isOwn) yield `press ${number} in tab ${tab} was told ${told.told} at ${end}, but ${intent} was done`;
  }
}

/** What a sign-out is told that has left its mark. */
const signedOut: ReadonlySet<string> = new Set(['done', 'SIGNED_OUT', 'SESSION_EXPIRED']);

/**
 * After a pressed sign-out no tab signs but by a sign-in whose code was typed after it, and then only what was pressed after it.
 */
function* signOutRules(seen: Observations): Generator<string> {
  const { presses, sightings, incidents, isAlone = false } = seen;
  const all = presses.filter(({ press, told }) => press.kind === 'sign-out' && signedOut.has(told?.told ?? ''));
  const signIns = presses.filter(({ press }) => press.kind === 'sign-in');
  for (const { place, exchange } of sightings) {
    const { tab, sentAt, leg, path, method, number } = exchange;
    if (place !== 'sent' || leg !== 2 || path.endsWith('/verify')) continue;
    if (method === 'DELETE' && path.startsWith('/auth/sessions/')) continue;
    const signOuts = all.filter((press) => !isAlone || press.tab === tab);
    const pressed = signOuts.findLast(({ start }) => start + stampedBeforeMs < sentAt);
    if (pressed === undefined) continue;
    // A page that stood still sends what it had stamped before.
    const thawed = incidents.some(
      (incident) =>
        incident.tab === tab && incident.what === 'resumed' && Math.abs(sentAt - incident.at) < stampedBeforeMs,
    );
    if (thawed) continue;
    const isLater = signIns.some(({ start, end = Infinity }) => start < sentAt && end >= pressed.start);
    if (!isLater)
      yield `tab ${tab} signed ${method} ${path} (request ${number}) at ${sentAt}, after the sign-out of press ${pressed.number} at ${pressed.start}`;
  }
}
