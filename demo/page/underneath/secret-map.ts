/** The three parties and the secrets that each of them holds, as they are at this moment. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Demo } from '../demo.ts';
import { shortKey } from './keys.ts';

interface Secret {
  readonly name: string;
  /** Whether it exists right now. */
  readonly held: boolean;
  readonly place: string | TemplateResult;
  readonly how: string;
}

/** Renders the map; each secret opens to how it is kept. */
export function secretMap(demo: Demo): TemplateResult {
  return html`<div class="parties">
    ${party('This browser', 'signed requests ↓', inBrowser(demo))}
    ${party('The platform’s back-end', 'the same bytes, with credentials ↓', inBackEnd(demo))}
    ${party('The service', '', inService(demo))}
  </div>`;
}

function party(title: string, passesOn: string, secrets: readonly Secret[]): TemplateResult {
  const absent = secrets.filter(({ held }) => !held).map(({ name }) => name.toLowerCase());
  return html`<section class="party">
    <h4>${title}</h4>
    <p class="passes-on">${passesOn}</p>
    <ul>
      ${secrets.map(({ name, held, place, how }) =>
        held
          ? html`<li>
              <details>
                <summary><span>${name}</span> <span class="secret-place">${place}</span></summary>
                <p class="secret-how">${how}</p>
              </details>
            </li>`
          : nothing,
      )}
    </ul>
    ${absent.length === 0 ? nothing : html`<p class="absent">Now without: ${absent.join(', ')}</p>`}
  </section>`;
}

function inBrowser({ walletState, state, settings }: Demo): readonly Secret[] {
  const session = walletState?.session;
  const signingIn = state.attempt !== null;
  const where = walletState?.storage === 'memory' ? 'the memory of this tab' : 'IndexedDB';
  const origin =
    settings.profile === 'spec'
      ? 'The service made it and sealed it to the login key; it was opened here.'
      : 'It was made here and sent nowhere.';
  return [
    {
      name: 'Session key',
      held: session !== undefined,
      place: session === undefined ? 'none' : html`<code>${shortKey(session.compressedPublicKeyHex)}</code>`,
      how: `Kept in ${where} as a non-extractable key: this page may sign with it, and nobody can read it. ${origin}`,
    },
    {
      name: 'Login key',
      held: signingIn,
      place: signingIn ? 'for this sign-in' : 'none',
      how: 'Made fresh for one sign-in and non-extractable; the bytes it was made from are wiped at once.',
    },
    {
      name: 'E-mail code',
      held: signingIn,
      place: signingIn ? 'in the code field' : 'none',
      how: 'Leaves this browser only encrypted to the enclave, so that the platform never sees it. Kept nowhere.',
    },
    {
      name: 'Enclave bundle',
      held: signingIn,
      place: signingIn ? 'good for one code' : 'none',
      how: 'Names the key to encrypt the code to. Nothing is encrypted before its signature fits the key pinned in this page.',
    },
  ];
}

function inBackEnd({ state }: Demo): readonly Secret[] {
  return [
    {
      name: 'API credentials',
      held: true,
      place: 'added by the relay',
      how: 'They open the service to the whole platform, so they stay here. The relay passes on a closed list of requests.',
    },
    {
      name: 'Platform login',
      held: state.person !== null,
      place: state.person === null ? 'none' : 'HttpOnly cookie',
      how: 'Says which wallet is yours. Sealed with a key of the back-end, SameSite=Strict, out of reach for scripts.',
    },
  ];
}

function inService({ settings }: Demo): readonly Secret[] {
  return [
    {
      name: 'Enclave key',
      held: true,
      place: html`pinned ${settings.enclaveKeys.map((key) => html`<code>${shortKey(key)}</code> `)}`,
      how: 'Its public half is part of this page’s code. A key that came along with a message would prove nothing.',
    },
  ];
}
