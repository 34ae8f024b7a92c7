/** The calls that docs/sandbox-calls.md shows with their bodies, made in order on one sandbox whose clock stands still. */
import { paymentBetween } from '../../../test/sample-customer.ts';
import { createPlatformClient, executeWith, signIn, usdAccount, type PlatformClient } from './platform-client.ts';
import type { Answer } from './reading.ts';

const WIDTH = 116;
const LONGEST_TEXT = 72;

/** JSON with what fits on a line on one line; of a list of objects the first is shown, of a long text the beginning. */
function show(value: unknown, indent = ''): string {
  const deeper = `${indent}  `;
  const entries: (readonly [string, unknown])[] | null =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
  const items = Array.isArray(value) ? (value as unknown[]) : null;
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    return JSON.stringify(`${value.slice(0, LONGEST_TEXT)}…`);
  if (entries === null && items === null) return JSON.stringify(value);
  const shown = items?.some((item) => typeof item === 'object') === true ? items.slice(0, 1) : items;
  const parts =
    entries?.map(([name, item]) => `${JSON.stringify(name)}: ${show(item, deeper)}`) ??
    (shown ?? []).map((item) => show(item, deeper));
  const [open, close] = entries === null ? ['[', ']'] : ['{ ', ' }'];
  const line = parts.length === 0 ? `${open}${close}`.replace('  ', '') : `${open}${parts.join(', ')}${close}`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close.trim()}`;
}

type Send = PlatformClient['call'];
type Says = (title: string, text?: string) => Send;

type Fields = Readonly<Record<string, unknown>>;

/** Prints answers. Of a record that was shown before, the fields that differ; of an answer that was shown before, nothing. */
function createAnswerPrinter(): (answer: Answer) => string[] {
  const shown = new Set<string>();
  const records = new Map<unknown, Fields>();
  return ({ status, body }) => {
    if (body === null) return [String(status)];
    const text = show(body);
    if (text.includes('\n') && shown.has(text)) return [`${status}, with the answer that is shown above`];
    shown.add(text);
    const { id } = body as { readonly id?: string };
    const before = records.get(id);
    for (const record of [body, ...((body as { readonly data?: readonly unknown[] }).data ?? [])] as Fields[]) {
      if (record['id'] !== undefined) records.set(record['id'], record);
    }
    if (before === undefined) return [String(status), text];
    const isNew = ([name, value]: readonly [string, unknown]): boolean => show(value) !== show(before[name]);
    const changes = Object.entries(body as Fields).filter((entry) => isNew(entry));
    const gone = Object.keys(before).filter((name) => !Object.hasOwn(body as Fields, name));
    const lack = gone.length === 0 ? '' : `, without ${gone.join(', ')}`;
    return [`${status}, with these changes${lack}`, show({ id, ...Object.fromEntries(changes) })];
  };
}

/** Writes calls down as they are made, each with its title and what there is to say of it. */
function createNotebook(base: string, send: Send, print = createAnswerPrinter()): { lines: string[]; says: Says } {
  const lines: string[] = [];
  const says: Says = (title, text) => async (method, path, body, headers) => {
    const answer = await send(method, path, body, headers);
    const sent = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${show(value).slice(1, -1)}`);
    lines.push(
      `### ${title}\n`,
      ...(text === undefined ? [] : [`${text}\n`]),
      '```text',
      `${method} ${base}${path}`,
      ...sent,
      ...(body === undefined ? [] : [show(body)]),
      '',
      ...print(answer),
      '```\n',
    );
    return answer;
  };
  return { lines, says };
}

/** The part that shows a payment from the first call to the last. */
export async function paymentExamples(): Promise<string> {
  const platform = createPlatformClient();
  const print = createAnswerPrinter();
  const { lines, says } = createNotebook('/2025-10-13', platform.call, print);
  const customer = await says('A customer', 'With a wallet and a credential by e-mail.')('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'customer-1',
    region: 'US',
    email: 'customer@example.com',
    fullName: 'Sample Customer',
    birthDate: '1990-01-31',
    nationality: 'US',
  });
  const customerId = String(customer.body.id);
  const wallets = `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`;
  const accountId = String((await says('The wallet')('GET', wallets)).body.data[0].id);
  const fund = says('Funding', '100 USDB: the currency has six decimals.');
  await fund('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 });
  const bank = await says('A bank account')('POST', '/customers/external-accounts', {
    currency: 'USD',
    platformAccountId: 'bank-1',
    customerId,
    accountInfo: usdAccount,
  });
  const quote = await says('A quote', 'What the wallet signs is in `paymentInstructions`.')(
    'POST',
    '/quotes',
    paymentBetween(accountId, bank.body.id, 5_000_000, { description: 'Rent' }),
  );
  const credentials = await says('The credential')('GET', `/auth/credentials?accountId=${accountId}`);
  const { key } = await signIn(platform, { credentialId: String(credentials.body.data[0].id) });
  const executed = await executeWith(platform, key, quote);
  const seen = createNotebook('/2025-10-13', () => Promise.resolve(executed), print);
  const execution = seen.says('The execution', 'A browser signs; the kit does it by `wallet.quote.execute`.');
  await execution('POST', `/quotes/${String(quote.body.id)}/execute`, undefined, {
    'Service-Wallet-Signature': '<the stamp over payloadToSign>',
    'Idempotency-Key': '<one for each intent>',
  });
  lines.push(...seen.lines);
  await platform.advance(5000);
  const settled = says('The transaction, five seconds later');
  await settled('GET', `/transactions/${String(quote.body.transactionId)}`);
  await says('A card')('POST', '/cards', {
    cardholderId: customerId,
    form: 'VIRTUAL',
    fundingSources: [accountId],
    platformCardId: 'card-1',
    maxSpendPerTransaction: 50_000_000,
  });
  return lines.join('\n').trim();
}

/** The part that shows calls of the control plane; docs/sandbox-control.md lists all. */
export async function controlExamples(): Promise<string> {
  const platform = createPlatformClient();
  const { lines, says } = createNotebook('/_sandbox', platform.control);
  await says('What to connect to')('GET', '');
  const { body: person } = await says('A person who can sign in and pay')('POST', '/people', {
    phoneNumber: '+14155550100',
    balance: 25_000_000,
    card: 'active',
  });
  await says('A scenario')('POST', '/scenarios', { name: 'expired-session' });
  await platform.call('POST', `/auth/credentials/${person.credentialId}/challenge`);
  await says('The code that was sent')('GET', `/otp?credentialId=${person.credentialId}`);
  await says('Time', 'What falls due on the way happens, in order.')('POST', '/clock', { advanceMs: 60_000 });
  await says('A fault', 'The next two answers to an execution are lost after it took effect.')('POST', '/faults', {
    method: 'POST',
    path: '/quotes/*/execute',
    count: 2,
    drop: 'after',
  });
  await platform.control('DELETE', '/faults');
  await says('Latency', 'On every request, until the rules are cleared.')('POST', '/faults', {
    count: null,
    delayMs: { min: 60, max: 180 },
  });
  await says('Failures by chance', 'One request in ten, by the seed.')('POST', '/faults', {
    count: null,
    probability: 0.1,
    status: 503,
    retryAfter: 2,
  });
  await says('Requests so far')('GET', '/requests');
  await says('An expectation', 'Met here; 409 `EXPECTATION_NOT_MET` otherwise.')('POST', '/requests/expect', {
    method: 'POST',
    path: '/auth/credentials/*/challenge',
    status: 200,
    times: 1,
  });
  await moneyExamples(platform, person, says);
  await accessExamples(person, says);
  await says('Webhooks: where to', 'A TEST follows; null ends the deliveries.')('POST', '/webhooks', { url: null });
  const { body: snapshot } = await platform.control('GET', '/snapshot');
  lines.push(
    '### A snapshot\n',
    'All of the state, as JSON; the same text goes back.\n',
    '```text',
    'GET /_sandbox/snapshot',
    '',
  );
  lines.push('200', show({ ...snapshot, state: { draws: snapshot.state.draws } }), '```\n');
  await platform.control('PUT', '/snapshot', snapshot);
  lines.push('```text', 'PUT /_sandbox/snapshot', '<the snapshot>', '', '204', '```\n');
  return lines.join('\n').trim();
}

async function moneyExamples(platform: PlatformClient, person: Answer['body'], says: Says): Promise<void> {
  const incoming = await says('An incoming payment', 'Looked up, without money yet.')('POST', '/incoming-payments', {
    internalAccountId: person.accountId,
    amount: 5_000_000,
    umaAddress: '$sender@example.com',
    description: 'Rent',
  });
  const transactionId = String(incoming.body.id);
  await platform.control('POST', '/transactions', { transactionId, status: 'PENDING' });
  await platform.control('POST', '/transactions', { transactionId, status: 'PROCESSING' });
  await says('Its next state', 'The money comes with COMPLETED.')('POST', '/transactions', {
    transactionId,
    status: 'COMPLETED',
  });
  await says('Its receipt')('POST', '/receipts', { transactionId });
  await says('A failure')('POST', '/failures', { transactionId, failureReason: 'OFFRAMP_FAILED' });
  await says("An agent's payment", 'PENDING until `POST /transactions/{id}/approve`.')(
    'POST',
    '/agent-payments',
    paymentBetween(person.accountId, person.bankAccountId, 1_000_000),
  );
  await says('The state of a bank account')('POST', '/external-accounts', {
    externalAccountId: person.bankAccountId,
    status: 'UNDER_REVIEW',
  });
  await says('The check of a customer')('POST', '/customers', { customerId: person.customerId, kycStatus: 'PENDING' });
}

async function accessExamples(person: Answer['body'], says: Says): Promise<void> {
  await says('A session whose key the sandbox holds')('POST', '/sign-in', { accountId: person.accountId });
  await says('A stamp by that key')('POST', '/sign', { accountId: person.accountId, payloadToSign: '{"type":"..."}' });
  const options = { subject: 'sample-subject', email: person.email, nonce: '...' };
  await says('An ID token of the built-in provider')('POST', '/id-tokens', options);
}
