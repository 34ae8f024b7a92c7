/** Trace of a life, line by line, to write a scheduler test from: it holds no body, code, stamp or key. */
import type { Plan } from './actions.ts';
import type { Observations } from './observations.ts';

interface Line {
  readonly at: number;
  readonly text: string;
}

/** The trace as text: the plan's facts, then one line for each thing that was seen. */
export function writeTrace(
  { seed, tabs, isAlone, isVisited, isShown, afterRefresh }: Plan,
  seen: Observations,
): string {
  const lines: Line[] = [
    ...seen.presses.flatMap(({ number, tab, press, intent, start, end, told }): Line[] => {
      const what = `tab ${tab}  press ${number}`;
      const asked = { at: start, text: `${what}: ${press.kind} ${shorten(intent ?? '')}` };
      if (end === undefined) return [asked];
      const { revocation } = told ?? {};
      const more = revocation === undefined ? '' : ` ${revocation.service}, key deleted: ${revocation.localKeyDeleted}`;
      return [asked, { at: end, text: `${what} told ${told?.told ?? ''}${more}` }];
    }),
    ...seen.sightings.map(({ at, place, exchange, status, fault, began }) => {
      const { tab, number, method, path, leg, signer } = exchange;
      const signed = leg === 1 ? '' : ` signed by ${signer?.slice(0, 10) ?? ''}`;
      const more = [status, fault, began].filter((part) => part !== undefined).join(', ');
      return { at, text: shorten(`tab ${tab}  request ${number} ${place}: ${method} ${path}${signed} ${more}`) };
    }),
    ...seen.incidents.map(({ at, tab, what }) => ({
      at,
      text: `${tab === undefined ? 'all   ' : `tab ${tab} `} ${what}`,
    })),
    ...seen.changes.map(({ at, tab, state }) => {
      const { status, storage, session } = state;
      const ended = state.ended?.reason;
      const parts = [status, ended, storage, session?.sessionId].filter((part) => part !== undefined);
      return { at, text: shorten(`tab ${tab}  is ${parts.join(', ')}`) };
    }),
  ];
  lines.sort((left, right) => left.at - right.at);
  return [
    `seed ${seed}: ${tabs} tabs, ${isAlone ? 'each alone' : 'of one browser'}, sessions after a refresh: ${afterRefresh}`,
    `${isVisited ? 'a wallet page' : 'an app'}, ${isShown ? 'with' : 'without'} the card in an element`,
    ...lines.map(({ at, text }) => `${String(at).padStart(7)}  ${text.trimEnd()}`),
  ].join('\n');
}

/** Ids by their first eight characters. */
function shorten(text: string): string {
  return text.replace(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1');
}
