/** @param {string} name */
const source = (name) => `src/sandbox/${name}.ts`;
/** @param {string} name */
const by = (name) => `test/sandbox/${name}.test.ts`;

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'the control plane takes no call of a foreign page',
    file: source('control/control'),
    find: 'origin !== undefined && origin !== own',
    replace: "origin === ''",
    test: by('control-guard'),
    title: 'is not reset by a page of another origin',
  },
  {
    guard: 'the control plane takes no cross-site call',
    file: source('control/control'),
    find: " || req.header('Sec-Fetch-Site') === 'cross-site'",
    replace: '',
    test: by('control-guard'),
    title: 'shows no code to a foreign page',
  },
  {
    guard: 'the control plane takes JSON alone',
    file: source('control/control'),
    find: "!/^application\\/json\\s*(;|$)/i.test(req.header('Content-Type') ?? '')",
    replace: "req.header('Content-Type') === 'none'",
    test: by('control-guard'),
    title: 'takes no body of type text/plain',
  },
  {
    guard: 'a session that is ended at the service signs nothing',
    file: source('control/wallet-access-routes'),
    find: 'session.revoked = true;',
    replace: '',
    test: by('wallet-access'),
    title: 'a session that is ended at the service signs nothing any more',
  },
  {
    guard: "a deleted credential's sessions end",
    file: source('wallet-auth/credential-records'),
    find: 'if (session.credentialId === id) session.revoked = true;',
    replace: 'if (session.credentialId === "") session.revoked = true;',
    test: by('wallet-access'),
    title: 'a credential that is deleted at the service is unknown, and its sessions end',
  },
  {
    guard: 'a deleted customer has no credential left',
    file: source('customers/customers'),
    find: 'if (isTheirs) deleteCredential(service, method.id);',
    replace: 'void isTheirs;',
    test: by('grid-customers'),
    title: 'a deleted customer signs in no more, and their wallet pays nobody',
  },
  {
    guard: 'the wallet of a deleted customer pays nobody',
    file: source('payments/payment-ends'),
    find: '  if (customerId !== undefined) customerOf(service, customerId);\n  return { ledgerName: ledgerNameOf(source',
    replace: '  return { ledgerName: ledgerNameOf(source',
    test: by('grid-customers'),
    title: 'a deleted customer signs in no more, and their wallet pays nobody',
  },
  {
    guard: "a quote names no other customer than its account's",
    file: source('payments/payment-ends'),
    find: 'source.customerId !== undefined && source.customerId !== customerId',
    replace: 'source.customerId === ""',
    test: by('grid-quotes'),
    title: "is refused for another customer than the account's, and for one who is not there",
  },
  {
    guard: 'a receiver is waited for outside the turn of the request that waits',
    file: source('http/request-pipeline'),
    find: 'if (exchange.later === undefined) record(now);',
    replace: 'if (exchange.later) context.res = await exchange.later(); delete exchange.later; record(now);',
    test: by('webhooks'),
    title: 'is answered when its receiver calls the sandbox back first',
  },
];
