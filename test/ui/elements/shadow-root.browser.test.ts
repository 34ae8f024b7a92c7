/** The border of the shadow root: keys that stay inside, and style that doesn't come in. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeWallet } from 'countersign-sandbox/testing';
import { ownStyle } from '../../../src/ui/elements/host/style.ts';
import { place } from './place.ts';
import { quoteOf } from './sample-quote.ts';

let page: AbortController;
beforeEach(() => (page = new AbortController()));
afterEach(() => page.abort());

const keys = ['1', 'k', 'ä', '€', '𝟞', ' ', 'Backspace', 'Delete', 'Enter', 'ArrowLeft', 'Home', 'Process'];

/** Presses keys on a part of an element, and returns those that the page heard. */
function heard(target: Element | null | undefined, events: readonly KeyboardEventInit[], capture = false): string[] {
  const found: string[] = [];
  const hear = ({ key }: KeyboardEvent): void => void found.push(key);
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    document.addEventListener(type, hear, { capture, signal: page.signal });
    for (const event of events)
      target?.dispatchEvent(new KeyboardEvent(type, { bubbles: true, composed: true, ...event }));
  }
  return [...new Set(found)];
}

async function fieldOf(): Promise<HTMLInputElement | null | undefined> {
  const { wallet } = createFakeWallet({ state: 'signed-out' });
  const { element, shows } = await place('code-entry', { wallet });
  await shows('Sign in');
  return element.shadowRoot?.querySelector('input');
}

test('keys that write or edit in a field stay inside, as far as the page listens to what bubbles', async () => {
  const field = await fieldOf();
  expect(field).toBeInstanceOf(HTMLInputElement);
  const pressed = keys.map((key) => ({ key }));
  expect(heard(field, pressed)).toEqual([]);
  // A character that some keyboards write with two more keys.
  expect(heard(field, [{ key: '@', ctrlKey: true, altKey: true }])).toEqual([]);
  expect(heard(field, pressed, true)).toEqual(keys);
});

test('Tab, Escape, chords and the keys on a button reach the page', async () => {
  const field = await fieldOf();
  const chords = [
    { key: 'k', ctrlKey: true },
    { key: 'p', metaKey: true },
    { key: 'x', altKey: true },
  ];
  expect(heard(field, [{ key: 'Tab' }, { key: 'Escape' }, { key: 'F1' }, ...chords])).toEqual([
    'Tab',
    'Escape',
    'F1',
    'k',
    'p',
    'x',
  ]);
  const { shadowRoot } = document.querySelector('countersign-code-entry') ?? {};
  expect(heard(shadowRoot?.querySelector('button'), [{ key: 'Enter' }, { key: 'k' }])).toEqual(['Enter', 'k']);
});

/** Values, of which each property takes one that isn't its first. */
const values = [
  'uppercase|small-caps|oldstyle-nums|no-common-ligatures|super|emoji|"smcp"|"wght" 333|3px|7|0.5|50%',
  '900|italic|condensed|ui-monospace|rgb(1, 2, 3)|1px 1px red|dark|pre|nowrap|collapse|break-all',
  'keep-all|anywhere|strict|manual|balance|justify|right|vertical-rl|sideways|rtl|visual|hidden|inert',
  'none|all|text|disc|dot|read-write|crosshair|inside|square|over|under|top|bottom|each-line|round',
  'evenodd|middle|"x"',
].flatMap((some) => some.split('|'));

/** Inherited style that stays the page's, and why nothing else is read by it. */
const ofPage: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:color|color-scheme|accent-color|caret-color|scrollbar-color|forced-color-adjust|caret-animation|-webkit-tap-highlight-color)$/,
    'colours',
  ],
  [/^font-(?!variant|feature)|font-smoothing$|^text-rendering$/, 'the font'],
  [/^direction$/, 'the language’s'],
  [/^(?:visibility|interactivity|pointer-events|cursor|app-region)$|^-moz-|user-modify$/, 'hides or holds the whole'],
  [/^text-(?:align|wrap-style|underline|decoration|justify|autospace|spacing|anchor|size-adjust)/, 'lines, not signs'],
  [/^text-emphasis-position$/, 'the place of nothing'],
  [
    /^text-(?:box|combine|orientation)|^-webkit-(?:text-(?:size|zoom|combine|orientation|decoration)|line-|nbsp)/,
    'lines',
  ],
  [/hyphen|^overflow-wrap$|^tab-size$|^orphans$|^widows$|^hanging/, 'lines, not signs'],
  [
    /^(?:list-style|quotes|border-|caption-|empty-|image-|-webkit-border-|print-color|speak|math-|ruby-|-webkit-ruby)/,
    'no such parts',
  ],
  [/^(?:fill|stroke|clip-rule|color-|marker|paint-order|shape-rendering|dominant-)/, 'pictures'],
];

test('inherited style that changes what is read ends at the root, in the page’s rules for the element, too', async () => {
  const { wallet } = createFakeWallet({ state: 'signed-in' });
  const { element, shows } = await place('review', { wallet, quote: quoteOf(), payee: 'Sample Payee' });
  await shows('You send');
  const inside = element.shadowRoot?.querySelector('dt');
  const outside = document.body.appendChild(document.createElement('p')).appendChild(document.createElement('b'));
  if (!inside || outside.parentElement === null) throw new Error('The element shows no slip.');
  const read = (one: Element, name: string): string => getComputedStyle(one).getPropertyValue(name);
  const found: string[] = [];
  const open: string[] = [];
  for (const name of getComputedStyle(outside)) {
    const [before, first] = [read(inside, name), read(outside, name)];
    const { style } = outside.parentElement;
    const value = values.find((one) => {
      style.setProperty(name, one);
      return style.getPropertyValue(name) !== '' && read(outside, name) !== first;
    });
    style.removeProperty(name);
    if (value === undefined) continue;
    found.push(name);
    element.style.setProperty(name, value, 'important');
    const after = read(inside, name);
    element.style.removeProperty(name);
    if (after !== before && !ofPage.some(([pattern]) => pattern.test(name))) open.push(`${name}: ${value}`);
  }
  expect(open).toEqual([]);
  // Those that it has to find.
  expect(found).toEqual(
    expect.arrayContaining(['text-transform', 'letter-spacing', 'word-spacing', 'text-indent', 'line-height', 'color']),
  );
  expect(Object.keys(ownStyle).length).toBeGreaterThan(10);
});

test('colour, font and direction still come from the page', async () => {
  const { wallet } = createFakeWallet({ state: 'signed-in' });
  const { element, shows } = await place('review', { wallet, quote: quoteOf(), payee: 'Sample Payee' });
  await shows('You send');
  Object.assign(element.style, { color: 'rgb(1, 2, 3)', fontFamily: 'ui-monospace', direction: 'rtl' });
  const { color, fontFamily, direction } = getComputedStyle(element.shadowRoot?.querySelector('h2') ?? element);
  expect([color, fontFamily, direction]).toEqual(['rgb(1, 2, 3)', 'ui-monospace', 'rtl']);
});
