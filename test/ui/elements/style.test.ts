import { expect, test } from 'vitest';
import { readSources } from '../../source-tree.ts';

/** CSS that a browser of docs/requirements.md lacks: Chromium 109, Firefox 115 or Safari 16.4. */
const missing: readonly RegExp[] = [
  /light-dark\(/,
  /color-mix\(/,
  /:has\(/,
  /\bpopover\b/,
  /@starting-style/,
  /@scope/,
  /text-wrap/,
  /interpolate-size/,
  /[{};]\s*&/,
];

test('what a browser of docs/requirements.md lacks stands within @supports', () => {
  const found = readSources('src/ui/elements').flatMap(({ path, text }) =>
    text
      .replace(/\/\*[^]*?\*\//g, '')
      .split('\n')
      .filter((line) => !line.startsWith('@supports'))
      .flatMap((line) =>
        missing.filter((feature) => feature.test(line)).map((feature) => `${path}: ${String(feature)}`),
      ),
  );
  expect(found).toEqual([]);
});

test('no transition takes longer than 200 ms', () => {
  const spans = readSources('src/ui/elements').flatMap(({ text }) =>
    [...text.matchAll(/transition:([^;]+);/g)].flatMap(([, rule = '']) =>
      [...rule.matchAll(/(\d+)ms/g)].map(([, span]) => Number(span)),
    ),
  );
  expect(spans.length).toBeGreaterThan(0);
  expect(Math.max(...spans)).toBeLessThanOrEqual(200);
});
