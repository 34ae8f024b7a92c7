/** The look that all elements share. Every value that a page may change is a custom property whose name begins with `--countersign-`. */

/** Colours: light, dark. */
export const colours: Readonly<Record<string, readonly [string, string]>> = {
  surface: ['#ffffff', '#131917'],
  fill: ['#f5f7f6', '#1b2320'],
  text: ['#16201c', '#e9efec'],
  muted: ['#55645e', '#9fb0a9'],
  border: ['#dbe2de', '#2a3430'],
  'control-border': ['#7d8a84', '#6d7f77'],
  accent: ['#0b5d46', '#5fd0a8'],
  'accent-text': ['#ffffff', '#06231a'],
  'accent-soft': ['#e3f0ea', '#16302a'],
  ok: ['#0b6b3a', '#7fd8a6'],
  'ok-soft': ['#e5f4ec', '#15301f'],
  warn: ['#6b4700', '#f2d493'],
  'warn-soft': ['#fff6e0', '#33280f'],
  danger: ['#a32018', '#ffb4ab'],
  'danger-soft': ['#fdeceb', '#3a1d1b'],
};

/** All that has one value, light or dark: text that is a link has the accent, unless that is too light to be read. */
export const sizes: Readonly<Record<string, string>> = {
  link: 'var(--accent)',
  font: 'system-ui, sans-serif',
  'font-size': '1rem',
  radius: '12px',
  spacing: '1rem',
  'control-height': '2.75rem',
};

const declare = (values: Iterable<readonly [string, string]>): string =>
  [...values].map(([name, value]) => `--${name}: var(--countersign-${name}, ${value});`).join(' ');
const coloursBy = (pick: (light: string, dark: string) => string): string =>
  declare(Object.entries(colours).map(([name, [light, dark]]) => [name, pick(light, dark)] as const));
const light = coloursBy((value) => value);
const dark = coloursBy((_light, value) => value);

/**
 * Inherited style that would change what is read: cases, gaps, order and signs of an address, lines over one another, text that is
 * painted away, or that can't be copied to be compared. It is set inside the root, since a page's rule on the element beats `:host`.
 * Whatever else is inherited stays the page's, such as colour, font, size, direction and visibility.
 */
export const ownStyle: Readonly<Record<string, string>> = {
  'text-transform': 'none',
  'letter-spacing': 'normal',
  'word-spacing': 'normal',
  'text-indent': '0',
  'line-height': '1.5',
  'white-space': 'normal',
  'word-break': 'normal',
  'line-break': 'auto',
  'writing-mode': 'horizontal-tb',
  '-webkit-rtl-ordering': 'logical',
  'font-variant': 'normal',
  'font-feature-settings': 'normal',
  'text-shadow': 'none',
  'text-emphasis': 'none',
  '-webkit-text-fill-color': 'currentcolor',
  '-webkit-text-stroke': '0',
  '-webkit-text-security': 'none',
  '-webkit-user-select': 'text',
  'user-select': 'text',
};

const own = Object.entries(ownStyle)
  .map(([name, value]) => `${name}: ${value};`)
  .join(' ');

/**
 * Rules of every element. The colours follow the `color-scheme` that the page has where the element stands, and are
 * light in a browser without `light-dark()`; `theme="light"`, `theme="dark"` and `theme="system"` on the element are
 * stronger.
 *
 * - Addresses, names and values are never hyphenated: the hyphen would be read as theirs.
 * - An amount, a rate or a name is read in its own direction, in the place that the page's direction gives it.
 * - An empty live region stays, without the gap beside it.
 * - `data-busy` is the pressed button, while what it began runs: a turning arc in place of its icon.
 * - A `.skeleton` has the size of the text that isn't read yet.
 */
export const baseStyle: string = `
:host { ${light} ${declare(Object.entries(sizes))} --inner-radius: calc(var(--radius) - 2px); display: block; min-inline-size: min(100%, 18rem);
  color: var(--text); font: var(--font-size)/1.5 var(--font); text-align: start; overflow-wrap: break-word;
  -webkit-hyphens: auto; hyphens: auto; }
:host > * { ${own} }
@supports (color: light-dark(#000, #fff)) { :host { ${coloursBy((...both) => `light-dark(${both.join(', ')})`)} } }
:host([hidden]) { display: none; }
:host([theme='light']), :host([theme='system']) { ${light} }
:host([theme='dark']) { ${dark} }
@media (prefers-color-scheme: dark) { :host([theme='system']) { ${dark} } }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h2 { font-size: 1.25em; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
bdi, dd, input { -webkit-hyphens: manual; hyphens: manual; overflow-wrap: anywhere; }
[translate='no'] { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
[tabindex='-1']:focus { outline: none; }
section, .surface { border: 1px solid var(--border); border-radius: calc(var(--radius) + 4px); background: var(--surface); }
section { display: flex; flex-direction: column; max-inline-size: 33rem; margin-inline: auto; gap: var(--spacing); padding: calc(1.5 * var(--spacing)); }
section > :empty { margin-top: calc(-1 * var(--spacing)); }
form { display: flex; flex-direction: column; gap: calc(0.75 * var(--spacing)); }
form > :empty { margin-top: calc(-0.75 * var(--spacing)); }
.muted { color: var(--muted); }
small { font-size: 0.875em; color: var(--muted); }
label { display: grid; gap: 0.25em; font-weight: 550; }
input { font: inherit; font-weight: 400; color: inherit; width: 100%; min-height: var(--control-height); padding: 0.5em 0.75em;
  border: 1px solid var(--control-border); border-radius: var(--inner-radius); background: var(--surface); }
input[aria-invalid='true'] { border-color: var(--danger); }
.field-error:not(:empty), .done { display: flex; gap: 0.4em; }
.field-error > .icon, .done > .icon { margin-top: 0.125em; }
.field-error { color: var(--danger); font-size: 0.875em; }
.done { color: var(--ok); }
.actions { display: flex; flex-wrap: wrap; gap: calc(0.5 * var(--spacing)); align-items: center; }
button { display: inline-flex; align-items: center; justify-content: center; gap: 0.6em; font: inherit; font-weight: 600; min-height: var(--control-height);
  padding: 0.5em 1em; border: 1px solid var(--control-border); border-radius: var(--inner-radius); background: var(--surface); color: var(--text); cursor: pointer; }
button > .act { display: grid; justify-items: center; }
button > .act > :nth-child(2) { font-size: 0.875em; font-weight: 500; }
.whole { white-space: nowrap; }
button:hover { background: var(--fill); }
button:active { filter: brightness(0.94); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-text); }
button.primary:hover { filter: brightness(0.94); }
button.danger { border-color: var(--danger); color: var(--danger); }
button.danger:hover { background: var(--danger-soft); }
button.link { padding: 0; border: 0; background: none; color: var(--link); }
button.link:hover { text-decoration: underline; }
button[aria-disabled='true'] { opacity: 0.6; cursor: default; filter: none; }
button.link[aria-disabled='true'] { opacity: 1; color: var(--muted); font-weight: 400; text-decoration: none; }
button[data-busy] { opacity: 0.85; cursor: progress; }
button[data-busy] > .icon, button[data-busy] > slot { display: none; }
button[data-busy]::before { content: ''; flex: none; width: 1.25em; height: 1.25em; border: 2px solid; border-inline-end-width: 0; border-radius: 50%;
  animation: turn 0.8s linear infinite; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dt { color: var(--muted); font-size: 0.875em; }
dd { font-variant-numeric: tabular-nums; }
.rows > li { display: grid; gap: 0.5em; padding: 0.75em 0; border-bottom: 1px solid var(--border); }
.rows > li:first-child { padding-top: 0; }
.rows > li:last-child { border-bottom: 0; padding-bottom: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25em 0.75em; }
.row > .icon { color: var(--muted); }
.row > :nth-child(2) { flex: 1 1 9.5rem; min-width: 0; }
.row small { display: block; }
.row > .link, .row > .tag { flex: none; margin-inline-start: auto; }
.problem, .note, .question { display: grid; gap: 0.5em; justify-items: start; padding: 0.75em 1em; border-radius: var(--radius); }
.problem, .note, .question { border: 1px solid transparent; overflow-wrap: anywhere; }
.problem { background: var(--danger-soft); }
.note { background: var(--warn-soft); }
.question { background: var(--fill); }
.question > .actions { width: 100%; }
.question button { flex: auto; }
:is(.problem, .note) > strong { display: flex; gap: 0.4em; align-items: center; }
.problem > strong { color: var(--danger); }
.note > strong { color: var(--warn); }
.stack { display: grid; gap: calc(0.625 * var(--spacing)); }
.or { display: flex; align-items: center; gap: 0.75em; color: var(--muted); font-size: 0.875em; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--border); }
.tag { padding: 0.1em 0.6em; border: 1px solid var(--border); border-radius: 99px; background: var(--fill); color: var(--muted); font-size: 0.8em; font-weight: 600;
  white-space: nowrap; }
.icon { flex: none; width: 1.25em; height: 1.25em; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.spinner { animation: turn 0.8s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
.skeleton { display: block; height: 1em; border-radius: 6px; background: var(--border); }
.skeleton.short { width: 60%; }
.skeleton.control { display: grid; place-items: center; height: var(--control-height); border: 1px solid var(--border); border-radius: var(--inner-radius);
  background: var(--fill); }
.skeleton.control::before { content: ''; width: 45%; height: 0.875em; border-radius: 6px; background: var(--border); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { .spinner, button[data-busy]::before { animation: none; } }
@media (prefers-reduced-motion: no-preference) { button, input { transition: background-color 120ms, border-color 120ms; } }
@media (forced-colors: active) { button.primary { border: 2px solid Highlight; } }
`;
