import { afterEach, expect, test, vi } from 'vitest';
import { translate, speak, type Language } from '../../demo/page/language.ts';
import { formatUnits, parseAmount } from '../../demo/page/money.ts';
import { texts as de } from '../../demo/languages/de.ts';
import { texts as es } from '../../demo/languages/es.ts';
import { texts as fr } from '../../demo/languages/fr.ts';
import { texts as pt } from '../../demo/languages/pt.ts';

const usdb = { code: 'USDB', name: 'USD Balance', decimals: 6 };

vi.stubGlobal('document', { documentElement: {} });
afterEach(() => speak('en'));

test.each(Object.entries({ de, es, fr, pt }))('%s has the placeholders of the English in each text', (_, texts) => {
  const holesOf = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
  for (const [english, text] of Object.entries(texts)) expect(holesOf(text), english).toEqual(holesOf(english));
});

test.each<[Language, string]>([
  ['en', '1,250.50'],
  ['de', '1.250,50'],
  ['es', '1250,50'],
  ['fr', '1\u202f250,50'],
  ['pt', '1.250,50'],
])('in %s an amount is written and read with its separators', async (language, written) => {
  await speak(language);
  expect(formatUnits(1_250_500_000, usdb)).toBe(written);
  expect(parseAmount(written, usdb)).toEqual({ units: 1_250_500_000 });
  expect(parseAmount(written.replaceAll('\u202f', ' '), usdb)).toEqual({ units: 1_250_500_000 });
});

test('digits that are another amount in another language are refused rather than guessed', async () => {
  await speak('de');
  expect(parseAmount('12.50', usdb)).toHaveProperty('mistake');
  expect(translate('Add money')).toBe('Geld hinzufügen');
});
