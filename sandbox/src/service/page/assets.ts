/** The page's style and its script: texts, since a browser reads them as they are. */

/** The style: the elements' colours, by the system's scheme. */
export const pageStyle = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; --side: max(clamp(1rem, 2vw, 2rem), calc((100% - 110rem) / 2)); --page: #eff1ec; --surface: #fff; --fill: #f5f7f6; --text: #16201c; --muted: #55645e;
  --border: #dbe2de; --control: #7d8a84; --accent: #0b5d46; --accent-soft: #e3f0ea; --good: #0b6b3a; --good-soft: #e5f4ec; --bad: #a32018; --bad-soft: #fdeceb }
@media (prefers-color-scheme: dark) { :root { --page: #0c1210; --surface: #131917; --fill: #1b2320; --text: #e9efec; --muted: #9fb0a9; --border: #2a3430;
  --control: #6d7f77; --accent: #5fd0a8; --accent-soft: #16302a; --good: #7fd8a6; --good-soft: #15301f; --bad: #ffb4ab; --bad-soft: #3a1d1b } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text) }
header p, h1, h2 { margin: 0 }
h1 { font-size: 1.25rem; letter-spacing: -.01em }
h2 { font-size: 1rem }
small, code, th { font-size: .85rem }
small { font-weight: normal; color: var(--muted) }
time, td { font-variant-numeric: tabular-nums }
time { font-weight: 600 }
header { position: sticky; top: 0; z-index: 1; padding: .6rem var(--side); background: var(--surface); border-bottom: 1px solid var(--border) }
header { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; align-items: center }
header div { margin-left: auto }
header [data-call$=reset] button { color: var(--bad); border-color: var(--bad) }
output { flex-basis: 100% }
output:empty { display: none }
.columns { padding: 1rem var(--side); display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem }
nav { display: flex; flex-wrap: wrap; gap: .3rem; align-self: start }
nav a { display: flex; justify-content: space-between; gap: .5rem; padding: .2rem .7rem; border-radius: 8px; color: var(--text); text-decoration: none }
nav a:hover { background: var(--surface) }
a { color: var(--accent) }
form { display: inline-flex; flex-wrap: wrap; gap: .4rem .75rem; align-items: center; margin: .2rem .4rem .2rem 0 }
label { display: inline-flex; flex-wrap: wrap; gap: .2rem .4rem; align-items: center; font-size: .9rem; color: var(--muted) }
input, button { font: inherit; color: var(--text); background: var(--surface); padding: .15rem .7rem; min-height: 2rem; border: 1px solid var(--control); border-radius: 8px }
button { font-size: .9rem; font-weight: 550; cursor: pointer }
button:hover { background: var(--fill); border-color: var(--text) }
td form { margin: 0 .3rem 0 0 }
td button { min-height: 1.75rem }
input { width: 11rem }
section { padding: 1rem; border: 1px solid var(--border); border-radius: 14px; background: var(--surface) }
section > div { overflow-x: auto; margin: .6rem -1rem -1rem; border-radius: 0 0 13px 13px }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .35rem .5rem; white-space: nowrap }
th { color: var(--muted); font-weight: 500 }
td { border-top: 1px solid var(--border) }
:is(th, td):first-child { padding-left: 1rem }
:is(th, td):last-child { padding-right: 1rem }
tr { scroll-margin-top: 5rem }
h2 { scroll-margin-top: 6rem }
tbody tr:hover { background: var(--fill) }
tbody tr:target { background: var(--accent-soft) }
code { display: inline-block; max-width: 10rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; user-select: all; vertical-align: bottom; color: var(--muted) }
.tag { display: inline-block; padding: 0 .5rem; border: 1px solid var(--border); border-radius: 99px; background: var(--fill); color: var(--muted); font-size: .8rem }
.good { border-color: transparent; background: var(--good-soft); color: var(--good) }
.bad { border-color: transparent; background: var(--bad-soft); color: var(--bad) }
.refused { font-weight: 600; color: var(--bad) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px }
@media (min-width: 75rem) {
  .columns { grid-template-columns: 13rem minmax(0, 1fr); gap: 1.5rem }
  nav { position: sticky; top: 5rem; flex-direction: column; flex-wrap: nowrap }
}
@media (max-width: 48rem) {
  header { position: static }
  header div { margin: 0 }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  tr { display: flex; flex-wrap: wrap; gap: .15rem 1rem; align-items: baseline; padding: .6rem 1rem; scroll-margin-top: 1rem }
  tbody tr { border-top: 1px solid var(--border) }
  td, td:first-child, td:last-child { padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere }
  td::before { content: attr(data-column) ' '; color: var(--muted); font-size: .8rem }
  td:has(form)::before { content: none }
  td:empty { display: none }
}
`;

/** The script: asks for the page each second, replaces what has changed, and makes the calls of the buttons. */
export const pageScript = `
const output = document.querySelector('output');
const pageNow = () => new Promise((resolve, reject) => {
  // A document that is loaded so runs no script, and needs no text to be turned into one.
  const request = new XMLHttpRequest();
  request.responseType = 'document';
  request.onload = () => resolve(request.response);
  request.onerror = reject;
  request.open('GET', location.href);
  request.send();
});

// Finds the same link or button again after a change.
const asked = ({ form, href }) => form ? form.dataset.call + form.dataset.body : href;

async function refresh() {
  const next = await pageNow();
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = next.getElementById(part.id);
    if (fresh === null || part.isEqualNode(fresh)) continue;
    const focused = part.contains(document.activeElement) ? asked(document.activeElement) : undefined;
    part.replaceChildren(...fresh.childNodes);
    if (focused === undefined) continue;
    const same = [...part.querySelectorAll('a, button')].find((one) => asked(one) === focused);
    (same ?? part.closest('[tabindex]'))?.focus({ preventScroll: true });
  }
}

async function send(form) {
  const [method, path] = form.dataset.call.split(' ');
  if (path.endsWith('/reset') && !confirm('Forget all customers, payments and settings?')) return;
  const body = JSON.parse(form.dataset.body);
  for (const { name, type, value, dataset } of form.querySelectorAll('input')) {
    if (value !== '') body[name] = type === 'number' ? Math.round(Number(value) * 10 ** dataset.decimals) : value;
  }
  const headers = { 'Content-Type': 'application/json' };
  if (!path.startsWith('/_sandbox')) {
    const { clientId, clientSecret } = await (await fetch('/_sandbox')).json();
    headers.Authorization = 'Basic ' + btoa(clientId + ':' + clientSecret);
  }
  const answer = await fetch(path, { method, headers, ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }) });
  const said = answer.status === 204 ? {} : await answer.json();
  const what = form.querySelector('button').textContent;
  output.className = answer.ok ? '' : 'refused';
  output.textContent = what + ': ' + (answer.ok ? 'done.' : said.code + '. ' + said.message);
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  send(event.target).then(refresh, (error) => { output.textContent = String(error.message); });
});

const lost = 'The sandbox does not answer.';
setInterval(() => {
  if (document.hidden) return;
  refresh().then(
    () => { if (output.textContent === lost) output.textContent = ''; },
    () => { output.textContent = lost; },
  );
}, 1000);
`;
