import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildKit } from '../consumer.ts';
import { root } from '../../source-tree.ts';
import { budgets, isMet, moved, stepOf, withSizes, type Figures } from './budgets.mjs';
import { linesOfDocuments, measureAll, neverAtFirst } from './figures.mjs';
import { bundlers, measure, shapes } from './measure.mjs';

let figures: Figures;

beforeAll(async () => {
  await buildKit();
  figures = await measureAll();
}, 240_000);

describe('the table of sizes', () => {
  test('has a row for all that is measured, by each tool', () => {
    const tools = (rows: Record<string, object>) =>
      Object.entries(rows).map(([name, sizes]) => [name, ...Object.keys(sizes)]);
    const stands = Object.entries(budgets).map(([name, row]) => [name, row.stands] as const);
    expect(tools(Object.fromEntries(stands))).toEqual(tools(figures));
  });

  test.for(Object.entries(budgets))('says where it stands: %s', ([name, { stands }]) => {
    for (const [tool, bytes] of Object.entries(stands)) {
      const measured = figures[name]?.[tool] ?? NaN;
      expect(measured, `${tool}: make it smaller, or run npm run size -- --write --reason "…"`).toBeLessThanOrEqual(
        bytes,
      );
      expect(measured, `${tool}: run npm run size -- --write`).toBeGreaterThan(bytes - 2 * stepOf(name));
    }
  });

  test('gives a reason for all that stands over its budget', () => {
    const unexplained = Object.entries(budgets).filter(([, row]) => !isMet(row) && row.reason?.endsWith('.') !== true);
    expect(unexplained.map(([name]) => name)).toEqual([]);
  });

  test('falls by itself, and rises with a reason alone', () => {
    const table = { page: { budget: 1000, stands: { esbuild: 1200, vite: 1000 }, reason: 'It is new.' } };
    const fallen = { page: { budget: 1000, stands: { esbuild: 1050, vite: 1000 }, reason: 'It is new.' } };
    expect(moved(table, { page: { esbuild: 1001, vite: 1300 } })).toEqual(fallen);
    expect(moved(table, { page: { esbuild: 999, vite: 990 } })).toEqual({
      page: { budget: 1000, stands: { esbuild: 1000, vite: 1000 } },
    });
    expect(moved(table, { page: { esbuild: 1001, vite: 1300 } }, 'It does more.')).toEqual({
      page: { budget: 1000, stands: { esbuild: 1050, vite: 1300 }, reason: 'It does more.' },
    });
  });
});

test.for(Object.entries(linesOfDocuments(budgets)))('%s states what the table says', ([path, lines]) => {
  const text = readFileSync(join(root, path), 'utf8');
  expect(text, 'run npm run size -- --write').toBe(withSizes(text, lines));
});

describe.for(bundlers)('bundled with %s', (bundler) => {
  test('no flow, no passkey, no curve and no login cryptography is in the first load', async () => {
    const { entry, names } = shapes['the wallet'] ?? { entry: '', names: [] };
    const { firstFiles, lazy } = await measure({ entry, names }, bundler);
    expect(firstFiles.filter((file) => neverAtFirst.test(file))).toEqual([]);
    expect(lazy.flatMap(({ files }) => files).some((file) => neverAtFirst.test(file))).toBe(true);
  });
});
