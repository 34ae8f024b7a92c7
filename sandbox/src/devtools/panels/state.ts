/** The wallet's state: session, why it ended, clocks, storage and other tabs. */
import type { VNode } from 'preact';
import { all, bare, definitions, el, pill } from '../element.ts';
import type { WalletState } from 'countersign';
import { short, span, timeOfDay } from '../words.ts';
import { endOf, type View } from './view.ts';

const reasons: Readonly<Record<NonNullable<WalletState['ended']>['reason'], string>> = {
  expired: 'Its time was over.',
  revoked: 'The service has ended it.',
  'signed-out': 'The person signed out.',
  'storage-lost': 'The browser has removed the stored key.',
};

/** Draws the panel. */
export function drawState(view: View): VNode {
  const { state, now, serviceNow, record, accountId, announcements } = view;
  const { session, ended, status, storage } = state;
  const tone = { 'signed-in': 'good', 'signed-out': 'plain', loading: 'plain', closed: 'warn' } as const;
  return all(
    bare('h3', 'Session'),
    definitions([
      ['Status', pill(tone[status], status)],
      ['Account', bare('code', accountId)],
      ...(session === undefined
        ? []
        : ([
            ['Session', bare('code', session.sessionId)],
            ['Signed in by', `${session.credentialType} · ${short(session.credentialId)}`],
            ['Public key', bare('code', session.compressedPublicKeyHex)],
            ['Began, by this device', timeOfDay(session.startedAt)],
            [
              'Ends, by the service',
              `${timeOfDay(endOf(view, session))}, in ${span(endOf(view, session) - serviceNow)}`,
            ],
          ] as const)),
      [
        'The last one ended',
        ended === undefined
          ? 'No session has ended in this browser.'
          : [pill('warn', ended.reason), ' ', reasons[ended.reason]],
      ],
    ]),
    bare('h3', 'Clocks'),
    definitions([
      ['This device', timeOfDay(now)],
      ['The service', record.clockDifferenceMs === null ? 'No answer yet.' : timeOfDay(serviceNow)],
      ['Difference', difference(record.clockDifferenceMs)],
    ]),
    bare('h3', 'Storage'),
    definitions([
      [
        'The session is kept in',
        storage === 'persistent'
          ? 'IndexedDB: it outlives a reload.'
          : 'memory: it ends with this tab, since the browser keeps nothing for this page.',
      ],
    ]),
    bare('h3', 'Tabs'),
    bare('p.none', 'What wallets of this origin have told one another, newest first:'),
    announcements.length === 0
      ? bare('p.none', 'Nothing yet.')
      : bare('ul', ...announcements.map((line, index) => el('li', { key: `${line}${String(index)}` }, line))),
  );
}

function difference(ms: number | null): string {
  if (ms === null) return 'Unknown until the service has answered.';
  if (Math.abs(ms) < 1500) return 'None that can be told: the service’s answers count whole seconds.';
  return `The service is ${span(Math.abs(ms))} ${ms > 0 ? 'ahead' : 'behind'}.`;
}
