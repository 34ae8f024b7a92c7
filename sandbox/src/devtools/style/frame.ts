/** The frame, and what all panels use. */

/** Rules. */
export const frameStyle = `
*, *::before, *::after { box-sizing: border-box; }
h2, h3, h4, h5, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h2 { font-size: 1.0625rem; font-weight: 650; letter-spacing: -0.01em; }
h3 { font-size: 0.875rem; font-weight: 650; margin-top: 0.75rem; }
h4 { font-size: 0.8125rem; font-weight: 600; }
h5 { font-size: 0.75rem; font-weight: 600; color: var(--muted); }
time { font: 0.8125rem/1.5 var(--mono); color: var(--muted); }
code, pre { font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; }
button, input { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.frame { border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); background: var(--page); color: var(--ink); overflow: clip; }
.tabs { display: grid; grid-template-columns: repeat(4, auto); background: var(--surface); border-bottom: 1px solid var(--line); }
.tabs button { min-height: 2.5rem; white-space: nowrap; padding: 0.25rem 0.5rem; border: 0; background: none; color: var(--muted); font-weight: 550; cursor: pointer; box-shadow: inset 0 -2px transparent; }
.tabs button:hover { color: var(--ink); background: var(--raised); }
.tabs button[aria-selected='true'] { color: var(--accent); box-shadow: inset 0 -2px var(--accent); }
.tabs button:focus-visible { outline-offset: -3px; }
.panel { display: grid; gap: 0.625rem; padding: 1rem; }
.panel > * { min-width: 0; }

.lead, .none, .legend { color: var(--muted); font-size: 0.8125rem; }
.empty { color: var(--muted); padding: 1.25rem; border: 1px dashed var(--edge); border-radius: var(--radius); text-align: center; text-wrap: balance; }
.pill { display: inline-block; padding: 0 0.5rem; border-radius: 99px; background: var(--raised); color: var(--muted); font-size: 0.75rem; line-height: 1.375rem; font-weight: 550; overflow-wrap: anywhere; }
.pill code { font-size: 0.75rem; }
[data-tone='good'].pill { background: var(--good-soft); color: var(--good); }
[data-tone='bad'].pill { background: var(--bad-soft); color: var(--bad); }
[data-tone='warn'].pill { background: var(--warn-soft); color: var(--warn); }

dl { display: grid; }
dl > div { display: grid; grid-template-columns: minmax(6.5rem, 30%) 1fr; gap: 0.25rem 0.75rem; padding: 0.3125rem 0; border-bottom: 1px solid var(--line); }
dl > div:last-child { border-bottom: 0; }
dt { color: var(--muted); overflow-wrap: anywhere; }
dd { overflow-wrap: anywhere; min-width: 0; }
.panel > dl, .beside > section { padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
.withheld { color: var(--muted); font-size: 0.8125rem; }
.withheld em { color: var(--warn); font-style: normal; font-weight: 550; }

.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.actions button { min-height: 2.25rem; padding: 0.25rem 0.75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); cursor: pointer; text-align: start; }
.actions button:hover:not(:disabled) { background: var(--raised); }
.actions button:disabled { color: var(--muted); border-color: var(--line); cursor: default; }
.actions button.primary { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); font-weight: 600; }
.actions button.primary:hover { background: var(--accent); filter: brightness(1.08); }
.verdict { padding: 0.5rem 0.75rem; border-radius: 8px; background: var(--raised); overflow-wrap: anywhere; }
.verdict:empty { padding: 0; }
.verdict[data-tone='good'] { background: var(--good-soft); color: var(--good); }
.verdict[data-tone='bad'] { background: var(--bad-soft); color: var(--bad); }
.verdict[data-tone='warn'] { background: var(--warn-soft); color: var(--warn); }

@container (min-width: 36rem) {
  .tabs { grid-template-columns: repeat(4, auto); justify-content: start; padding-inline: 0.5rem; }
  .tabs button { padding-inline: 0.875rem; }
  .panel { padding: 1.25rem; gap: 0.75rem; }
}

@media (forced-colors: active) {
  .pill, .verdict, .key, .exchange { border: 1px solid; }
  .stations li { background: Canvas !important; color: CanvasText !important; }
  .tabs button[aria-selected='true'] { box-shadow: none; border-bottom: 3px solid Highlight; }
  .actions button[aria-pressed='true'] { border: 3px solid Highlight; }
  .actions button.primary, .actions button.primary:hover { border-color: ButtonText; background: ButtonFace; color: ButtonText; filter: none; }
}

@media (prefers-reduced-motion: reduce) {
  * { animation: none !important; transition: none !important; }
}
`;
