/** The other panels. */

/** Rules. */
export const panelStyle = `
.actions button[aria-pressed='true'] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
pre { max-height: 14rem; overflow: auto; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); white-space: pre-wrap; }
.beside { display: grid; gap: 0.5rem; }
.beside > section { padding-top: 0.5rem; }
details > summary { min-height: 1.75rem; cursor: pointer; color: var(--accent); }
@container (min-width: 40rem) { .beside { grid-template-columns: 1fr 1fr; } }

.keys { display: grid; gap: 0.5rem; }
.key { display: grid; gap: 0.375rem; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); font-size: 0.8125rem; }
.key .name { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; }
.key .name h3 { margin: 0; }
.key .name code { margin-inline-start: auto; color: var(--muted); }
.key p { color: var(--muted); }
.icon { flex: none; fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.stations { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.25rem; grid-auto-flow: row dense; background-image: var(--guides); }
.stations li { padding: 0.0625rem; border: 1px solid var(--lane); border-radius: 6px; background: var(--lane); color: var(--surface); text-align: center; }
.stations li[data-reached='false'] { border-style: dashed; background: var(--surface); color: var(--muted); }
.stations [data-lane='browser'] { grid-column: 1; }
.stations [data-lane='relay'] { grid-column: 2; }
.stations [data-lane='service'] { grid-column: 3; }
.stations [data-lane='enclave'] { grid-column: 4; }
.unseen { position: absolute; clip-path: inset(50%); }
.left { display: flex; align-items: center; gap: 0.75rem; font-variant-numeric: tabular-nums; }
.left meter { flex: 1; height: 0.75rem; }

.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem 1rem; }
.filters .field { flex: 1 1 12rem; }
.filters .checks { min-height: 2.25rem; }
.field { display: grid; gap: 0.25rem; font-weight: 550; font-size: 0.8125rem; }
.field input { min-height: 2.25rem; padding: 0.25rem 0.625rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); }
.checks { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.checks label { display: flex; align-items: center; gap: 0.375rem; min-height: 1.75rem; cursor: pointer; }
@media (width < 66rem) { :is(.tabs, .actions, .exchange) button, details > summary, .field input, .checks label { min-height: 2.75rem; } }
.checks input { width: 1.0625rem; height: 1.0625rem; accent-color: var(--accent); margin: 0; }
`;
