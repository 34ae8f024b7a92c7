/** Measures the sandbox in its own process, run with `--expose-gc`; prints one line of JSON. */
import { getHeapSnapshot } from 'node:v8';
import {
  encryptOtp,
  generateClientKeyPair,
  openSessionSigningKey,
  stamp,
  type SessionSigningKey,
} from 'countersign/crypto';
import { createSandbox } from 'countersign/sandbox';
import { sampleBankAccount, sampleCustomer } from '../sample-customer.ts';

const collect = (globalThis as { gc?: () => void }).gc;
const sandbox = createSandbox();
const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(method: string, path: string, body?: string, more: Record<string, string> = {}): Promise<Answer> {
  const headers = {
    Authorization: authorization,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...more,
  };
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await sandbox.fetch(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  const read = (text === '' ? {} : JSON.parse(text)) as Answer['body'];
  if (response.status >= 400) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
  return { status: response.status, body: read };
}

const api = (method: string, path: string, body?: unknown, more?: Record<string, string>): Promise<Answer> =>
  call(method, `/2025-10-13${path}`, body === undefined ? undefined : JSON.stringify(body), more);
const reset = (): Promise<Answer> => call('POST', '/_sandbox/reset');
const text = ({ body }: Answer, field: string): string => String(body[field]);
const firstId = ({ body }: Answer): string => (body['data'] as readonly { id: string }[])[0]?.id ?? '';

interface Holder {
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
}

async function createHolder(): Promise<Holder> {
  const customerId = text(await api('POST', '/customers', sampleCustomer), 'id');
  const accountId = firstId(await api('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`));
  await api('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 10_000_000_000 });
  return { customerId, accountId, credentialId: firstId(await api('GET', `/auth/credentials?accountId=${accountId}`)) };
}

/** A whole login: challenge, verify, verify again with the stamp; the client's cryptography included. */
async function signIn({ credentialId }: Holder): Promise<SessionSigningKey> {
  const challenge = await api('POST', `/auth/credentials/${credentialId}/challenge`);
  const keyPair = await generateClientKeyPair();
  const encryptedOtpBundle = await encryptOtp(text(challenge, 'otpEncryptionTargetBundle'), {
    otpCode: '000000',
    publicKeyHex: keyPair.publicKeyHex,
    enclaveKeys: [sandbox.enclavePublicKeyHex],
  });
  const path = `/auth/credentials/${credentialId}/verify`;
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle };
  const first = await api('POST', path, body);
  const signature = await stamp(text(first, 'payloadToSign'), keyPair);
  const signed = { 'Service-Wallet-Signature': signature, 'Request-Id': text(first, 'requestId') };
  return openSessionSigningKey(text(await api('POST', path, body, signed), 'encryptedSessionSigningKey'), keyPair);
}

async function addBankAccount({ customerId }: Holder): Promise<string> {
  const account = { currency: 'USD', platformAccountId: 'bank-1', customerId, accountInfo: sampleBankAccount };
  return text(await api('POST', '/customers/external-accounts', account), 'id');
}

/** A quote, and its execution signed with the payload that the quote carries. */
async function execute({ accountId }: Holder, bankAccountId: string, key: SessionSigningKey): Promise<void> {
  const quote = await api('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000_000,
  });
  const instructions = quote.body['paymentInstructions'] as readonly {
    accountOrWalletInfo: { accountType: string; payloadToSign: string };
  }[];
  const wallet = instructions.find(({ accountOrWalletInfo: { accountType } }) => accountType === 'EMBEDDED_WALLET');
  const signature = await stamp(wallet?.accountOrWalletInfo.payloadToSign ?? '', key);
  await api('POST', `/quotes/${text(quote, 'id')}/execute`, undefined, {
    'Service-Wallet-Signature': signature,
    'Idempotency-Key': crypto.randomUUID(),
  });
}

async function timed(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let run = 0; run < count; run += 1) await work();
  return performance.now() - start;
}

interface Heap {
  readonly bytes: number;
  /** Machine code, bytecode and what optimised code keeps for its undoing: it grows while functions get hot, and is nothing that a sandbox remembers. */
  readonly codeBytes: number;
}

interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** The collected heap by V8's own snapshot, which tells code from data. */
async function heap(): Promise<Heap> {
  for (let run = 0; run < 3; run += 1) collect?.();
  const parts: Buffer[] = [];
  for await (const part of getHeapSnapshot()) parts.push(part as Buffer);
  const { snapshot, nodes } = JSON.parse(Buffer.concat(parts).toString()) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const code = types[0].indexOf('code');
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let [bytes, codeBytes] = [0, 0];
  for (let at = 0; at < nodes.length; at += fields.length) {
    const size = nodes[at + sizeAt] ?? 0;
    bytes += size;
    if (nodes[at + typeAt] === code) codeBytes += size;
  }
  return { bytes, codeBytes };
}

// Warm: code that is compiled once would else count as growth.
const first = await createHolder();
const firstBankAccountId = await addBankAccount(first);
for (let run = 0; run < 50; run += 1) await execute(first, firstBankAccountId, await signIn(first));
await reset();
const heapAtStart = await heap();
const holder = await createHolder();
const cpuAtStart = process.cpuUsage();
const loginsMs = await timed(1000, () => signIn(holder));
const { user, system } = process.cpuUsage(cpuAtStart);
const loginsCpuMs = (user + system) / 1000;
const bankAccountId = await addBankAccount(holder);
const key = await signIn(holder);
const executionsMs = await timed(1000, () => execute(holder, bankAccountId, key));
const heapFull = await heap();
const resetMs = await timed(1, reset);
const heapsAfterReset = [await heap()];
const laterResets: number[] = [];
for (let run = 0; run < 20; run += 1) {
  await signIn(await createHolder());
  laterResets.push(await timed(1, reset));
}
// What a reset left behind would add up.
for (let round = 0; round < 5; round += 1) {
  const next = await createHolder();
  const nextBankAccountId = await addBankAccount(next);
  const nextKey = await signIn(next);
  await timed(200, () => signIn(next));
  await timed(1000, () => execute(next, nextBankAccountId, nextKey));
  await reset();
  heapsAfterReset.push(await heap());
}
const measured = { loginsMs, loginsCpuMs, executionsMs, resetMs, laterResets, heapAtStart, heapFull, heapsAfterReset };
process.stdout.write(`${JSON.stringify(measured)}\n`);
