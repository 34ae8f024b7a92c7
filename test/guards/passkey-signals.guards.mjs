const test = 'test/browser/passkey-signals.test.ts';
/** @param {string} name */
const source = (name) => `src/wallet/flows/${name}.ts`;

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'an answer of the relay’s own tells nothing of a passkey',
    file: source('passkey'),
    find: ' && !answer.notForwarded) whenUnknown();',
    replace: ') whenUnknown();',
    test,
    title: 'stays after a 404 of the relay itself',
  },
  {
    guard: 'a passkey that the list still has is not told to be gone',
    file: source('passkey'),
    find: 'if (credentials.every((listed) => listed.credentialId !== credentialId)) await tellGone(context, credentialId);',
    replace: 'await tellGone(context, credentialId);',
    test,
    title: 'stays after a 404 while the list still has it',
  },
  {
    guard: 'a passkey is told to be gone by a whole list alone',
    file: source('passkey'),
    find: '    requireWhole();\n    if (credentials.every',
    replace: '    if (credentials.every',
    test,
    title: 'stays after a 404 while the list may lack some',
  },
  {
    guard: 'signals can be switched off',
    file: source('passkey-ceremony'),
    find: 'passkeys.signals !== false && ',
    replace: '',
    test,
    title: 'stays there where signals are off',
  },
  {
    guard: 'a removed passkey leaves its password manager',
    file: source('credentials'),
    find: 'void tellGone(context, gone);',
    replace: '',
    test,
    title: 'leaves the authenticator when it is removed',
  },
  {
    guard: 'a removed passkey is read before the service forgets it',
    file: 'src/wallet/run-signed.ts',
    find: 'await flow.prepare?.(flight.signal);',
    replace: '',
    test,
    title: 'leaves the authenticator when it is removed',
  },
];
