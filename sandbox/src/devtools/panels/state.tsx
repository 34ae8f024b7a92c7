/** @jsxImportSource preact */
/** The wallet's state: session, why it ended, clocks, storage and other tabs. */
import type { VNode } from 'preact';
import type { WalletState } from 'countersign';
import { short, span, timeOfDay } from '../words.ts';
import { definitions, pill } from './parts.tsx';
import { endOf, type View } from './view.ts';

const reasons: Readonly<Record<NonNullable<WalletState['ended']>['reason'], string>> = {
  expired: 'Its time was over.',
  revoked: 'The service has ended it.',
  'signed-out': 'The person signed out.',
  'storage-lost': 'The browser has removed the stored key.',
};

const tones = { 'signed-in': 'good', 'signed-out': 'plain', loading: 'plain', closed: 'warn' } as const;

/** The panel. */
export function StatePanel(view: View): VNode {
  const { state, now, serviceNow, record, wallet, announcements } = view;
  const { session, ended, status, storage } = state;
  const end = session === undefined ? 0 : endOf(view, session);
  return (
    <>
      <h3>Session</h3>
      {definitions([
        ['Status', pill(tones[status], status)],
        ['Account', <code>{wallet.accountId}</code>],
        ...(session === undefined
          ? []
          : ([
              ['Session', <code>{session.sessionId}</code>],
              ['Signed in by', `${session.credentialType} · ${short(session.credentialId)}`],
              ['Public key', <code>{session.compressedPublicKeyHex}</code>],
              ['Began, by this device', timeOfDay(session.startedAt)],
              ['Ends, by the service', `${timeOfDay(end)}, in ${span(end - serviceNow)}`],
            ] as const)),
        [
          'The last one ended',
          ended === undefined
            ? 'No session has ended in this browser.'
            : [pill('warn', ended.reason), ' ', reasons[ended.reason]],
        ],
      ])}
      <h3>Clocks</h3>
      {definitions([
        ['This device', timeOfDay(now)],
        ['The service', record.clockDifferenceMs === null ? 'No answer yet.' : timeOfDay(serviceNow)],
        ['Difference', difference(record.clockDifferenceMs)],
      ])}
      <h3>Storage</h3>
      {definitions([
        [
          'The session is kept in',
          storage === 'persistent'
            ? 'IndexedDB: it outlives a reload.'
            : 'memory: it ends with this tab, since the browser keeps nothing for this page.',
        ],
      ])}
      <h3>Tabs</h3>
      <p class="none">What wallets of this origin have told one another, newest first:</p>
      {announcements.length === 0 ? (
        <p class="none">Nothing yet.</p>
      ) : (
        <ul>
          {announcements.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function difference(ms: number | null): string {
  if (ms === null) return 'Unknown until the service has answered.';
  if (Math.abs(ms) < 1500) return 'None that can be told: the service’s answers count whole seconds.';
  return `The service is ${span(Math.abs(ms))} ${ms > 0 ? 'ahead' : 'behind'}.`;
}
