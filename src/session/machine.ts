/** What a page knows of its account's session, as a table of states: the keeper makes no other transitions. */

/** The states. Only `live` may sign. */
export type SessionPhase =
  /** Nothing was read yet. */
  | 'loading'
  /** Nobody is signed in. */
  | 'none'
  /** A session and its key, and the clocks agree that it lives. */
  | 'live'
  /** The same, but the clocks contradict each other, storage was emptied, or the service refused the key: it is asked first. */
  | 'uncertain'
  /** Sign-out was pressed and isn't stored yet: a session that storage still has counts as over. */
  | 'leaving'
  /** A newer version of the kit has stored this account's record. */
  | 'outdated'
  /** The wallet was closed. */
  | 'closed';

/** What happens to a page. The `found-` events are what a reading of the store means. */
export type SessionEvent =
  | 'found-live'
  | 'found-uncertain'
  | 'found-over'
  | 'found-none'
  | 'found-nothing'
  | 'found-newer'
  | 'sign-out'
  | 'cleared'
  | 'told-ended'
  | 'told-changed'
  | 'doubted'
  | 'service-gone'
  | 'woke'
  | 'close';

/** What the keeper does about it. */
export type SessionEffect =
  /** Keep the session, show it, and count it down. */
  | 'hold'
  /** Drop the session from memory and show why. */
  | 'forget'
  /** Delete the session that is over from storage, and tell the other tabs if this one was first. */
  | 'delete'
  /** Tell the other tabs. */
  | 'announce'
  /** Ask the service whether the session lives. */
  | 'ask'
  /** Read the store again. */
  | 'read'
  /** Go on in memory, since storage was emptied. */
  | 'use-memory'
  /** In memory: find out whether storage works again. */
  | 'try-storage'
  /** Work through the sessions that are still to be revoked. */
  | 'revoke'
  /** End timers and listeners. */
  | 'release';

/** A transition: the next state, and what is done. */
export type SessionTransition = readonly [SessionPhase, ...SessionEffect[]];

const found = {
  'found-live': ['live', 'hold'],
  'found-uncertain': ['uncertain', 'hold', 'ask'],
  'found-over': ['none', 'forget', 'delete'],
  'found-none': ['none', 'forget'],
  'found-nothing': ['none', 'forget'],
  'found-newer': ['outdated', 'forget'],
  close: ['closed', 'forget', 'release'],
} as const satisfies Partial<Record<SessionEvent, SessionTransition>>;

const holding = {
  ...found,
  'found-nothing': ['uncertain', 'use-memory', 'ask'],
  'sign-out': ['leaving', 'forget', 'announce'],
  'told-ended': ['none', 'forget'],
  doubted: ['uncertain', 'ask'],
  'service-gone': ['none', 'forget', 'delete'],
} as const satisfies Partial<Record<SessionEvent, SessionTransition>>;

const again = ['try-storage', 'read'] as const;

/** The transitions of each state; an event that a state doesn't name changes nothing there. */
export const sessionTransitions: Readonly<Record<SessionPhase, Partial<Record<SessionEvent, SessionTransition>>>> = {
  loading: {
    'found-live': [...found['found-live'], 'revoke'],
    'found-uncertain': [...found['found-uncertain'], 'revoke'],
    'found-over': [...found['found-over'], 'revoke'],
    'found-none': [...found['found-none'], 'revoke'],
    'found-nothing': found['found-nothing'],
    'found-newer': found['found-newer'],
    close: found.close,
  },
  none: { ...found, 'told-changed': ['none', ...again], woke: ['none', ...again, 'revoke'] },
  live: { ...holding, 'told-changed': ['live', ...again], woke: ['live', ...again, 'revoke'] },
  uncertain: { ...holding, 'told-changed': ['uncertain', ...again], woke: ['uncertain', ...again, 'revoke'] },
  leaving: { cleared: ['none', 'read'], close: found.close },
  outdated: {
    ...found,
    'sign-out': ['outdated', 'forget', 'announce'],
    'told-changed': ['outdated', ...again],
    woke: ['outdated', ...again],
  },
  closed: {},
};

/** The status that a user interface sees in each state. */
export const shownStatus: Readonly<Record<SessionPhase, 'loading' | 'signed-out' | 'signed-in' | 'closed'>> = {
  loading: 'loading',
  none: 'signed-out',
  live: 'signed-in',
  uncertain: 'signed-in',
  leaving: 'signed-out',
  outdated: 'signed-out',
  closed: 'closed',
};
