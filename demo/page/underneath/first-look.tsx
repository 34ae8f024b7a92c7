/** @jsxImportSource preact */
/** Beside the sign-in, before anybody is here: what this is, and one payment drawn. */

import type { VNode } from 'preact';
import { drawnActivity, drawnLie, nameOfActivity } from './drawn-payment.ts';
import './first-look.css';

const drawn =
  'Two payloads come to the browser. In the first the activity is as expected; the amount can’t be read. It is stamped, ' +
  'and the service accepts it. In the second the activity is another one: it is stopped there, and nothing is signed.';

const marks = { fits: '✓', opaque: '?', lie: '✕' };

/** One value of a payload: a mark, its name, what came. */
function value(kind: keyof typeof marks, name: string, received: string): VNode {
  return (
    <>
      <span class={kind}>
        <b>{marks[kind]}</b> {name}
      </span>
      <code class={kind}>{received}</code>
    </>
  );
}

/** It, beside the first step. */
export function FirstLook(): VNode {
  // The documents, where the page's head says that they stand beside it; the demo's own server has the elements alone.
  const documents = document.querySelector<HTMLMetaElement>('meta[name="documents"]')?.content;
  return (
    <section class="stage first-look" aria-labelledby="first-look">
      <h2 id="first-look">No payment without its owner’s stamp</h2>
      <p>
        Countersign is for teams that build on embedded wallets: your back-end prepares a payment, and its owner’s
        browser checks and signs it.
      </p>
      <figure role="img" aria-label={drawn}>
        <div>
          <small>Back-end → browser</small>
          <p>
            {value('fits', 'activity', nameOfActivity(drawnActivity))}
            {value('opaque', 'amount', 'opaque')}
          </p>
          <strong>Stamped</strong>
          <small>→ accepted by the service</small>
        </div>
        <div>
          <small>The same, with a lie</small>
          <p>{value('lie', 'activity', nameOfActivity(drawnLie))}</p>
          <small class="lie">expected {nameOfActivity(drawnActivity)}</small>
          <strong class="lie">Stopped</strong>
          <small>Nothing is signed or sent.</small>
        </div>
      </figure>
      <ul>
        <li>The key is made in this browser, and can’t be exported.</li>
        <li>Every payload is compared value by value before the stamp.</li>
        <li>What can’t be read, such as an amount, is said, not hidden.</li>
      </ul>
      <p>
        <code>npm i countersign</code> ·{' '}
        {documents === undefined ? <a href="/elements/">All screens</a> : <a href={documents}>Documents</a>}
      </p>
    </section>
  );
}
