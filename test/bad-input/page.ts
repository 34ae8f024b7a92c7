/** Every argument of the entries that a page uses beside the wallet: `countersign/environment` and `countersign/messages`. */
import { inspectEnvironment } from 'countersign/environment';
import { describe, en } from 'countersign/messages';
import type { Position } from './judge.ts';

const isPlain = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Reflect.get(value, 'timeoutMs') === undefined);

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
