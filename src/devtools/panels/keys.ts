/** Which keys exist, where each lives, who can use it, and what each went through. */
import { Fragment, h, type VNode } from 'preact';
import { el, pill, bare } from '../element.ts';
import type { KeyEntry, KeyName } from '../record/entry.ts';
import { short, span, timeOfDay } from '../words.ts';
import type { View } from './view.ts';
import { lastOf } from '../record/last-of.ts';

interface Key {
  readonly name: string;
  readonly isHere: boolean;
  readonly publicKeyHex?: string | undefined;
  readonly who: string;
  readonly how: string;
  /** Part of its life that is left, 0 to 1, and the time. */
  readonly left?: { readonly part: number; readonly ms: number } | undefined;
}

/** Draws the panel. */
export function drawKeys(view: View): VNode {
  const life = view.record.entries.filter((entry): entry is KeyEntry => entry.kind === 'key');
  return h(
    Fragment,
    null,
    el(
      'div.places',
      null,
      place('browser', 'This browser', inBrowser(view, life)),
      place('relay', 'The platform’s back-end', [
        {
          name: 'API credentials',
          isHere: true,
          who: 'The relay alone; no page ever has them.',
          how: 'They open the service to the whole platform. The relay passes on a closed list of requests.',
        },
      ]),
      place('enclave', 'The enclave, inside the service', inEnclave(life)),
    ),
    bare('h3', 'What they went through'),
    history(life),
  );
}

function place(lane: string, title: string, keys: readonly Key[]): VNode {
  const absent = keys.filter(({ isHere }) => !isHere).map(({ name }) => name);
  return el(
    'section.place',
    { 'data-lane': lane },
    bare('h3', title),
    bare('ul', ...keys.filter(({ isHere }) => isHere).map(card)),
    absent.length === 0 ? null : el('p.none', null, `Not now: ${absent.join(', ')}.`),
  );
}

function card({ name, publicKeyHex, who, how, left }: Key): VNode {
  return el(
    'li.key',
    { key: name },
    el('header', null, icon(), bare('h4', name), publicKeyHex === undefined ? null : bare('code', short(publicKeyHex))),
    bare('p', bare('strong', 'Who can use it: '), who),
    bare('p', how),
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

function inBrowser({ state, now }: View, life: readonly KeyEntry[]): readonly Key[] {
  const { session, storage } = state;
  const where = storage === 'memory' ? 'In the memory of this tab' : 'In IndexedDB';
  return [
    {
      name: 'Session key',
      isHere: session !== undefined,
      publicKeyHex: session?.compressedPublicKeyHex,
      who: 'Every script of this page, until it ends; nobody can copy it.',
      how: `${where}, as a non-extractable key: it signs, and its bytes can’t be read.`,
      left:
        session === undefined
          ? undefined
          : {
              ms: session.expiresAt - now,
              part: Math.max(0, (session.expiresAt - now) / Math.max(1, session.expiresAt - session.startedAt)),
            },
    },
    {
      name: 'Login key',
      isHere: isAlive(life, 'login key'),
      who: 'The sign-in that is under way.',
      how: 'Made for one sign-in, and kept in memory alone.',
    },
    {
      name: 'One-time code',
      isHere: isAlive(life, 'login key'),
      who: 'The person, until it is typed; then the enclave.',
      how: 'Leaves the browser only encrypted to the enclave, so that neither relay nor platform sees it.',
    },
  ];
}

function inEnclave(life: readonly KeyEntry[]): readonly Key[] {
  return [
    {
      name: 'Wallet key',
      isHere: true,
      who: 'The enclave alone, and only for a request with a stamp of an active session.',
      how: 'It moves the money. It was made in the enclave and never leaves it: no stamp, no signature.',
    },
    {
      name: 'Quorum key',
      isHere: true,
      who: 'The enclave signs with it what it tells browsers.',
      how: 'Its public half is pinned in this page. A key that came along with a message would prove nothing.',
    },
    {
      name: 'Target key',
      isHere: life.some(({ key }) => key === 'target key') && isAlive(life, 'target key'),
      who: 'The enclave, for one code.',
      how: 'Codes are encrypted to its public half, after the signature on it was checked.',
    },
  ];
}

/** Whether the last that was heard of a key is not its end; the target key serves until a login key was made for it. */
function isAlive(life: readonly KeyEntry[], name: KeyName): boolean {
  const last = lastOf(life, ({ key, isEarlier }) => isEarlier !== true && (key === name || key === 'session key'));
  return last?.key === name && last.happened !== 'destroyed';
}

function history(life: readonly KeyEntry[]): VNode {
  if (life.length === 0)
    return el('p.empty', null, 'Nothing yet: sign in, and keys are born, sealed, opened and destroyed.');
  const tones = { born: 'good', sealed: 'plain', opened: 'good', destroyed: 'bad' } as const;
  return el(
    'ol.life',
    null,
    ...[...life]
      .reverse()
      .map(({ id, at, key, happened, how, publicKeyHex }) =>
        el(
          'li',
          { key: id },
          bare('time', timeOfDay(at)),
          bare(
            'div',
            bare('strong', key),
            ' ',
            pill(tones[happened], happened),
            publicKeyHex === null ? null : [' ', bare('code', short(publicKeyHex))],
            bare('p', how),
          ),
        ),
      ),
  );
}

function icon(): VNode {
  const path = 'M8.5 7.5 14 2m-2.5 2.5 2 2m-4 0 1.5 1.5M9 10.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z';
  return h(
    'svg',
    { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true', class: 'icon' },
    h('path', { d: path }),
  );
}
