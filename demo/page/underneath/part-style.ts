/** What the parts beside the wallet look like. */
import { css, type CSSResult } from 'lit';

export const partStyle: CSSResult = css`
  * {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
  }
  :host {
    font-size: 0.875rem;
    line-height: 1.5;
  }
  ul {
    list-style: none;
  }
  h3 {
    margin-top: 0.25rem;
    font-size: 0.9375rem;
  }
  p,
  dt {
    color: var(--muted);
  }
  code {
    font: 0.8125rem/1.5 var(--mono);
    overflow-wrap: anywhere;
  }
  .body {
    display: grid;
    gap: 0.75rem;
    min-width: 0;
  }
  .parts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  button {
    justify-self: start;
    min-height: 2.25rem;
    padding: 0.25rem 0.875rem;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: transparent;
    color: var(--ink);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  button[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }
  button[aria-disabled='true'] {
    color: var(--muted);
    cursor: default;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  [hidden] {
    display: none;
  }
  @media (forced-colors: active) {
    .outcome {
      border: 1px solid;
    }
    button[aria-pressed='true'] {
      border: 3px solid Highlight;
    }
  }
`;
