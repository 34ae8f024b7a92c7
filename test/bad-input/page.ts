/**
 * Every argument of the entries that a page uses beside the wallet: `countersign/devtools`, `countersign/environment` and
 * `countersign/messages`.
 */
import { createTap, mountInspector } from 'countersign/devtools';
import { inspectEnvironment } from 'countersign/environment';
import { describe, en } from 'countersign/messages';
import type { Position } from './judge.ts';

const isPlain = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Reflect.get(value, 'timeoutMs') === undefined);

const isTapOptions = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    ['clock', 'storage'].every((name) => Reflect.get(value, name) === undefined));
const idle = { subscribe: () => () => undefined };

function watching(): ReturnType<typeof createTap> {
  const tap = createTap({ storage: false });
  tap.watch({ relay: '/wallet', accountId: '', enclaveKeys: [], environment: 'sandbox' });
  return tap;
}

function mountWith(option: string, bad: unknown): unknown {
  return mountInspector(idle as never, {
    tap: watching(),
    parent: { append: () => undefined } as never,
    [option]: bad,
  });
}

/** The inspector's functions. */
export function inspectorPositions(): readonly Position[] {
  const isAbsent = (bad: unknown): boolean => bad === undefined;
  return [
    {
      title: 'createTap: options',
      names: /options/,
      call: (bad) => createTap(bad as never),
      good: isTapOptions,
      sync: true,
    },
    {
      title: 'createTap: clock',
      names: /clock/,
      call: (bad) => createTap({ clock: bad as never }),
      good: isAbsent,
      sync: true,
    },
    {
      title: 'createTap: storage',
      names: /storage/,
      call: (bad) => createTap({ storage: bad as never }),
      good: isAbsent,
      sync: true,
    },
    {
      title: 'createTap: what is watched',
      names: /options/,
      call: (bad) => createTap({ storage: false }).watch(bad as never),
      good: (bad) => typeof bad === 'object' && bad !== null,
      sync: true,
    },
    {
      title: 'mountInspector: wallet',
      names: /wallet/,
      call: (bad) => mountInspector(bad as never, { tap: watching() }),
      sync: true,
    },
    {
      title: 'mountInspector: options',
      names: /options|tap/,
      call: (bad) => mountInspector(idle as never, bad as never),
      sync: true,
    },
    {
      title: 'mountInspector: tap',
      names: /tap/,
      call: (bad) => mountInspector(idle as never, { tap: bad as never }),
      sync: true,
    },
    ...['control', 'panel', 'colorScheme', 'parent'].map((option): Position => ({
      title: `mountInspector: ${option}`,
      names: new RegExp(option),
      call: (bad) => mountWith(option, bad),
      good: isAbsent,
      sync: true,
    })),
  ];
}

/** `inspectEnvironment` and `describe`; what went wrong may be any value at all. */
export function pagePositions(): readonly Position[] {
  return [
    {
      title: 'inspectEnvironment: options',
      names: /options/,
      call: (bad) => inspectEnvironment(bad as never),
      good: isPlain,
    },
    {
      title: 'inspectEnvironment: timeoutMs',
      names: /timeoutMs/,
      call: (bad) => inspectEnvironment({ timeoutMs: bad as never }),
      good: (bad) => bad === undefined,
    },
    {
      title: 'describe: error',
      names: /error/,
      call: (bad) => describe(bad, { locale: en }),
      good: (bad) => Reflect.get(Object(bad), 'code') === undefined,
      sync: true,
    },
    { title: 'describe: options', names: /options/, call: (bad) => describe(new Error(), bad as never), sync: true },
    {
      title: 'describe: locale',
      names: /locale/,
      call: (bad) => describe(new Error(), { locale: bad as never }),
      sync: true,
    },
  ];
}
