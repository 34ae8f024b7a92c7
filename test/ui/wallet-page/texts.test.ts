import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { colours, sizes } from '../../../src/ui/elements/style.ts';
import { pageDe } from '../../../src/ui/wallet-page/texts/de.ts';
import { pageEn, type PageTexts } from '../../../src/ui/wallet-page/texts/en.ts';
import { pageEs } from '../../../src/ui/wallet-page/texts/es.ts';
import { pageFr } from '../../../src/ui/wallet-page/texts/fr.ts';
import { pagePt } from '../../../src/ui/wallet-page/texts/pt.ts';
import { readSources, root } from '../../source-tree.ts';

const placeholders = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];

test.each<[string, PageTexts]>([
  ['de', pageDe],
  ['es', pageEs],
  ['fr', pageFr],
  ['pt', pagePt],
])('each text of the page says the same names in %s', (_, texts) => {
  for (const [name, text] of Object.entries(pageEn))
    expect([name, placeholders(texts[name as keyof PageTexts])]).toEqual([name, placeholders(text)]);
});

test('the page shows each of its texts', () => {
  const sources = readSources('src/ui/wallet-page').filter(({ path }) => !path.includes('/texts/'));
  const unused = Object.keys(pageEn).filter(
    (name) => !sources.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  expect(unused).toEqual([]);
});

test('the page has the colours and sizes of the elements', () => {
  const css = readFileSync(join(root, 'src/ui/wallet-page/page.css'), 'utf8');
  const used = [...css.matchAll(/var\(--countersign-([\w-]+), ((?:light-dark|var)\([^)]*\)|[^)]*)\)/g)];
  expect(used.length).toBeGreaterThan(10);
  for (const [, name = '', value] of used) {
    const [light, dark] = colours[name] ?? [];
    expect([name, value]).toEqual([
      name,
      expect.toBeOneOf(light === undefined ? [sizes[name]] : [light, `light-dark(${light}, ${String(dark)})`]),
    ]);
  }
});
