/** Sessions, their keys and their ends. */
import { inFlight, of, type Behaviour } from './behaviour.ts';

/** What holds of them. */
export const sessions: readonly Behaviour[] = [
  {
    says: 'A sign-out wins over a refresh in another tab, with a channel and without.',
    tests: [
      of('session/revocations', 'is revoked by the next page: one that another tab had stored before the sign-out'),
      of('session/interleavings', 'a sign-out wins over a refresh, and both sessions end at the service'),
    ],
    inFlight: inFlight(
      'sessions',
      'is not undone by a refresh that another tab brings home meanwhile, %s BroadcastChannel',
      'ends the session that a refresh under way brings about',
    ),
  },
  {
    says: 'A sign-out waits for no network: while its request hangs no tab signs, nor does the page that is opened next.',
    tests: [
      of(
        'session/sign-out',
        'without a channel stops the other tabs at their next signature',
        'while its request hangs stops every tab, and the page that is opened next',
      ),
    ],
    inFlight: inFlight(
      'sessions',
      'takes the power to sign from every tab before the network has answered',
      'outlives the tab in which it was pressed, and ends the session at the service on the next load',
    ),
  },
  {
    says: 'On a full disk a sign-out deletes the key, and a refresh leaves no key behind that was revoked.',
    tests: [
      of('session/sign-out', 'over quota deletes the record, where a put fails and a delete succeeds'),
      of(
        'session/storage-ladder',
        'by running full keeps the new session in memory, and deletes the old one from storage',
      ),
    ],
    inFlight: inFlight(
      'sessions',
      'deletes the key where the disk is full',
      'whose key a refresh replaces on a full disk leaves no key in storage that the service has ended',
    ),
  },
  {
    says: 'A tab whose storage stalled, was evicted or was upgraded obeys the sign-outs of others, and returns to storage.',
    tests: [
      of('session/sign-out', 'by hanging is over in this page and the others at once'),
      of(
        'session/memory-mode',
        'tries storage again on %s',
        'gives way to a sign-out that it could not hear of',
        'signs no more while the service can not be asked',
      ),
      of('session/newer-schema', 'under the page is left alone: the page says that it must be reloaded'),
    ],
    inFlight: inFlight('sessions', 'is obeyed by a tab whose storage %s before it'),
  },
  {
    says: 'A session that ended at the service ends in every tab, and its key is deleted.',
    tests: [of('session/doubt', 'ends in every tab, and its key is deleted, once the service has said so')],
    inFlight: inFlight(
      'sessions',
      'that was ended at the service ends in every tab as soon as one of them hears of it',
    ),
  },
  {
    says: 'A session that a later version has stored is left alone, and the page says that it must be reloaded.',
    tests: [
      of(
        'session/newer-schema',
        'leaves its record alone, whatever it tries',
        'says that the page must be reloaded, in every call, and signs nothing',
      ),
      of(
        'in-flight/versions',
        'signs nothing once the other has stored a session, says why, and leaves that session to it',
      ),
    ],
    inFlight: inFlight('sessions', 'that a newer version has stored is left alone by this one'),
  },
  {
    says: 'A failed automatic refresh is tried again until the last second.',
    tests: [
      of(
        'wallet/auto-refresh',
        'is tried again after a failure with growing pauses, until its last second',
        'is tried again at once when the browser is back online',
      ),
    ],
    inFlight: inFlight('sessions', 'is refreshed although the first attempt met a 502'),
  },
  {
    says: 'Sessions that are shorter than the notice of their end are refreshed at half their life, over and over.',
    tests: [of('wallet/auto-refresh', 'is refreshed at half its life where it lives no longer than the notice')],
    inFlight: inFlight(
      'sessions',
      'that is shorter than the time before its end at which it is refreshed goes on and on',
    ),
  },
  {
    says: 'A refresh is told when the new session can sign; the revocation of the old one goes on behind it.',
    tests: [
      of(
        'session/revocations',
        'holds nobody up while its revocation hangs',
        'is revoked after five seconds, whatever hangs',
      ),
    ],
    inFlight: inFlight('sessions', 'is told as refreshed while the end of the one before it is still under way'),
  },
  {
    says: 'No session that nobody owns is left alive at the service.',
    tests: [
      of(
        'session/revocations',
        'because its sign-in was given up is revoked by its own key',
        'is revoked by the next page: one that no tab took',
      ),
      of(
        'journeys/sign-in-again',
        'a sign-in whose person gave up while its answer was on the way leaves no session at the service',
      ),
    ],
    inFlight: inFlight('sessions', 'that a sign-in brings after the person gave up is ended at the service'),
  },
  {
    says: 'A sign-out whose signal was aborted before it does nothing, and says so.',
    tests: [of('session/sign-out', 'whose signal was aborted before it does nothing')],
  },
  {
    says: 'A closed wallet keeps no connection, timer or listener, and neither signs in nor acts; a page that makes it twice goes on.',
    tests: [
      of(
        'session/close',
        'rejects every call that asks something of it',
        'leaves no timer and hears no event',
        'of a store ends its calls without opening it again',
        'leaves the session stored for the next one, as in a page that makes its wallet twice',
      ),
    ],
    inFlight: inFlight(
      'sessions',
      'lets go of its connection and its timers, however much work is pending',
      'neither signs in nor pays',
    ),
  },
  {
    says: 'A page that dies while it tries the storage leaves no key there for long.',
    tests: [of('session/close', 'leaves a key that the next page deletes, and no probe of a page that is at it')],
    inFlight: inFlight('sessions', 'whose page died while it tried the storage leaves no key there'),
  },
  {
    says: 'A lock manager that ignores its signal holds nobody up.',
    tests: [of('session/lock', 'that ignores its signal is not waited for, and what it grants too late is let go')],
  },
  {
    says: 'Eviction is noticed at once, and not on the next wake.',
    tests: [of('session/memory-mode', 'learns it when the browser deletes the database, not only on waking')],
  },
];
