/** Goes with its last importer: suites of session, transport and wallet still ask for a keeper and calls whose events nobody reads. */
export { createSessionKeeper as createToldKeeper } from '../../src/session/index.ts';

/** Calls, and notes of them, of which nothing is kept. */
export function createTold(_clock: unknown) {
  return { note: (_note: unknown): void => {}, tell: <Result>(_flow: string, work: Promise<Result>) => work };
}
