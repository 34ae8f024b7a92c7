const test = 'test/journeys/chunks.test.ts';
const changesNothing = 'says so, changes nothing at the service and keeps the session';

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'an e-mail login tries what opens its key before it spends the code',
    file: 'src/wallet/flows/one-time-code.ts',
    find: "profile.loginSessionKeys === 'sealed' ? loadLoginForSealedKey() : loadLogin(),",
    replace: 'loadLogin(),',
    test,
    title: 'in an engine that could not open a sealed key, a code asks for none',
  },
  {
    guard: 'a refresh and a passkey login try what opens their key before they ask for one',
    file: 'src/wallet/keep-session.ts',
    find: 'const login = await loadLoginForSealedKey();',
    replace: 'const login = await loadLogin();',
    test,
    title: 'in an engine that could not open a sealed key, session.refresh asks for none',
  },
  {
    guard: 'an engine that can not open a sealed key is found out before one is asked for',
    file: 'src/wallet/login-chunk.ts',
    find: 'await login.requireDerivation();',
    replace: '',
    test,
    title: 'in an engine that could not open a sealed key, passkey.prepare asks for none',
  },
  {
    guard: 'a part that can not be loaded is an error with a next step',
    file: 'src/wallet/chunks.ts',
    find: '} catch (cause) {',
    replace: '} catch (cause) {\n    throw cause;',
    test,
    title: `quote.execute (actions) ${changesNothing}`,
  },
];
