/** @param {string} name */
const source = (name) => `src/sandbox/${name}.ts`;
/** @param {string} name */
const by = (name) => `test/sandbox/${name}.test.ts`;

/** What the sandbox does as the public service does it. @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'how a quote is paid by money from outside is told after the code',
    file: source('payments/quote-routes'),
    find: '  delete record.quote.paymentInstructions;\n',
    replace: '',
    test: by('strong-authentication'),
    title: 'a quote that money from outside pays says how only after the code',
  },
  {
    guard: 'such a quote expires after its code',
    file: source('payments/quote-routes'),
    find: "service.clock.after(Date.parse(quote.expiresAt) - service.clock.now(), 'quote.expire', quote.id);",
    replace: '',
    test: by('strong-authentication'),
    title: 'such a quote expires after its code too',
  },
  {
    guard: 'a code that is sent again leaves the end of its challenge in grid',
    file: source('payments/strong-authentication'),
    find: "if (service.contract.resentStrongCode === 'new-challenge') askStrong",
    replace: 'askStrong',
    test: by('strong-authentication'),
    title: 'belongs to the same challenge',
  },
  {
    guard: 'a closed card takes no limit, and says so',
    file: source('cards/card-routes'),
    find: "if (byStep && body.state !== 'CLOSED') code",
    replace: 'if (false) code',
    test: by('card-refusals'),
    title: 'in grid a closed card is not opened',
  },
  {
    guard: 'a delivery without an endpoint waits for none',
    file: source('webhooks/webhook-queue'),
    find: "if (endpoint === null) record.state = 'no-endpoint';\n        else await",
    replace: 'if (endpoint !== null) await',
    test: by('webhooks'),
    title: 'a delivery that falls due while no endpoint is set ends there',
  },
];
