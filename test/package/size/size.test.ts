import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildKit } from '../consumer.ts';
import { root } from '../../source-tree.ts';
import {
  ceilings,
  elementCeilings,
  measureElements,
  measureParts,
  measureWallet,
  neverAtFirst,
  partCeilings,
  readFigures,
} from './figures.mjs';
import { bundlers, measure, shapes } from './measure.mjs';

let figures: Awaited<ReturnType<typeof measureWallet>>;
let elements: typeof figures;

beforeAll(async () => {
  await buildKit();
  figures = await measureWallet();
  elements = await measureElements();
}, 120_000);

test.each(Object.entries(ceilings))('the wallet stays under its ceiling: %s', (stage, { ceiling }) => {
  for (const bundler of bundlers) expect(figures[stage]?.[bundler], bundler).toBeLessThanOrEqual(ceiling);
});

test('every stage that is measured has a ceiling', () => {
  expect(Object.keys(figures)).toEqual(Object.keys(ceilings));
});

test('what a page adds to the wallet stays under its ceiling: binding, messages by locale, events', async () => {
  const parts = await measureParts();
  expect(Object.keys(parts)).toEqual(Object.keys(partCeilings));
  for (const [part, sizes] of Object.entries(parts)) {
    for (const bundler of bundlers) {
      expect(sizes[bundler], `${part}, ${bundler}`).toBeGreaterThan(0);
      expect(sizes[bundler], `${part}, ${bundler}`).toBeLessThanOrEqual(partCeilings[part] ?? 0);
    }
  }
});

test('each element stays under its ceiling beside the wallet', () => {
  expect(Object.keys(elements)).toEqual(Object.keys(elementCeilings));
  for (const [element, ceiling] of Object.entries(elementCeilings)) {
    for (const bundler of bundlers) {
      expect(elements[element]?.[bundler], `${element}, ${bundler}`).toBeGreaterThan(5000);
      expect(elements[element]?.[bundler], `${element}, ${bundler}`).toBeLessThanOrEqual(ceiling);
    }
  }
});

test.each(['docs/performance.md', 'docs/elements.md'])(
  '%s states these sizes, to a tenth of a kilobyte',
  (document) => {
    const stated = readFigures(readFileSync(join(root, document), 'utf8'));
    const measured = document === 'docs/performance.md' ? figures : elements;
    expect(Object.keys(stated)).toEqual(Object.keys(measured));
    for (const [stage, sizes] of Object.entries(measured)) {
      for (const bundler of bundlers) {
        expect(Math.abs((stated[stage]?.[bundler] ?? 0) - sizes[bundler]), `${stage}, ${bundler}`).toBeLessThan(100);
      }
    }
  },
);

describe.for(bundlers)('bundled with %s', (bundler) => {
  test('no flow, no passkey, no curve and no login cryptography is in the first load', async () => {
    const { entry, names } = shapes['the wallet'] ?? { entry: '', names: [] };
    const { firstFiles, lazy } = await measure({ entry, names }, bundler);
    expect(firstFiles.filter((file) => neverAtFirst.test(file))).toEqual([]);
    expect(lazy.flatMap(({ files }) => files).some((file) => neverAtFirst.test(file))).toBe(true);
  });

  test('stamping alone loads no curve and no HPKE', async () => {
    const { entry, names } = shapes['stamping alone'] ?? { entry: '', names: [] };
    expect((await measure({ entry, names }, bundler)).first).toBeLessThanOrEqual(2_500);
  });
});
