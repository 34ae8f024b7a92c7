const test = 'test/journeys/chunks.test.ts';
const changesNothing = 'says so, changes nothing at the service and keeps the session';

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'an e-mail login loads what opens its key before it spends the code',
    file: 'src/wallet/flows/one-time-code.ts',
    find: "profile.loginSessionKeys === 'sealed' ? loadLoginForSealedKey() : loadLogin(),",
    replace: 'loadLogin(),',
    test,
    title: 'the code of an e-mail login (curve) is not spent, and signs in once the part is there',
  },
  {
    guard: 'a refresh and a passkey login load what opens their key before they ask for one',
    file: 'src/wallet/keep-session.ts',
    find: 'const login = await loadLoginForSealedKey();',
    replace: 'const login = await loadLogin();',
    test,
    title: `session.refresh (curve) ${changesNothing}`,
  },
  {
    guard: 'what opens a key includes the arithmetic that this engine lacks',
    file: 'src/wallet/login-chunk.ts',
    find: 'await login.prepareToDerive();',
    replace: '',
    test,
    title: `passkey.prepare (curve) ${changesNothing}`,
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
