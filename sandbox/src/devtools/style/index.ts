/** The inspector's style sheet, put together when it is mounted. */
import { frameStyle } from './frame.ts';
import { panelStyle } from './panels.ts';
import { messageStyle } from './messages.ts';
import { darkTokens, lightTokens, tokenStyle } from './tokens.ts';

/** The whole text. */
export function styleText(): string {
  const schemes = [
    `:host { ${lightTokens} }`,
    `@media (prefers-color-scheme: dark) { :host { ${darkTokens} } }`,
    `:host([data-countersign-inspector='light']) { ${lightTokens} }`,
    `:host([data-countersign-inspector='dark']) { ${darkTokens} }`,
  ];
  return [tokenStyle, ...schemes, frameStyle, messageStyle, panelStyle].join('\n');
}
