import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { tightenStyles } from '../../../build/styles.mjs';
import { baseStyle } from '../../../src/ui/elements/host/style.ts';
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

test('no button moves while it is pressed: at the edge of the window it would leave the view, and the press wouldn’t count', () => {
  const rules = readSources('src/ui/elements').flatMap(({ text }) => text.match(/[^{}]*:active[^{}]*\{[^}]*\}/g) ?? []);
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((rule) => !/\{ (?:filter|background|border-color|color): [^;]+; \}$/.test(rule))).toEqual([]);
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

test('the package has the styles of the sources, without white space', async () => {
  const minified = async (css: string): Promise<string> => (await transform(css, { loader: 'css', minify: true })).code;
  const count = (text: string, brace: string): number => text.split(brace).length;
  const styles = readSources('src/ui/elements')
    .flatMap(({ text }) => [...text.matchAll(/`([^`]*)`/g)].map(([, literal = '']) => literal))
    // Those of one piece; the others are in the base, as it is made.
    .map((text) => text.replaceAll(/\$\{\w+\}/g, ''))
    .filter((text) => /\{ [\w-]+: [^{}]*; \}/.test(text) && count(text, '{') === count(text, '}'));
  expect(styles.length).toBeGreaterThan(6);
  for (const style of [baseStyle, ...styles]) {
    const tight = tightenStyles(`\`${style}\``).slice(1, -1);
    expect(tight.length).toBeLessThan(style.length);
    expect(await minified(tight)).toBe(await minified(style));
  }
});

test('what is put into a style keeps the space beside it', () => {
  const given = '`a { color: red; }\nb { padding: ${x} ${y}; }`';
  expect(tightenStyles(given)).toBe('`a{color:red}b{padding:${x} ${y}}`');
});
