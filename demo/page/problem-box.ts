/** How a problem looks: what happened, what to do, and one button for it. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from './problem.ts';
import { formatSeconds } from './server-clock.ts';

/** A button that a problem offers. */
export interface Remedy {
  readonly label: string;
  readonly run: () => unknown;
}

/** Renders the place for a problem, which is there before the problem is, as live regions must be; its button waits for the seconds. */
export function renderProblem(
  problem: Problem | null,
  remedy: Remedy | undefined,
  waitSeconds: number,
): TemplateResult {
  const waits = waitSeconds > 0;
  const press = (): unknown => (waits ? undefined : remedy?.run());
  const left = html` <span class="figure" aria-hidden="true">in ${formatSeconds(waitSeconds)}</span>`;
  const button = html`<button type="button" class="quiet" aria-disabled=${waits} @click=${press}>
    ${remedy?.label}${waits ? left : nothing}
  </button>`;
  return html`<div role="alert">
    ${
      problem === null
        ? nothing
        : html`<div class="problem" tabindex="-1">
            <p class="problem-title">${problem.title}</p>
            <p>${problem.advice}</p>
            ${remedy === undefined ? nothing : button}
          </div>`
    }
  </div>`;
}
