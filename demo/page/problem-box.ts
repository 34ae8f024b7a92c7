/** How a problem looks: what happened, what to do, and one button for it. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from './problem.ts';
import { formatSeconds } from './server-clock.ts';

/** A button that a problem offers. */
export interface Remedy {
  readonly label: string;
  readonly run: () => unknown;
  /** Whether the press would be refused again until the service's waiting time is over. */
  readonly mayHaveToWait?: boolean;
}

/** Renders the place for a problem, which is there before the problem is, as live regions must be. */
export function renderProblem(
  problem: Problem | null,
  remedy: Remedy | undefined,
  waitSeconds: number,
): TemplateResult {
  return html`<div role="alert">
    ${
      problem === null
        ? nothing
        : html`<div class="problem" data-tone=${problem.tone ?? ''} tabindex="-1">
            <p class="problem-title">${problem.title}</p>
            <p>${problem.advice}</p>
            ${remedy === undefined ? nothing : renderRemedy(remedy, waitSeconds)}
            ${problem.reference === '' ? nothing : html`<p class="reference">${problem.reference}</p>`}
          </div>`
    }
  </div>`;
}

function renderRemedy({ label, run, mayHaveToWait = false }: Remedy, waitSeconds: number): TemplateResult {
  const waits = mayHaveToWait && waitSeconds > 0;
  return html`<button
    type="button"
    class="quiet"
    aria-disabled=${waits}
    @click=${() => {
      if (!waits) run();
    }}
  >
    ${label}${waits ? html` <span class="figure" aria-hidden="true">in ${formatSeconds(waitSeconds)}</span>` : nothing}
  </button>`;
}
