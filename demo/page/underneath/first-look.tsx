/** @jsxImportSource preact */
/** Beside the sign-in, before anybody is here: a tampered payment that is stopped, drawn, and what nobody can stop. */

import type { VNode } from 'preact';
import { drawnActivity, drawnLie, nameOfActivity } from './drawn-payment.ts';
import { translate, type Text } from '../language.ts';
import './first-look.css';

const drawn =
  'A payment goes from the browser through the relay to the service. On the way back the relay puts another activity into what is to be ' +
  `signed: ${nameOfActivity(drawnLie)} in place of ${nameOfActivity(drawnActivity)}. The browser compares each value, and stops there: nothing ` +
  'is signed, and nothing reaches the enclave.';

/** What a script in the page can do, and a back-end; each is an attack of the stage. */
const notStopped: Readonly<Record<string, Text>> = {
  'swapped-quote': 'An amount that the payload doesn’t show',
  'use-the-key': 'A script in your page that signs',
  'take-a-session': 'A script in your page that takes a session',
};

export function FirstLook(): VNode {
  // The documents, where the page's head says that they stand beside it; the demo's own server has the elements alone.
  const documents = document.querySelector<HTMLMetaElement>('meta[name="documents"]')?.content;
  return (
    <section class="stage first-look" aria-labelledby="first-look">
      <h2 id="first-look">{translate('No withdrawal leaves without the customer’s signature')}</h2>
      <p>{translate('Your back-end prepares a payment. Your customer’s browser checks it, and signs it.')}</p>
      <figure role="img" lang="en" aria-label={drawn}>
        <div class="road">
          {['Browser', 'Relay', 'Service', 'Enclave'].map((lane) => (
            <b>{lane}</b>
          ))}
          <i class="out">Send 40.00</i>
          <i class="back">to sign</i>
          <i class="lie">changed</i>
          <i class="packet" />
          <small>never asked</small>
        </div>
        <dl class="checked">
          <dt>? amount</dt>
          <dd>not in the payload</dd>
          <dt class="lie">✕ activity</dt>
          <dd class="lie">
            {nameOfActivity(drawnLie)} <small>expected {nameOfActivity(drawnActivity)}</small>
          </dd>
        </dl>
        <p class="end">
          <strong>Stopped</strong> Nothing is signed or sent.
        </p>
      </figure>
      <h2>{translate('What nobody can stop')}</h2>
      <p>{translate('If the browser can’t check something, such as the amount, we tell you. Try it:')}</p>
      <ul>
        {Object.entries(notStopped).map(([name, words]) => (
          <li>
            <a href={`#attack=${name}`}>{translate(words)}</a>
          </li>
        ))}
      </ul>
      <p>
        {documents === undefined ? (
          <a href="/elements/">{translate('All screens')}</a>
        ) : (
          <a href={documents}>{translate('Documents')}</a>
        )}
      </p>
    </section>
  );
}
