/** The card as it looks. */

import { html, type TemplateResult } from 'lit';
import type { Card } from 'countersign';

const states: Readonly<Record<Card['state'], string>> = {
  PENDING_KYC: 'Waiting for your details',
  PROCESSING: 'Being made',
  ACTIVE: 'Active',
  FROZEN: 'Frozen',
  CLOSED: 'Closed',
};

/** A state of a card in words; one that this page doesn't know is shown as it is. */
export function cardState(state: string): string {
  return Object.hasOwn(states, state) ? states[state as Card['state']] : state;
}

/** Renders a card. */
export function plastic(card: Card): TemplateResult {
  return html`<div class="plastic" data-state=${card.state} data-testid="card">
    <p class="brand-name">Sample wallet</p>
    <p class="number">•••• ${card.last4 ?? '····'}</p>
    <p class="state-name">${cardState(card.state)}</p>
  </div>`;
}
