/** Keys and secrets as a picture: what each goes through, step by step, in the lane of the place where it happens. */
import { Fragment, h, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { bare, el, part } from '../element.ts';
import type { KeyEntry, KeyName } from '../record/entry.ts';
import { lastOf } from '../record/last-of.ts';
import { short, span } from '../words.ts';
import { endOf, type View } from './view.ts';

const lanes = ['browser', 'relay', 'service', 'enclave'] as const;
type Lane = (typeof lanes)[number];

/** A row of the picture. */
interface Row {
  readonly name: string;
  readonly what?: string | null | undefined;
  /** What it goes through, in order, and where. */
  readonly steps: readonly (readonly [Lane, string])[];
  /** How many of the steps it has gone through in its present life; all by default. */
  readonly reached?: number;
  readonly words: string;
  readonly left?: { readonly part: number; readonly ms: number } | undefined;
}

/** Draws the panel. */
export function drawKeys(view: View): VNode {
  return part(Keys, { view });
}

function Keys({ view }: { readonly view: View }): VNode {
  const { credentials } = view.record;
  const isSignedIn = view.state.status === 'signed-in';
  useEffect(() => {
    if (isSignedIn && credentials === null) view.readCredentials();
  }, [isSignedIn]);
  return h(
    Fragment,
    null,
    el(
      'div.lanes',
      { 'aria-hidden': 'true' },
      ...['Browser', 'Relay', 'Service', 'Enclave'].map((lane, at) => el('span', { 'data-lane': lanes[at] }, lane)),
    ),
    el('ul.keys', null, ...[...passing(view), ...(credentials ?? []).map(credentialRow), ...staying].map(drawRow)),
    credentials === null
      ? el('p.none', null, 'Passkeys, address and number are drawn once somebody is signed in.')
      : null,
  );
}

function drawRow({ name, what, steps, reached = steps.length, words, left }: Row): VNode {
  const station = ([lane, word]: Row['steps'][number], at: number): VNode =>
    el(
      'li',
      { 'data-lane': lane, 'data-reached': String(at < reached) },
      bare('b', at + 1),
      ' ',
      word,
      at < reached ? null : el('span.unseen', null, ' (not now)'),
    );
  return el(
    'li.key',
    { key: `${name} ${what ?? ''}`, 'data-alive': String(reached > 0 && reached <= steps.length) },
    el('header', null, icon(), bare('h3', name), what == null ? null : bare('code', short(what))),
    el('ol.stations', null, ...steps.map(station)),
    bare('p', words),
    left === undefined
      ? null
      : el(
          'div.left',
          null,
          el('meter', { min: 0, max: 1, value: left.part, 'aria-label': `${name}, time left` }),
          bare('span', `${span(left.ms)} left`),
        ),
  );
}

/** Keys and secrets that come and go with sign-ins and sessions. */
function passing(view: View): readonly Row[] {
  const { state, record } = view;
  const life = record.entries.filter((entry): entry is KeyEntry => entry.kind === 'key' && entry.isEarlier !== true);
  const newest = (name: KeyName): KeyEntry | undefined => lastOf(life, ({ key }) => key === name);
  const reached = (name: KeyName, steps: Row['steps']): number =>
    steps.findIndex(([, word]) => word === newest(name)?.happened) + 1;
  const { session, storage } = state;
  const isSealed =
    lastOf(life, ({ key, happened }) => key === 'session key' && (happened === 'sealed' || happened === 'born'))
      ?.happened !== 'born';
  const key = session?.compressedPublicKeyHex;
  const isUsed =
    key !== undefined && record.entries.some((entry) => entry.kind === 'exchange' && entry.signedBy === key);
  const sessionSteps: Row['steps'] = [
    ...(isSealed
      ? ([
          ['enclave', 'born'],
          ['relay', 'sealed'],
          ['browser', 'opened'],
        ] as const)
      : ([['browser', 'born']] as const)),
    ['browser', 'used'],
    ['browser', 'wiped'],
  ];
  const ms = session === undefined ? 0 : endOf(view, session) - view.serviceNow;
  const whole = session === undefined ? 1 : Math.max(1, session.expiresAt - session.startedAt);
  const login = [
    ['browser', 'born'],
    ['browser', 'wiped'],
  ] as const;
  const target = [
    ['enclave', 'born'],
    ['enclave', 'used'],
  ] as const;
  const code = [
    ['service', 'born'],
    ['relay', 'sealed'],
    ['enclave', 'opened'],
  ] as const;
  const hasOpened = newest('session key')?.happened === 'opened';
  const token = newest('identity token');
  return [
    {
      name: 'Session key',
      what: key ?? newest('session key')?.publicKeyHex,
      steps: sessionSteps,
      reached: session === undefined ? reached('session key', sessionSteps) : sessionSteps.length - (isUsed ? 1 : 2),
      words: `${storage === 'memory' ? 'In the memory of this tab' : 'In IndexedDB'}, non-extractable: every script of this page can use it until it ends, and nobody can copy it.`,
      left: session === undefined ? undefined : { ms, part: Math.max(0, ms / whole) },
    },
    {
      name: 'Login key',
      steps: login,
      reached: reached('login key', login),
      words: 'Made for one sign-in, and kept in memory alone.',
    },
    {
      name: 'One-time code',
      steps: code,
      reached: newest('one-time code') === undefined ? 0 : hasOpened || session !== undefined ? 3 : 2,
      words: 'Leaves the browser only encrypted to the enclave: neither relay nor platform sees it.',
    },
    {
      name: 'Target key',
      steps: target,
      reached: newest('target key') === undefined ? 0 : session === undefined ? 1 : 2,
      words: 'The enclave makes it for one code. Its signature is checked before the code is encrypted to it.',
    },
    ...(token === undefined
      ? []
      : [
          {
            name: 'Identity token',
            what: token.publicKeyHex,
            steps: [
              ['service', 'issued'],
              ['browser', token.happened === 'tied' ? 'tied to the key' : 'tied to another key'],
            ] as const,
            words: token.how,
          },
        ]),
  ];
}

const kinds: Readonly<Record<string, readonly [name: string, words: string]>> = {
  PASSKEY: [
    'Passkey',
    'Made by this person’s device or password manager, where its private half stays. The service knows its public half.',
  ],
  EMAIL_OTP: ['E-mail address', 'Codes go there. Whoever reads them can sign in.'],
  SMS_OTP: ['Phone number', 'Codes go there. Whoever reads them can sign in.'],
  OAUTH: ['Identity', 'Its provider’s tokens sign in, each for one key.'],
};

function credentialRow({ type, nickname }: { readonly type: string; readonly nickname: string }): Row {
  const [name, words] = kinds[type] ?? [type, ''];
  return {
    name,
    what: nickname,
    words,
    steps:
      type === 'PASSKEY'
        ? [
            ['browser', 'born'],
            ['browser', 'used'],
          ]
        : [['service', 'kept']],
  };
}

/** What stays where it is. */
const staying: readonly Row[] = [
  {
    name: 'Wallet key',
    steps: [
      ['enclave', 'born'],
      ['enclave', 'used'],
    ],
    words: 'It moves the money, for a request with a stamp of an active session alone. It never leaves the enclave.',
  },
  {
    name: 'Quorum key',
    steps: [['enclave', 'used']],
    words: 'The enclave signs with it what it tells browsers. Its public half is pinned in this page.',
  },
  {
    name: 'API credentials',
    steps: [['relay', 'used']],
    words: 'They open the service to the whole platform. No page ever has them.',
  },
];

function icon(): VNode {
  const path = 'M8.5 7.5 14 2m-2.5 2.5 2 2m-4 0 1.5 1.5M9 10.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z';
  return h(
    'svg',
    { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true', class: 'icon' },
    h('path', { d: path }),
  );
}
