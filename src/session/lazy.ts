/** The part of the keeper that a page loads when something happens to its session. */
export { adoptSession, discardSession } from './adopt.ts';
export { askService, awaitRefresh } from './ask.ts';
export { sweepProbes } from './sweep-probes.ts';
export { returnToStorage } from './return-to-storage.ts';
export { createRevocations } from './revocations.ts';
