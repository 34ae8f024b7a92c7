/** The choices of the playground: what each may be, how the address keeps them, and the code that they come to. */

import { brandOf } from './brand.ts';
import { shownStates } from './states.ts';

/** Stacks that every system has a font of. */
export const fonts: Readonly<Record<string, string>> = {
  System: 'system-ui, sans-serif',
  Humanist: "Optima, Candara, 'Noto Sans', sans-serif",
  Geometric: "Avenir, Montserrat, Corbel, 'URW Gothic', sans-serif",
  Serif: "Georgia, 'Times New Roman', serif",
  Monospace: 'ui-monospace, Menlo, Consolas, monospace',
};

/** The elements with the states that the page has of each. */
export const statesOf: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(shownStates.map(({ tag }) => tag as string))].map((tag) => [
    tag,
    shownStates.filter((shown) => shown.tag === tag).map(({ name }) => name),
  ]),
);

/** In place of an element, and of a state: all of them. */
export const all = 'all';

/** The choices as a person finds them. */
export const defaults = {
  element: 'countersign-review',
  state: 'to be signed',
  accent: '#0b5d46',
  radius: '12',
  font: 'System',
  language: 'en',
  theme: 'system',
  direction: 'ltr',
};

/** One value for each choice. */
export type Choices = Readonly<typeof defaults>;

const names = Object.keys(defaults) as (keyof Choices)[];
const oneOf =
  (...values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);

const allowed: Readonly<Record<keyof Choices, (value: string) => boolean>> = {
  element: oneOf(all, ...statesOf.keys()),
  state: (value) => value === all || shownStates.some(({ name }) => name === value),
  accent: (value) => /^#[0-9a-f]{6}$/.test(value),
  radius: (value) => /^\d+$/.test(value) && Number(value) <= 24,
  font: oneOf(...Object.keys(fonts)),
  language: oneOf('en', 'de', 'es', 'fr', 'pt'),
  theme: oneOf('light', 'dark', 'system'),
  direction: oneOf('ltr', 'rtl'),
};

/** Other choices, with the first state of another element. */
export function changed(choices: Choices, change: Partial<Choices>): Choices {
  const next = { ...choices, ...change };
  const states = statesOf.get(next.element) ?? [];
  return [all, ...states].includes(next.state) ? next : { ...next, state: states[0] ?? all };
}

/** The choices that an address keeps; what the page doesn't offer is left out. */
export function choicesOf(hash: string): Choices {
  const given = new URLSearchParams(hash.slice(1));
  const kept = names.flatMap((name) => {
    const value = given.get(name);
    return value !== null && allowed[name](value) ? [[name, value]] : [];
  });
  return changed(defaults, Object.fromEntries(kept) as Partial<Choices>);
}

/** Writes the choices that aren't the defaults, for the address. */
export function hashOf(choices: Choices): string {
  return new URLSearchParams(
    names.filter((name) => choices[name] !== defaults[name]).map((name) => [name, choices[name]]),
  ).toString();
}

/** The custom properties that differ from the elements' own. */
export function propertiesOf({ accent, radius, font }: Choices): Readonly<Record<string, string>> {
  const brand = accent === defaults.accent ? [] : Object.entries(brandOf(accent));
  return Object.fromEntries([
    ...brand.map(([name, both]) => [`--countersign-${name}`, `light-dark(${both.join(', ')})`]),
    ...(radius === defaults.radius ? [] : [['--countersign-radius', `${radius}px`]]),
    ...(font === defaults.font ? [] : [['--countersign-font', fonts[font]]]),
  ]) as Record<string, string>;
}

/** The style of a page with these choices. */
export function cssOf(choices: Choices): string {
  const scheme = { 'color-scheme': choices.theme === 'system' ? 'light dark' : choices.theme };
  const lines = Object.entries({ ...scheme, ...propertiesOf(choices) }).map(([name, value]) => `  ${name}: ${value};`);
  return [':root {', ...lines, '}'].join('\n');
}

/** The script of a page with the chosen element. */
export function scriptOf({ element, state, language }: Choices): string {
  const shown = shownStates.find(({ tag, name }) => tag === element && (name === state || state === all));
  const given = [
    ...(element === 'countersign-problem' ? [] : ['wallet']),
    ...(language === 'en' ? [] : [`locale: ${language}`]),
    ...Object.keys(shown?.properties ?? {}),
  ];
  const texts = language === 'en' ? [] : [`import { ${language} } from 'countersign/messages';`];
  return [
    "import { defineElements } from 'countersign/elements';",
    ...texts,
    '',
    `await defineElements('${element.replace('countersign-', '')}');`,
    `const element = document.querySelector('${element}');`,
    `Object.assign(element, { ${given.join(', ')} });`,
  ].join('\n');
}
