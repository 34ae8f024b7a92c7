import { describe, expect, test } from 'vitest';
import { brandOf, contrast } from '../../demo/elements/brand.ts';
import { choicesOf, cssOf, defaults, hashOf, scriptOf } from '../../demo/elements/choices.ts';

test.for(['#000000', '#ffffff', '#ffff00', '#0b5d46', '#1d4fd7', '#ff2d87', '#808080'])(
  'an accent of %s can be read in both schemes, on the surface and on its soft colour, and text on it too',
  (accent) => {
    const brand = brandOf(accent);
    for (const [scheme, surface] of [
      [0, '#ffffff'],
      [1, '#131917'],
    ] as const) {
      const [colour, text, soft] = [brand.accent, brand['accent-text'], brand['accent-soft']].map((one) => one[scheme]);
      for (const other of [surface, soft, text])
        expect(contrast(colour ?? '', other ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  },
);

describe('the address of the playground', () => {
  const chosen = {
    ...defaults,
    accent: '#1d4fd7',
    radius: '4',
    language: 'de',
    theme: 'dark',
    element: 'countersign-card',
    state: 'frozen',
  };

  test('keeps what differs from the defaults', () => {
    expect(hashOf(defaults)).toBe('');
    expect(choicesOf(`#${hashOf(chosen)}`)).toEqual(chosen);
  });

  test('takes no choice that the page does not offer', () => {
    const strange =
      'accent=red;}&radius=900&font=url(x)&language=xx&theme=__proto__&direction=up&element=b&state=c&more=1';
    expect(choicesOf(`#${strange}`)).toEqual(defaults);
    expect(choicesOf('#radius=1e1&radius=3')).toEqual(defaults);
  });

  test('with an element alone shows its first state', () => {
    expect(choicesOf('#element=countersign-card').state).toBe('active');
    expect(choicesOf('#element=countersign-card&state=refused').state).toBe('active');
  });
});

describe('the code of the playground', () => {
  test('sets only what was changed', () => {
    expect(cssOf(defaults)).toBe(':root {\n  color-scheme: light dark;\n}');
    expect(cssOf({ ...defaults, theme: 'light', radius: '4', font: 'Serif' })).toBe(
      ":root {\n  color-scheme: light;\n  --countersign-radius: 4px;\n  --countersign-font: Georgia, 'Times New Roman', serif;\n}",
    );
  });

  test('gives the element its wallet, its language and what its state needs', () => {
    expect(scriptOf({ ...defaults, language: 'es' })).toBe(`import { defineElements } from 'countersign/elements';
import { es } from 'countersign/messages';

await defineElements('review');
const element = document.querySelector('countersign-review');
Object.assign(element, { wallet, locale: es, quote, payee });`);
    expect(scriptOf({ ...defaults, element: 'countersign-problem', state: 'cancelled' })).toContain(
      'Object.assign(element, { error });',
    );
  });
});
