/** @param {string} name */
const source = (name) => `src/sandbox/${name}.ts`;
/** @param {string} name */
const by = (name) => `test/sandbox/${name}.test.ts`;

/** Who gets in: by an ID token, by the built-in identity provider, from another machine. @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'a sandbox that others reach answers to no name that a foreign site can have',
    file: source('node'),
    find: '(isRemote && closedPattern.test(name))',
    replace: 'isRemote',
    test: by('request-lines'),
    title: 'opens another address, says what that means',
  },
  {
    guard: 'an ID token is tied to the key that it signs in',
    file: source('wallet-auth/login-routes'),
    find: 'if (nonce !== encodeHex(sha256(encodeUtf8(clientPublicKey))))',
    replace: 'if (nonce === undefined)',
    test: by('identity'),
    title: 'by a stolen token with another key',
  },
  {
    guard: 'an ID token speaks of the identity that was added',
    file: source('wallet-auth/login-routes'),
    find: 'if (!isSameIdentity(identity, credential.identity))',
    replace: 'if (credential.identity === undefined)',
    test: by('identity'),
    title: 'by a token of another subject',
  },
  {
    guard: "an ID token's signature is verified",
    file: source('wallet-auth/id-tokens'),
    find: 'if (jwks !== undefined && !(await isSigned(token, jwks)))',
    replace: 'if (jwks === undefined && (await isSigned(token, { keys: [] })))',
    test: by('identity'),
    title: 'by a token with a dummy signature',
  },
  {
    guard: 'an ID token is of the last minute',
    file: source('wallet-auth/id-tokens'),
    find: 'if (now - iat >= MAX_AGE_S)',
    replace: 'if (now - iat > MAX_AGE_S)',
    test: by('identity'),
    title: 'by a token 60 seconds old',
  },
  {
    guard: 'the built-in identity provider sends nobody to another machine',
    file: source('identity/identity-provider'),
    find: 'if (!isLoopbackUrl(redirectUri) && ',
    replace: "if (redirectUri === '' && ",
    test: by('identity-provider'),
    title: 'sends nobody to another machine',
  },
];
