/** Words of the inspector: short keys, paths, times, names of actions. */
import { flowFacts, type WalletFlow } from '../../../src/kit/wallet/facts.ts';
import type { Entry, ExchangeEntry } from './record/entry.ts';

/** The beginning and end of a public key or a long id: enough to tell two apart. */
export function short(value: string): string {
  return value.length <= 20 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`;
}

/** A path without its query and the middle of its ids. */
export function shortPath(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replaceAll(/([A-Za-z]+)(?::|%3A)([0-9a-f]{4})[0-9a-f-]{32}/gi, '$1:$2…')
    .replaceAll('%3A', ':');
}

/** The time of day on this device, with tenths of a second. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const tenth = Math.floor(date.getMilliseconds() / 100);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(tenth)}`;
}

/** A span of time in words, for example `12 min 30 s`. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${String(seconds)} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes >= 60) return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
  return rest === 0 ? `${String(minutes)} min` : `${String(minutes)} min ${String(rest)} s`;
}

/** The compiler names a flow that has no words. */
const flows: Readonly<Record<WalletFlow | 'custom', string>> = {
  'emailOtp.begin': 'Ask for a code',
  'emailOtp.verify': 'Sign in with the code',
  'emailOtp.resend': 'Ask for another code',
  'smsOtp.begin': 'Ask for a code by SMS',
  'smsOtp.verify': 'Sign in with the code',
  'smsOtp.resend': 'Ask for another code',
  'oauth.begin': 'Prepare a sign-in with an identity',
  'oauth.verify': 'Sign in with an identity',
  'passkey.prepare': 'Prepare a passkey sign-in',
  'passkey.signIn': 'Sign in with a passkey',
  'passkey.prepareAdd': 'Prepare a new passkey',
  'passkey.add': 'Add a passkey',
  'passkey.available': 'Look for a passkey',
  'quote.execute': 'Sign a payment',
  'quote.authorize': 'Confirm a payment with a code',
  'quote.resendAuthorization': 'Ask for another code for a payment',
  'quote.get': 'Read a quote',
  'quote.look': 'Check what became of a payment',
  'quote.unfinished': 'Look for unfinished payments',
  'transaction.get': 'Read a payment',
  'transaction.list': 'List the payments',
  'transaction.follow': 'Follow a payment',
  'payee.get': 'Read the payee',
  'payee.name': 'Ask who is paid',
  'account.get': 'Read the balance',
  'account.export': 'Export the wallet',
  'session.refresh': 'Refresh the session',
  'session.revoke': 'End a session',
  'session.list': 'List the sessions',
  'credentials.list': 'List the ways to sign in',
  'credentials.remove': 'Remove a way to sign in',
  'credentials.addEmailOtp': 'Add an e-mail address',
  'credentials.addSmsOtp': 'Add a phone number',
  'credentials.addOAuth': 'Add an identity',
  'credentials.changeEmail': 'Change the e-mail address',
  'credentials.changePhone': 'Change the phone number',
  'card.list': 'List the cards',
  'card.freeze': 'Freeze a card',
  'card.unfreeze': 'Unfreeze a card',
  'card.close': 'Close a card',
  'delegatedKeys.create': 'Let the service sign for a card',
  'delegatedKeys.list': "List the service's keys of cards",
  'delegatedKeys.revoke': "End the service's key of a card",
  signedRetry: 'A signed action',
  custom: 'A signed action',
  'background.refresh': 'Refresh the session by itself',
  'background.revoke': 'End a session at the service',
};

/** Name of an action, by its flow or intent. */
export function nameOfFlow(name: string): string {
  const isFlow = (one: string): one is keyof typeof flows => Object.hasOwn(flows, one);
  const byIntent = Object.entries(flowFacts).find(([, facts]) => 'intent' in facts && facts.intent === name);
  const flow = byIntent?.[0] ?? name;
  return isFlow(flow) ? flows[flow] : flow;
}

const verbs: Readonly<Record<string, string>> = { GET: 'Read', PATCH: 'Change', DELETE: 'Remove' };

/** Names of the page's requests to the relay that create something, by the last part of the path. */
const made: Readonly<Record<string, string>> = {
  challenge: 'Ask for a challenge',
  'external-accounts': 'Add a bank account',
  'passkey-challenge': 'Ask for a challenge',
  quotes: 'Ask for a quote',
};

/** Name of a group of entries, in a few words. */
export function nameOfGroup(entries: readonly Entry[]): string {
  for (const entry of entries) {
    if (entry.kind === 'call') return nameOfFlow(entry.flow);
    if (entry.kind === 'check') return nameOfFlow(entry.intent);
  }
  const first = entries.find((entry): entry is ExchangeEntry => entry.kind === 'exchange');
  if (first === undefined) return 'In this browser';
  const words = shortPath(first.path)
    .split('/')
    .filter((word) => /^[a-z-]+$/.test(word));
  const last = words.at(-1) ?? '';
  const noun = last.replaceAll('-', ' ');
  if (first.method !== 'POST') return `${verbs[first.method] ?? first.method} ${noun}`;
  return (first.to === 'relay' ? made[last] : undefined) ?? `Tell the back-end: ${noun}`;
}

/** Groups entries, the newest group first, each in the order of time. An entry without a call stands at its own time. */
export function groupsOf(entries: readonly Entry[]): readonly (readonly [number, readonly Entry[]])[] {
  const groups = new Map<number, Entry[]>();
  let key = 0;
  entries.forEach((entry, at) => {
    const before = entries[at - 1];
    if (entry.group !== 0) key = entry.group;
    else if (before?.group !== 0 || before.isEarlier !== entry.isEarlier) key = -entry.id;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  });
  return [...groups].reverse();
}

/** Detects a group that only reads, without an error: a page that stops reading has lost nothing. */
export function isPlainRead(entries: readonly Entry[]): boolean {
  const isLeft = entries.some((entry) => entry.kind === 'call' && entry.outcome === 'aborted');
  return entries.every((entry) => {
    if (entry.kind === 'call')
      return entry.step === 'begin' || (entry.step === 'end' && (isLeft || entry.outcome === 'done'));
    if (entry.kind !== 'exchange' || (entry.isLost && !isLeft)) return false;
    return entry.method === 'GET' && (entry.status === null || entry.status < 400);
  });
}
