/** The three parties and the secrets that each of them holds, as they are at this moment. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Demo } from '../demo.ts';
import { shortKey } from './keys.ts';

interface Secret {
  readonly name: string;
  /** Whether it exists right now. */
  readonly held: boolean;
  readonly how: string | TemplateResult;
}

/** Renders the map. */
export function secretMap(demo: Demo): TemplateResult {
  return html`<div class="parties">
    ${party('This browser', inBrowser(demo))}
    <p class="between" aria-hidden="true">signed requests <span>↓</span></p>
    ${party('The platform’s back-end', inBackEnd(demo))}
    <p class="between" aria-hidden="true">the same bytes, with API credentials <span>↓</span></p>
    ${party('The service', [
      {
        name: 'Enclave key',
        held: true,
        how: html`The only one that can open your code. Pinned in this page:
        ${demo.settings.enclaveKeys.map((key) => html`<code>${shortKey(key)}</code> `)}`,
      },
    ])}
  </div>`;
}

function party(title: string, secrets: readonly Secret[]): TemplateResult {
  return html`<section class="party">
    <h4>${title}</h4>
    <ul>
      ${secrets.map(
        ({ name, held, how }) =>
          html`<li data-held=${held}>
            <span class="secret-name">${name}${held ? nothing : html` <small>not now</small>`}</span>
            <span class="secret-how">${how}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function inBrowser({ walletState, state, settings }: Demo): readonly Secret[] {
  const session = walletState?.session;
  const where = walletState?.storage === 'memory' ? 'In this tab’s memory' : 'In IndexedDB';
  const origin =
    settings.profile === 'spec'
      ? 'It arrived sealed to the login key.'
      : 'It is the login key itself, made here and sent nowhere.';
  return [
    {
      name: 'Session key',
      held: session !== undefined,
      how:
        session === undefined
          ? 'Comes with signing in. Page code may use it, never read it.'
          : html`<code>${shortKey(session.compressedPublicKeyHex)}</code> ${where}, non-extractable: it signs, and
              cannot be read, not even by this page. ${origin}`,
    },
    {
      name: 'Login key',
      held: state.attempt !== null,
      how: 'Made fresh for one sign-in, non-extractable; its bytes are wiped at once.',
    },
    {
      name: 'E-mail code',
      held: state.attempt !== null,
      how: 'In the code field only. It leaves encrypted to the enclave, and is kept nowhere.',
    },
    {
      name: 'Enclave bundle',
      held: state.attempt !== null,
      how: 'Its signature is checked against the pinned key before anything is encrypted to it; good for one code.',
    },
  ];
}

function inBackEnd({ state }: Demo): readonly Secret[] {
  return [
    { name: 'API credentials', held: true, how: 'The relay adds them on the way. They never reach a browser.' },
    {
      name: 'Platform login',
      held: state.person !== null,
      how: 'A sealed cookie, HttpOnly and SameSite=Strict: scripts cannot read it.',
    },
  ];
}
