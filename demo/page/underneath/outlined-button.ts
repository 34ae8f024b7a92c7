/** The look of buttons beside the wallet: an edge, and no surface. */
import { css, type CSSResult } from 'lit';

export const outlinedButton: CSSResult = css`
  button {
    min-height: 2.25rem;
    padding: 0.25rem 0.875rem;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: transparent;
    color: var(--ink);
    font: inherit;
    cursor: pointer;
  }
  button:focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
`;
