/** The messages: four lanes, and arrows between their middles. */

/** Rules. */
export const messageStyle = `
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
  .legend span { display: inline-flex; align-items: center; gap: 0.5rem; }
.legend .line { width: 1.75rem; border-top: 2px solid var(--edge); }
.legend .line[data-seen='no'] { border-top-style: dashed; }

.lanes { display: grid; grid-template-columns: repeat(4, 1fr); position: sticky; top: 0; z-index: 1; margin-inline: 0.75rem; padding-block: 0.25rem; background: var(--page); font-size: min(0.8125rem, 3.4vw); font-weight: 600; text-align: center; }
.lanes span::before { content: ''; display: block; width: 0.625rem; height: 0.625rem; margin: 0 auto 0.125rem; border-radius: 3px; background: var(--lane); }
[data-lane='browser'] { --lane: var(--browser); }
[data-lane='relay'] { --lane: var(--relay); }
[data-lane='service'] { --lane: var(--service); }
[data-lane='enclave'] { --lane: var(--enclave); }

.groups { display: grid; gap: 0.75rem; }
.group { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); overflow: clip; }
.group > .title { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 0.75rem; padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); }
.group > .title h3 { margin: 0; }
.group > .title span { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; }
.group li + li > .exchange { border-top: 1px solid var(--line); }

.exchange { display: grid; gap: 0.25rem; width: 100%; padding: 0.5rem 0.75rem; border: 0; background: none; text-align: start; cursor: pointer; }
.exchange:hover { background: var(--raised); }
.exchange:focus-visible { outline-offset: -3px; }
.exchange .head { display: flex; gap: 0.5rem; align-items: baseline; font: 0.8125rem/1.5 var(--mono); }
.exchange .method { font-weight: 700; }
.exchange .path { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.exchange .status { font-weight: 700; color: var(--good); }
.exchange .status[data-tone='bad'] { color: var(--bad); }
.exchange .ms { color: var(--muted); white-space: nowrap; }
.exchange .marks { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; }

.track { display: block; position: relative; height: 1.875rem; }
.track::before { content: ''; position: absolute; inset: 0; background-image: var(--guides); }
.track > span { position: absolute; left: 12.5%; display: flex; color: var(--browser); }
.track .out { top: 0.5rem; }
.track .back { top: 1.375rem; color: var(--good); }
.track[data-state='bad'] .back, .track[data-state='lost'] .back { color: var(--bad); }
.track[data-reach='1'] > span { width: 25%; }
.track[data-reach='2'] > span { width: 50%; }
.track[data-reach='3'] > span { width: 75%; }
/* What this page sees is the way to the relay: the first of the parts. */
.track i { border-top: 2px solid; }
.track b { flex: 1; border-top: 2px dashed; }
.track[data-reach='1'] i { width: 100%; }
.track[data-reach='2'] i { width: 50%; }
.track[data-reach='3'] i { width: 33.333%; }
.track[data-reach='1'] b { display: none; }
.track .out::after, .track .back::before { content: ''; position: absolute; top: -3px; border-block: 4px solid transparent; }
.track .out::after { right: 0; border-left: 7px solid; }
.track .back::before { left: 0; border-right: 7px solid; }
.track[data-state='lost'] .back { opacity: 0.7; }
.track[data-state='waiting'] .out { animation: draw 0.4s ease-out; }
@keyframes draw { from { clip-path: inset(-6px 100% -6px 0); } to { clip-path: inset(-6px 0 -6px 0); } }

.note { padding: 0.1875rem 0.75rem 0.1875rem 1.25rem; font-size: 0.8125rem; color: var(--muted); box-shadow: inset 4px 0 var(--lane); }
.note strong { color: var(--ink); }
.note strong { display: inline-block; }
.note strong::first-letter { text-transform: uppercase; }
.note[data-tone='good'] { color: var(--good); }
.note[data-tone='warn'] { color: var(--warn); }
.note[data-tone='bad'] { color: var(--bad); background: var(--bad-soft); }

.values { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; }
.stop { display: grid; gap: 0.375rem; padding: 0.25rem 0.75rem 0.75rem; border-top: 2px solid var(--bad); background: var(--bad-soft); color: var(--bad); }
.stop .at { width: 25%; text-align: center; font-size: 1.25rem; line-height: 1; font-weight: 700; }
.stop[data-lane='relay'] .at { margin-inline-start: 25%; }
.stop[data-lane='service'] .at { margin-inline-start: 50%; }
.stop dl { color: var(--ink); }
.offence { display: grid; }
.offence small { color: var(--muted); }
code.bad { color: var(--bad); font-weight: 600; }

.details { display: grid; gap: 0.75rem; padding: 0.25rem 0.75rem 0.75rem; background: var(--raised); font-size: 0.8125rem; }
.details > * { min-width: 0; }
.details .whole { display: grid; gap: 0.5rem; padding-top: 0.5rem; }
.details h4 { margin-bottom: 0.125rem; }
.details dl > div { grid-template-columns: minmax(8rem, 38%) 1fr; }
@container (min-width: 48rem) {
  .details { grid-template-columns: 1fr 1fr; }
  .details .whole { grid-column: 1 / -1; }
}
`;
