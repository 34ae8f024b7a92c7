/** The page's style and its script: texts, since a browser reads them as they are. */

/** The style, in the colours of the system. */
export const pageStyle = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
* { box-sizing: border-box }
body, header p, h1, h2 { margin: 0 }
h1 { font-size: 1.15rem }
h2 { font-size: 1rem }
small, code, th { font-size: .85rem }
small { font-weight: normal }
time { font-variant-numeric: tabular-nums }
header { position: sticky; top: 0; padding: .6rem 1rem; background: Canvas; border-bottom: 1px solid GrayText }
header { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; align-items: center }
output { flex-basis: 100% }
main { max-width: 90rem; margin: auto; padding: 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.4rem }
form { display: inline-flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .2rem .4rem .2rem 0 }
input, button { font: inherit; padding: .15rem .5rem; min-height: 1.75rem }
input { width: 11rem }
section > div { overflow-x: auto; margin-top: .4rem; border: 1px solid GrayText; border-radius: .4rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .6rem; white-space: nowrap }
td { border-top: 1px solid GrayText }
code { display: inline-block; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; user-select: all }
code { vertical-align: bottom }
li { padding: .3rem 0 }
.refused { font-weight: 600 }
:focus-visible { outline: 3px solid Highlight; outline-offset: 1px }
@media (max-width: 48rem) {
  header { position: static }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  tr { display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: center; padding: .4rem .6rem }
  tr + tr { border-top: 1px solid GrayText }
  td { padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere }
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

async function refresh() {
  const next = await pageNow();
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = next.getElementById(part.id);
    if (fresh === null || part.isEqualNode(fresh)) continue;
    const { call, body } = part.contains(document.activeElement) ? document.activeElement.form?.dataset ?? {} : {};
    part.replaceChildren(...fresh.childNodes);
    if (call === undefined) continue;
    const same = [...part.querySelectorAll('form')].find(({ dataset }) => dataset.call === call && dataset.body === body);
    (same?.querySelector('button') ?? part.closest('[tabindex]'))?.focus();
  }
}

async function send(form) {
  const [method, path] = form.dataset.call.split(' ');
  if (path.endsWith('/reset') && !confirm('Forget all customers, payments and settings?')) return;
  const body = JSON.parse(form.dataset.body);
  for (const { name, type, value } of form.querySelectorAll('input')) {
    if (value !== '') body[name] = type === 'number' ? Number(value) : value;
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
