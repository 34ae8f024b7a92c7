/** The logic of a code screen, without markup: pasted texts, resends, reloads and several tabs. */
export { createCodeEntry } from './code-entry.ts';
export type { CodeEntry } from './code-entry.ts';
export type { AttemptStorage, CodeEntryOptions } from './options.ts';
export type { CodeForm } from './read-code.ts';
export type { CodeEntryPhase, CodeEntryState } from './state.ts';
