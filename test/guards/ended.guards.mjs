/** Guards of what the service says of the session of this browser. */

const refresh = 'src/wallet/flows/refresh.ts';
const sessions = 'src/wallet/flows/sessions.ts';
const journey = 'test/journeys/ended-at-service.test.ts';
const checked = 'if (isServices(error, 401) || isServices(error, 404)) await asked();';

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'a session that the service does not know is checked',
    file: refresh,
    find: checked,
    replace: 'if (isServices(error, 401)) await asked();',
    test: journey,
    title: 'a refresh of a session that it does not know any more ends the session in every tab',
  },
  {
    guard: 'a session whose stamp for a refresh is refused is checked',
    file: refresh,
    find: checked,
    replace: 'if (isServices(error, 404)) await asked();',
    test: journey,
    title: 'a refresh whose stamp it refuses ends the session in every tab',
  },
  {
    guard: 'a session whose refresh got lost is checked',
    file: refresh,
    find: "else if (error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN') void asked();",
    replace: '',
    test: journey,
    title: 'a refresh whose answer is lost ends the session, where the service has put another one in its place',
  },
  {
    guard: 'a session whose stamp is refused is checked',
    file: 'src/wallet/run-signed.ts',
    find: "const state = other ? 'alive' : await keeper.doubt(sessionId);",
    replace: "const state: string = other ? 'alive' : 'gone';",
    test: journey,
    title: 'a card whose stamp it refuses ends the session in every tab',
  },
  {
    guard: 'a session that came while the one before it was asked about signs',
    file: 'src/wallet/run-signed.ts',
    find: "if (state === 'gone') other = await isOther().catch(() => false);",
    replace: '',
    test: journey,
    title: 'a stamp that it refuses while another tab waits for the session after this one is made with that session',
  },
  {
    guard: 'a session that a whole list lacks is checked',
    file: sessions,
    find: 'if (session !== undefined && !isListed && isWhole(answer.body))',
    replace: 'if (session === undefined && !isListed && isWhole(answer.body))',
    test: journey,
    title: 'a whole list of sessions without this one ends the session in every tab',
  },
  {
    guard: 'a session that a partial list lacks is not checked',
    file: sessions,
    find: '&& !isListed && isWhole(answer.body)',
    replace: '&& !isListed',
    test: journey,
    title: 'a partial list of sessions without this one puts nothing in doubt',
  },
  {
    guard: 'a doubt is answered by a question that begins after it',
    file: 'src/session/loaded-keeper.ts',
    find: '// A question that is under way is older than the doubt.\n    await asking.latest()?.catch(ignore);',
    replace: '',
    test: journey,
    title: 'a list without this session is checked by a question that begins after it',
  },
];
