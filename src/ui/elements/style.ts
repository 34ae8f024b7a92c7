/** The look that all elements share. Every value that a page may change is a custom property whose name begins with `--countersign-`. */

const light = `
  --surface: var(--countersign-surface, #ffffff);
  --ink: var(--countersign-ink, #12201a);
  --muted: var(--countersign-muted, #52605a);
  --line: var(--countersign-line, #d5dcd5);
  --edge: var(--countersign-edge, #7d8a84);
  --accent: var(--countersign-accent, #0a5d47);
  --accent-ink: var(--countersign-accent-ink, #ffffff);
  --accent-soft: var(--countersign-accent-soft, #e3f0ea);
  --warn: var(--countersign-warn, #7a4a00);
  --warn-soft: var(--countersign-warn-soft, #fbf1dd);
  --danger: var(--countersign-danger, #9c1f1f);
  --danger-soft: var(--countersign-danger-soft, #fbebe9);
`;

const dark = `
  --surface: var(--countersign-surface, #151d1a);
  --ink: var(--countersign-ink, #e7eeea);
  --muted: var(--countersign-muted, #a0b1a9);
  --line: var(--countersign-line, #2a3731);
  --edge: var(--countersign-edge, #6d7f77);
  --accent: var(--countersign-accent, #6fd8b4);
  --accent-ink: var(--countersign-accent-ink, #05231a);
  --accent-soft: var(--countersign-accent-soft, #16302a);
  --warn: var(--countersign-warn, #f0c884);
  --warn-soft: var(--countersign-warn-soft, #2e2512);
  --danger: var(--countersign-danger, #ffa8a0);
  --danger-soft: var(--countersign-danger-soft, #34191a);
`;

/** Rules of every element. `theme="light"` or `theme="dark"` on the element is stronger than the system's setting. */
export const baseStyle: string = `
:host { display: block; ${light} --radius: var(--countersign-radius, 12px); color-scheme: light; color: var(--ink);
  font: 1rem/1.5 var(--countersign-font, system-ui, sans-serif); text-align: start; overflow-wrap: anywhere; }
:host([hidden]) { display: none; }
:host([theme='dark']) { ${dark} color-scheme: dark; }
@media (prefers-color-scheme: dark) { :host(:not([theme='light'])) { ${dark} color-scheme: dark; } }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h2 { font-size: 1.25rem; line-height: 1.25; font-weight: 650; }
h3 { font-size: 1rem; font-weight: 600; }
h2:focus, [tabindex='-1']:focus { outline: none; }
section { display: flex; flex-direction: column; gap: 1rem; }
section > *, form > * { min-width: 0; }
/* An empty live region stays, without the gap beside it. */
section > :empty { margin-top: -1rem; }
form { display: grid; gap: 0.75rem; }
.muted { color: var(--muted); }
small { font-size: 0.875rem; color: var(--muted); }
label { display: grid; gap: 0.25rem; font-weight: 550; }
input { font: inherit; font-weight: 400; color: inherit; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge);
  border-radius: calc(var(--radius) - 4px); background: var(--surface); }
input[aria-invalid='true'] { border-color: var(--danger); }
.field-error { color: var(--danger); font-size: 0.875rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
button { font: inherit; font-weight: 550; min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--edge);
  border-radius: calc(var(--radius) - 4px); background: var(--surface); color: var(--ink); cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button.danger { border-color: var(--danger); color: var(--danger); }
button[aria-disabled='true'] { opacity: 0.6; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dl { display: grid; }
dl > div { display: grid; grid-template-columns: 35% minmax(0, 1fr); gap: 0.25rem 1rem; padding: 0.5rem 0;
  border-bottom: 1px solid var(--line); }
dl > div:last-child { border-bottom: 0; }
dt { color: var(--muted); }
dd { font-variant-numeric: tabular-nums; }
.rows > li { display: grid; gap: 0.5rem; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.problem, .note { display: grid; gap: 0.5rem; justify-items: start; padding: 0.75rem 1rem; border-radius: var(--radius); }
.problem { background: var(--danger-soft); border: 1px solid var(--danger); }
.note { background: var(--warn-soft); border: 1px solid var(--warn); }
.problem > strong { color: var(--danger); }
.new { padding: 0 0.5rem; border: 1px solid var(--warn); border-radius: 6px; background: var(--warn-soft); color: var(--warn); white-space: nowrap; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) { button { transition: background-color 120ms; } }
@media (forced-colors: active) { button.primary { border: 2px solid Highlight; } }
`;
