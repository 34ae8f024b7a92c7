/** @jsxImportSource preact */
/** Keys and secrets as a picture: the steps of each, in the lanes of their places. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KeyEntry, KeyName } from '../record/entry.ts';
import { lastOf } from '../record/last-of.ts';
import type { KnownCredential } from '../record/record.ts';
import { short, span } from '../words.ts';
import { LaneHeads } from './parts.tsx';
import { endOf, type View } from './view.ts';

/** A row of the picture. */
interface Row {
  readonly name: string;
  readonly what?: string | null | undefined;
  /** Its steps, in order, each with its lane: `browser created, browser deleted`. */
  readonly steps: string;
  /** The last step that it has reached in its present life; null for none, all by default. */
  readonly reached?: string | null | undefined;
  readonly words: string;
  readonly left?: { readonly part: number; readonly ms: number } | undefined;
}

/** The panel. */
export function KeysPanel(view: View): VNode {
  const { credentials } = view.record;
  const isSignedIn = view.state.status === 'signed-in';
  useEffect(() => {
    if (isSignedIn && credentials === null) view.wallet.credentials.list().catch(() => undefined);
  }, [isSignedIn]);
  return (
    <>
      <LaneHeads />
      <ul class="keys">{[...passing(view), ...(credentials ?? []).map(credentialRow), ...staying].map(drawRow)}</ul>
      {credentials === null ? (
        <p class="none">Passkeys, address and number are drawn once somebody is signed in.</p>
      ) : null}
    </>
  );
}

function drawRow({ name, what, steps, reached, words, left }: Row): VNode {
  const stations = steps.split(', ');
  const last =
    reached === undefined ? stations.length - 1 : stations.findIndex((step) => step.endsWith(` ${String(reached)}`));
  return (
    <li class="key">
      <div class="name">
        <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true" class="icon">
          <path d="M8.5 7.5 14 2m-2.5 2.5 2 2m-4 0 1.5 1.5M9 10.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z" />
        </svg>
        <h3>{name}</h3>
        {typeof what === 'string' ? <code>{/^0[234][0-9a-f]{64,}$/.test(what) ? short(what) : what}</code> : null}
      </div>
      <ol class="stations">
        {stations.map((step, at) => {
          const [lane, ...word] = step.split(' ');
          return (
            <li data-lane={lane} data-reached={at <= last}>
              {`${String(at + 1)} ${word.join(' ')}`}
              {at > last ? <span class="unseen"> (not now)</span> : null}
            </li>
          );
        })}
      </ol>
      <p>{words}</p>
      {left === undefined ? null : (
        <div class="left">
          <meter min={0} max={1} value={left.part} aria-label={`${name}, time left`} />
          <span>{span(left.ms)} left</span>
        </div>
      )}
    </li>
  );
}

/** Keys and secrets that come and go with sign-ins and sessions. */
function passing(view: View): readonly Row[] {
  const { state, record } = view;
  const { session, storage } = state;
  const life = record.entries.filter((entry): entry is KeyEntry => entry.kind === 'key');
  const newest = (name: KeyName): KeyEntry | null =>
    lastOf(life, ({ key, isEarlier }) => key === name && isEarlier !== true) ?? null;
  const isSealed = life.some(({ key, happened }) => key === 'session key' && happened === 'sealed');
  const key = session?.compressedPublicKeyHex;
  const isUsed = record.entries.some(
    (entry) => entry.kind === 'exchange' && key !== undefined && entry.signedBy === key,
  );
  const ms = session === undefined ? 0 : endOf(view, session) - view.serviceNow;
  const part = ms / Math.max(1, (session?.expiresAt ?? 0) - (session?.startedAt ?? 0));
  const living = isUsed ? 'used' : isSealed ? 'opened' : 'created';
  const [last, token] = [newest('session key'), newest('identity token')];
  const served = session === undefined ? 'sealed' : 'opened';
  const rows: readonly Row[] = [
    {
      name: 'Session key',
      what: key ?? last?.publicKeyHex,
      steps: `${isSealed ? 'enclave created, relay sealed, browser opened' : 'browser created'}, browser used, browser deleted`,
      reached: session === undefined ? (last?.happened ?? null) : living,
      words: `In ${storage === 'memory' ? 'the memory of this tab' : 'IndexedDB'}, non-extractable: every script of this page can use it until it ends, and nobody can copy it from there.`,
      left: session === undefined ? undefined : { ms, part },
    },
    {
      name: 'Login key',
      steps: 'browser created, browser deleted',
      reached: newest('login key')?.happened ?? null,
      words: 'Made for one sign-in, and kept in memory alone.',
    },
    {
      name: 'One-time code',
      steps: 'service created, relay sealed, enclave opened',
      reached: newest('one-time code') && served,
      words: 'Leaves the browser only encrypted to the enclave: neither relay nor platform sees it.',
    },
    {
      name: 'Target key',
      steps: 'enclave created, enclave used',
      reached: newest('target key') && (session === undefined ? 'created' : 'used'),
      words: 'The enclave makes it for one code. Its signature is checked before the code is encrypted to it.',
    },
  ];
  if (token === null) return rows;
  const tie = token.happened === 'tied' ? 'tied to this key' : 'tied to another key';
  return [
    ...rows,
    { name: 'Identity token', what: token.publicKeyHex, steps: `service issued, browser ${tie}`, words: token.how },
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

function credentialRow({ type, nickname }: KnownCredential): Row {
  const [name, words] = kinds[type] ?? [type, ''];
  return { name, what: nickname, words, steps: type === 'PASSKEY' ? 'browser created, browser used' : 'service kept' };
}

/** Keys that stay in one place. */
const staying: readonly Row[] = [
  {
    name: 'Wallet key',
    steps: 'enclave created, enclave used',
    words: 'It moves the money, for a request with a stamp of an active session alone. It never leaves the enclave.',
  },
  {
    name: 'Quorum key',
    steps: 'enclave used',
    words: 'The enclave signs with it what it tells browsers. Its public half is pinned in this page.',
  },
  {
    name: 'API credentials',
    steps: 'relay used',
    words: 'They open the service to the whole platform. No page ever has them.',
  },
];
