/** The faults of docs/reliability.md: each is a guard with words for a person, so that its mutation proves its test. */
import { guards as session } from './session.guards.mjs';
import { guards as signOuts } from './sign-outs.guards.mjs';
import { guards as storage } from './storage.guards.mjs';
import { guards as transport } from './transport.guards.mjs';
import { guards as wallet } from './wallet.guards.mjs';

/**
 * @typedef {import('./run.mjs').Guard & { fault: string, sees: string, kept: string }} Row
 * `fault`: what goes wrong. `sees`: what the person at the page sees of it. `kept`: what is not lost by it.
 */

/** @type {readonly { heading: string, rows: readonly Row[] }[]} */
export const chapters = [
  { heading: 'A network or a service that fails', rows: transport },
  { heading: 'Tabs, people and clocks, as a wallet meets them', rows: wallet },
  { heading: 'What is pressed around a sign-out, and beside another press', rows: signOuts },
  { heading: 'Sessions, clocks and tabs, below the wallet', rows: session },
  { heading: 'Storage and locks', rows: storage },
];
