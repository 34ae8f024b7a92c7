/**
 * Every argument of the entries that a page uses beside the wallet: `countersign-sandbox/devtools`, `countersign/elements`,
 * `countersign/environment` and `countersign/messages`.
 */
import { createTap, mountInspector } from 'countersign-sandbox/devtools';
import { defineElements } from 'countersign/elements';
import { inspectEnvironment } from 'countersign/environment';
import { describe, en } from 'countersign/messages';
import {
  isObject,
  isPlain,
  isRate,
  isUndefined,
  never,
  orNothing,
  rejecting,
  throwing,
  type Position,
  type Row,
} from './judge.ts';

const idle = { subscribe: () => () => undefined } as never;

function watching(): ReturnType<typeof createTap> {
  const tap = createTap({ storage: false });
  tap.watch({ relay: '/wallet', accountId: '', enclaveKeys: [], environment: 'sandbox' });
  return tap;
}

/** The inspector's functions. */
export function inspectorPositions(): readonly Position[] {
  const parent = { append: () => undefined } as never;
  return throwing([
    ['createTap: options', (bad) => createTap(bad), isPlain],
    ['createTap: clock', (clock) => createTap({ clock }), isUndefined],
    ['createTap: storage', (storage) => createTap({ storage }), isUndefined],
    ['createTap: what is watched', (bad) => createTap({ storage: false }).watch(bad), isObject, /options/],
    ['mountInspector: wallet', (bad) => mountInspector(bad, { tap: watching() })],
    ['mountInspector: options', (bad) => mountInspector(idle, bad), never, /options|tap/],
    ['mountInspector: tap', (tap) => mountInspector(idle, { tap })],
    ...['control', 'panel', 'colorScheme', 'parent'].map((option): Row => [
      `mountInspector: ${option}`,
      (bad) => mountInspector(idle, { tap: watching(), parent, [option]: bad }),
      isUndefined,
    ]),
  ]);
}

/** `defineElements`, `inspectEnvironment` and `describe`; what went wrong may be any value at all. */
export function pagePositions(): readonly Position[] {
  return [
    ...rejecting([
      ['defineElements: name', (bad) => defineElements(bad)],
      ['inspectEnvironment: options', (bad) => inspectEnvironment(bad), isPlain],
      ['inspectEnvironment: timeoutMs', (timeoutMs) => inspectEnvironment({ timeoutMs }), orNothing(isRate)],
    ]),
    ...throwing([
      [
        'describe: error',
        (bad) => describe(bad, { locale: en }),
        (bad) => Reflect.get(Object(bad), 'code') === undefined,
      ],
      ['describe: options', (bad) => describe(new Error(), bad)],
      ['describe: locale', (locale) => describe(new Error(), { locale })],
    ]),
  ];
}
